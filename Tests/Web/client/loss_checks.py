"""Checks of lost connections of pages, and of reconnection."""

import itertools
import threading
import time

from scene import PINCH, check, equal


@check("the error of a stream that nobody iterates is emitted, or else uncaught")
def _(scene):
    scene.peer.start(*[lambda talk: (talk.hello(), talk.subscribed())] * 2)
    equal(scene.run("""
        const told = [];
        window.onerror = (_, __, ___, ____, error) => told.push(`uncaught ${error.code}`);
        const first = await (await connect()).subscribe();
        first.on("error", ({ code }) => told.push(code));
        first.on("data", () => {});
        await once(first, "close");
        const second = await (await connect()).subscribe();
        second.on("data", () => {});
        await once(second, "close");
        return told;"""), ["disconnected", "uncaught disconnected"])


@check("connect waits for a gestured that has not started")
def _(scene):
    starter = threading.Timer(1, lambda: scene.peer.start(lambda talk: (talk.hello(), talk.until_gone())))
    starter.start()
    equal(scene.run("""
        const connection = await connect({ reconnect: true });
        await connection.close();
        return connection.server;"""), "gestured 0.1.0")
    starter.join()


@check("a lost bridge is a loss, and a new one with another token the end")
def _(scene):
    scene.peer.start(lambda talk: (talk.hello(), talk.subscribed(), talk.until_gone()))
    scene.run("""
        window.connection = await connect({ reconnect: true });
        window.lost = new Promise((resolve) => connection.once("disconnected", resolve));
        window.ended = new Promise((resolve) => connection.once("close", resolve));
        window.events = (await connection.subscribe())[Symbol.asyncIterator]();""")
    scene.bridge.stop()
    equal(scene.run_in_page("return (await lost).code"), "disconnected")
    scene.bridge.start()
    error, kinds = scene.run_in_page("""
        const error = await ended;
        const kinds = [];
        const code = await (async () => {
            for (;;) { const { value, done } = await events.next(); if (done) return; kinds.push(value.kind); }
        })().catch(({ code }) => code);
        return [error.code, [...kinds, code]];""")
    equal([error, kinds], ["permission", ["connected", "disconnected", "permission"]])


@check("an unread connection ends at the limit of waiting lines where nothing can make gestured wait", kinds=["plain"])
def _(scene):
    def script(talk):
        talk.hello()
        talk.subscribed()
        try:
            end = time.monotonic() + 500
            for seq in itertools.count(1):
                talk.say("gesture", **{**PINCH, "seq": seq}, state="changed")
                if time.monotonic() > end:
                    break
        except OSError:
            return
        raise AssertionError("it goes on for ever")
    scene.peer.start(script)
    error, taken = scene.run("""
        const connection = await connect();
        const subscription = await connection.subscribe();
        await once(connection, "close"); // Nobody has taken them.
        let taken = 0;
        const error = await rejected((async () => { for await (const _ of subscription) taken += 1; })());
        return [error, taken];""")
    equal([error["code"], taken], ["disconnected", 17])
    assert "did not take" in error["message"], error


@check("what is not JSON ends a subscription with an error, after earlier events")
def _(scene):
    def script(talk):
        talk.hello()
        talk.subscribed()
        talk.say("gesture", **PINCH, state="recognized")
        talk.write("gesture!\n")
        talk.until_gone()
    scene.peer.start(script)
    kinds, error, asked = scene.run("""
        const kinds = [];
        const connection = await connect();
        const subscription = await connection.subscribe();
        const error = await rejected((async () => {
            for await (const event of subscription) kinds.push(event.kind);
        })());
        return [kinds, error, await rejected(connection.status())];""")
    equal(kinds, ["connected", "gesture"])
    equal([error["name"], error["code"], asked["code"]], ["ConnectionError", "protocol", "protocol"])


@check("a line of more than 16 MiB ends the connection, as the bridge or the library does not take it")
def _(scene):
    def script(talk):
        talk.hello()
        talk.hear("status")
        try:
            talk.write(" " * (16 * 1024 * 1024 + 1) + "\n")
        except OSError:
            return
        talk.until_gone()
    scene.peer.start(script)
    error = scene.run("return rejected((await connect()).status())")
    equal(error["name"], "ConnectionError")
    assert error["code"] in ("protocol", "disconnected"), error
