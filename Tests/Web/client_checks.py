"""Checks of the JavaScript library in Chromium, through the bridge.

    client_checks.py BRIDGE [PART]     starts the program BRIDGE; with PART only checks with that in their titles

Needs selenium, Debian's chromium and chromium-driver. $GESTURED_PROGRAM is a built gestured; without it, the checks with
the daemon itself are skipped. Prints a line for each check, and the numbers last.
"""

import os
import pathlib
import sys
import tempfile
import threading
import traceback

from client_parts import SURFACE, Bridge, Browser, Daemon, Peer

CHECKS = []
PINCH = {
    "subscription": 1, "seq": 1, "recognizer": "zoom", "type": "pinch", "gesture": 7, "surface": "panel",
    "region": "root", "time": 1234.56789, "location": {"x": 512, "y": 300.5}, "touches": [3, 4], "scale": 1.23,
    "delta": 1.01, "velocity": 0.8,
}


def check(title, once=False):
    """Adds a check of both kinds of WebSocket, or of the usual one."""
    def add(body):
        CHECKS.append((title, body, False))
        if not once:
            CHECKS.append((f"{title} (without WebSocketStream)", body, True))
    return add


class Scene:
    """What a check uses."""

    def __init__(self, browser, bridge, peer, plain):
        self.browser, self.bridge, self.peer, self.plain = browser, bridge, peer, plain

    def run(self, code, *arguments):
        """Runs code in the page; an error fails the check."""
        return self.browser.run(code, *arguments, plain=self.plain)

    def run_in_page(self, code):
        """Runs code without loading the library, whose bridge may be gone."""
        return self.browser.run_in_page(code)

    def open(self, token=None):
        self.browser.open(f"{self.bridge.origin}/view/#{self.bridge.token if token is None else token}")


def equal(found, expected):
    assert found == expected, f"{found!r} instead of {expected!r}"


# Connecting

@check("a page takes the bridge from its address, and moves the token to the session's storage")
def _(scene):
    scene.peer.start(*[lambda talk: (talk.hello(), talk.until_gone())] * 2)
    code = """
        const connection = await connect();
        const { server, capabilities, path, isConnected } = connection;
        await connection.close();
        return [server, capabilities, path, isConnected, location.hash, sessionStorage.getItem("gestured-token")];"""
    expected = ["gestured 0.1.0", ["gestures", "attach"], f"ws://127.0.0.1:{scene.bridge.port}/gestures", True, "",
                scene.bridge.token]
    equal(scene.run(code), expected)
    equal(scene.run(code), expected)


@check("the address of a bridge can be given")
def _(scene):
    scene.open("")
    scene.peer.start(lambda talk: (talk.hello(), talk.accept("status", {"uptime": 5})))
    equal(scene.run("""
        const connection = await connect({ url: args[0] });
        const { uptime } = await connection.status();
        await connection.close();
        return uptime;""", scene.bridge.url), 5)


@check("a page loads no file that is for Node", once=True)
def _(scene):
    loaded = scene.run("return performance.getEntriesByType('resource').map(({ name }) => name)")
    names = {name.rpartition("/")[2] for name in loaded if "/gestured/" in name}
    assert "browser.js" in names and "connection.js" in names, names
    assert not names & {"index.js", "node.js", "lines.js"}, names


@check("a wrong token, or none, is refused at once, even when reconnecting")
def _(scene):
    for token in ("0" * 32, ""):
        error = scene.run("return rejected(connect({ url: args[0], reconnect: true }))",
                          scene.bridge.url.replace(scene.bridge.token, token))
        equal([error["name"], error["code"]], ["ConnectionError", "permission"])
        assert "403" in error["message"] and "gestured-web" in error["message"], error
        assert "token=" not in error["message"] + error["path"], error


@check("a missing gestured is an error with a remedy, without reconnecting")
def _(scene):
    error = scene.run("return rejected(connect())")
    equal([error["name"], error["code"]], ["ConnectionError", "unreachable"])
    assert "are it and `gestured-web web` running" in error["message"], error


@check("a missing bridge is an error with a remedy")
def _(scene):
    error = scene.run("return rejected(connect({ url: 'ws://127.0.0.1:9/gestures?token=secret' }))")
    equal([error["code"], error["path"]], ["unreachable", "ws://127.0.0.1:9/gestures"])


@check("an address that is not one of WebSockets is a mistake", once=True)
def _(scene):
    error = scene.run("return rejected(connect({ url: 'ftp://127.0.0.1/gestures' }))")
    equal(error["name"], "TypeError")


@check("another version of the protocol is refused, even when reconnecting")
def _(scene):
    scene.peer.start(lambda talk: (talk.hello(2), talk.until_gone()))
    error = scene.run("return rejected(connect({ reconnect: true }))")
    equal(error["code"], "protocol")
    assert "version 2" in error["message"], error


@check("an error instead of the greeting is the reason")
def _(scene):
    scene.peer.start(lambda talk: (talk.refuse(None, -32000, "too many peers", hint="close some"), talk.until_gone()))
    error = scene.run("return rejected(connect())")
    equal([error["name"], error["code"], error["hint"]], ["RequestError", -32000, "close some"])


@check("a signal ends the wait for gestured")
def _(scene):
    error = scene.run("""
        const stop = new AbortController();
        setTimeout(() => stop.abort(new Error("enough")), 500);
        return rejected(connect({ reconnect: true, signal: stop.signal }));""")
    equal(error["message"], "enough")
    assert any("trying again" in line for line in scene.browser.messages())


# Requests

@check("a refused request has its place and a hint, and the next one is answered")
def _(scene):
    def script(talk):
        talk.hello()
        talk.refuse(talk.hear("subscribe")["id"], -32602, "unknown state", path="params.states[0]", hint="`began`?")
        talk.accept("list", ["Größe 🖐"])
    scene.peer.start(script)
    error, devices = scene.run("""
        const connection = await connect();
        const error = await rejected(connection.subscribe({ states: ["begun"] }));
        const devices = await connection.list("devices");
        await connection.close();
        return [error, devices];""")
    equal([error["name"], error["code"], error["path"], error["hint"]],
          ["RequestError", -32602, "params.states[0]", "`began`?"])
    equal(devices, ["Größe 🖐"])


@check("a request that is too long, by its bytes, is not sent")
def _(scene):
    scene.peer.start(lambda talk: (talk.hello(), equal(talk.until_gone(), [])))
    error = scene.run("""
        const connection = await connect();
        const error = await rejected(connection.request("status", { text: "ä".repeat(40_000) }));
        await connection.close();
        return error;""")
    equal([error["code"], error["path"]], [-32700, "params"])


@check("closing ends requests and streams, and may be repeated")
def _(scene):
    def script(talk):
        talk.hello()
        talk.subscribed()
        talk.hear("status")
        talk.say("gesture", **PINCH, state="began")
        talk.until_gone()
    scene.peer.start(script)
    asked, states, error = scene.run("""
        const connection = await connect();
        const subscription = await connection.subscribe();
        const asked = rejected(connection.status());
        const events = subscription[Symbol.asyncIterator]();
        await take(events, ({ state }) => state === "began");
        await connection.close();
        await connection.close();
        const states = [(await events.next()).value.state, (await events.next()).done];
        return [(await asked).code, states, (await rejected(connection.status())).code];""")
    equal([asked, states, error], ["closed", ["cancelled", True], "closed"])


@check("regions are attached and moved, and a warning comes once")
def _(scene):
    warning = "region photo is outside of its surface"
    heard = []

    def script(talk):
        talk.hello()
        heard.append(talk.accept("attach", {"regions": ["photo"], "recognizers": [], "warnings": [warning]}))
        heard.append(talk.accept("update", {"warnings": [warning]}))
    scene.peer.start(script)
    frame = {"x": 0, "y": 0, "width": "50%", "height": "50%"}
    scene.browser.messages()
    equal(scene.run("""
        const connection = await connect();
        await connection.attach({ regions: [{ name: "photo", frame: args[0] }] });
        const warnings = await connection.region("photo").move({ transform: [0, 1, -1, 0, 5, 6], above: null });
        await connection.close();
        return warnings;""", frame), [warning])
    equal(heard, [{"regions": [{"name": "photo", "frame": frame}]},
                  {"regions": [{"transform": [0, 1, -1, 0, 5, 6], "above": None, "name": "photo"}]}])
    equal(len([line for line in scene.browser.messages() if warning in line]), 1)


@check("functions answer questions, a promise later")
def _(scene):
    heard = []

    def script(talk):
        talk.hello()
        heard.append(talk.accept("attach", {"regions": [], "recognizers": ["row"], "surfaces": []})["recognizers"])
        gesture = {"recognizer": "row", "type": "pan", "state": "began"}
        touch = {"id": 3, "phase": "began", "location": {"x": 1, "y": 2}}
        talk.say("question", question=1, ask="begin", recognizer="row", gesture=gesture)
        talk.say("question", question=2, ask="receive", recognizer="row", touch=touch)
        heard.extend([talk.accept("answer"), talk.accept("answer")])
    scene.peer.start(script)
    scene.run("""
        const connection = await connect();
        const closed = once(connection, "close");
        let resolve;
        const later = new Promise((resolved) => (resolve = resolved));
        await connection.attach({ recognizers: [{
            name: "row", type: "pan", shouldBegin: () => later,
            shouldReceive: ({ id }) => { setTimeout(resolve, 10, false); return id === 3; },
        }] });
        await closed;""")
    equal(heard, [[{"name": "row", "type": "pan", "ask": ["begin", "receive"]}],
                  {"question": 2, "yes": True}, {"question": 1, "yes": False}])


# Events

@check("twenty thousand events arrive in order, and leaving the loop unsubscribes")
def _(scene):
    def script(talk):
        talk.hello()
        talk.subscribed(4)
        for seq in range(1, 20_001):
            talk.say("gesture", **{**PINCH, "subscription": 4, "seq": seq}, state="changed")
        equal(talk.accept("unsubscribe"), {"subscription": 4})
        talk.until_gone()
    scene.peer.start(script)
    equal(scene.run("""
        const connection = await connect();
        let expected = 0;
        for await (const event of await connection.subscribe()) {
            if (event.kind === "gesture" && event.seq !== ++expected) return [event.seq, expected];
            if (expected === 20_000) break;
        }
        await connection.close();
        return expected;"""), 20_000)


@check("gestured waits while the page does not take events, and nothing is lost", once=True)
def _(scene):
    blocked = threading.Event()
    count = []

    def script(talk):
        talk.hello()
        talk.subscribed()
        seq = 0
        while not talk.is_blocked(2):
            assert seq < 500_000, "it never waits"
            seq += 1
            talk.say("gesture", **{**PINCH, "seq": seq}, state="changed")
        count.append(seq)
        blocked.set()
        talk.say("gesture", **{**PINCH, "seq": seq + 1}, state="ended")
        talk.until_gone()
    scene.peer.start(script)
    scene.run("""
        window.connection = await connect();
        window.subscription = await connection.subscribe();""")
    assert blocked.wait(60)
    waiting, taken = scene.run("""
        const waiting = subscription.readableLength;
        let taken = 0;
        for await (const event of subscription) {
            if (event.kind === "gesture" && event.seq !== ++taken) throw new Error(`${event.seq} after ${taken - 1}`);
            if (event.state === "ended") break;
        }
        await connection.close();
        return [waiting, taken];""")
    equal([waiting, taken], [16, count[0] + 1])


@check("a request is answered though no events are taken")
def _(scene):
    def script(talk):
        talk.hello()
        talk.subscribed()
        for seq in range(1000):
            talk.say("gesture", **{**PINCH, "seq": seq}, state="changed")
        talk.accept("status", {"uptime": 1})
        talk.until_gone()
    scene.peer.start(script)
    equal(scene.run("""
        const connection = await connect();
        const subscription = await connection.subscribe();
        while (subscription.hasRoom) await new Promise(setTimeout);
        const { uptime } = await connection.status();
        await connection.close();
        let taken = 0;
        for await (const _ of subscription) taken += 1;
        return [uptime, taken];"""), [1, 1002])


@check("events are emitted by kind; an error of a listener goes to the page, and the connection goes on")
def _(scene):
    def script(talk):
        talk.hello()
        talk.subscribed()
        talk.say("surface", subscription=1, change="removed", surface=SURFACE)
        talk.say("gesture", **PINCH, state="recognized")
        talk.accept("status", {"uptime": 1})
        talk.until_gone()
    scene.peer.start(script)
    equal(scene.run("""
        const connection = await connect();
        const subscription = await connection.subscribe();
        const order = [];
        window.onerror = (_, __, ___, ____, error) => order.push(error.message);
        subscription.on("connected", ({ snapshot }) => order.push(snapshot.surfaces[0].name));
        subscription.on("surface", ({ change }) => { order.push(change); throw new Error("mistake"); });
        const { recognizer } = await once(subscription, "gesture");
        await connection.status();
        const ends = new Promise((resolve) => subscription.on("close", resolve));
        await connection.close();
        await ends;
        return [...order.sort(), recognizer];"""), ["mistake", "panel", "removed", "zoom"])


@check("a subscription is ended after the events before the answer")
def _(scene):
    def script(talk):
        talk.hello()
        talk.subscribed(4)
        request = talk.hear("unsubscribe")
        talk.say("gesture", **{**PINCH, "subscription": 4}, state="began")
        talk.send(id=request["id"], result={})
        talk.say("gesture", **{**PINCH, "subscription": 4}, state="changed")
        talk.until_gone()
    scene.peer.start(script)
    equal(scene.run("""
        const connection = await connect();
        const subscription = await connection.subscribe();
        await connection.unsubscribe(subscription);
        const states = [];
        for await (const event of subscription) states.push(event.state ?? event.kind);
        await connection.close();
        return states;"""), ["connected", "began", "cancelled"])


# Losses

@check("when gestured ends, gestures and touches under way are cancelled before the error")
def _(scene):
    touch = {"id": 3, "location": {"x": 5, "y": 6}, "previousLocation": {"x": 4, "y": 6}, "region": "root"}

    def script(talk):
        talk.hello()
        talk.subscribed()
        talk.say("gesture", **PINCH, state="began")
        talk.say("touch", subscription=1, surface="panel", time=2, touches=[{**touch, "phase": "began"}])
    scene.peer.start(script)
    events, error = scene.run("""
        const events = [];
        const connection = await connect();
        const subscription = await connection.subscribe({ touches: true });
        const error = await rejected((async () => { for await (const event of subscription) events.push(event); })());
        return [events, error];""")
    equal([each.get("state", each["kind"]) for each in events], ["connected", "began", "touch", "cancelled", "touch"])
    assert events[-2]["synthesized"] and events[-1]["touches"][0]["phase"] == "cancelled", events
    equal([error["name"], error["code"]], ["ConnectionError", "disconnected"])


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


@check("after a loss everything is restored, and the application is notified")
def _(scene):
    heard = []

    def before(talk):
        talk.hello()
        talk.accept("attach", {"regions": ["a"], "recognizers": ["double"]})
        talk.accept("update")
        talk.subscribed(1)
        talk.say("gesture", **PINCH, state="began")

    def refusing(talk):
        talk.refuse(None, -32000, "too many peers")

    def after(talk):
        talk.hello()
        heard.append(talk.accept("attach", {}))
        heard.append(talk.accept("update", {}))
        heard.append(talk.subscribed(9))
        talk.say("gesture", **{**PINCH, "subscription": 9, "gesture": 70}, state="began")
        talk.until_gone()
    scene.peer.start(before, refusing, after)
    frame = {"x": 0, "y": 0, "width": 10, "height": 10}
    events, told = scene.run("""
        const connection = await connect({ reconnect: true });
        const told = [];
        connection.on("disconnected", ({ code }) => told.push(code));
        connection.on("connected", ({ reconnected }) => told.push(reconnected));
        await connection.attach({
            regions: [{ name: "a", frame: args[0] }], recognizers: [{ name: "double", type: "tap" }],
        });
        await connection.update([{ name: "a", enabled: false }]);
        const subscription = await connection.subscribe({ recognizers: ["*"], maxRate: 30 });
        const events = await take(subscription[Symbol.asyncIterator](), ({ gesture }) => gesture === 70);
        await connection.close();
        return [events, told];""", frame)
    equal([each.get("state", each["kind"]) for each in events],
          ["connected", "began", "cancelled", "disconnected", "connected", "began"])
    equal([events[4]["reconnected"], events[5]["subscription"], events[3]["error"]["code"]],
          [True, events[0]["subscription"], "disconnected"])
    equal(heard, [{"regions": [{"name": "a", "frame": frame}], "recognizers": [{"name": "double", "type": "tap"}]},
                  {"regions": [{"name": "a", "enabled": False}]}, {"recognizers": ["*"], "maxRate": 30}])
    equal(told, ["disconnected", True])


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


@check("an unread connection ends at the limit of waiting lines where nothing can make gestured wait")
def _(scene):
    if not scene.plain:
        return

    def script(talk):
        talk.hello()
        talk.subscribed()
        try:
            for seq in range(1, 400_000):
                talk.say("gesture", **{**PINCH, "seq": seq}, state="changed")
        except OSError:
            return
        raise AssertionError("it goes on for ever")
    scene.peer.start(script)
    error = scene.run("""
        const connection = await connect();
        const subscription = await connection.subscribe();
        const closed = once(connection, "close");
        await new Promise((resolve) => setTimeout(resolve, 15_000)); // Nobody takes them.
        return rejected((async () => { for await (const _ of subscription) continue; })());""")
    equal(error["code"], "disconnected")
    assert "did not take" in error["message"], error


for name, text in {
    "what is not JSON": "gesture!\n", "a number": "42\n", "an object that is no message": "{}\n",
    "brackets without end": "[" * 100_000 + "\n",
    "a snapshot without lists":
        '{"jsonrpc":"2.0","method":"reloaded","params":{"subscription":1,"surfaces":7}}\n',
}.items():
    @check(f"{name} ends a subscription with an error, after earlier events")
    def _(scene, text=text):
        def script(talk):
            talk.hello()
            talk.subscribed()
            talk.say("gesture", **PINCH, state="recognized")
            talk.write(text)
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


# Places

@check("places on the surface are those of pointer events in a window", once=True)
def _(scene):
    scene.browser.driver.execute_script("""
        window.seen = [];
        addEventListener("pointermove", (event) => {
            const { screenX, screenY, clientX, clientY } = event;
            seen.push({ screenX, screenY, clientX, clientY });
        });""")
    from selenium.webdriver.common.action_chains import ActionChains
    actions = ActionChains(scene.browser.driver)
    actions.w3c_actions.pointer_action.move_to_location(123, 97)
    actions.perform()
    seen, found, back, frame, vector = scene.run("""
        const { screenX, screenY, clientX, clientY } = seen.at(-1);
        const scale = devicePixelRatio; // The page is not zoomed: pixels of the panel for each of the desktop.
        const surface = { name: "panel", unit: "px", width: screen.width * scale, height: screen.height * scale };
        const map = new PageMap(surface, { fullScreen: false });
        const place = { x: screenX * scale, y: screenY * scale };
        return [
            { clientX, clientY }, map.toClient(place), map.toSurface({ clientX, clientY }),
            map.frame({ left: clientX, top: clientY, width: 30, height: 20 }), map.vectorToClient({ x: scale, y: 0 }),
        ];""")
    equal(seen, {"clientX": 123, "clientY": 97})
    equal(found, seen)
    equal(frame, {**back, "width": 30, "height": 20})
    equal(vector, {"x": 1, "y": 0})


@check("a page in full screen is the whole surface, in any unit; a window needs pixels", once=True)
def _(scene):
    corner, middle, error = scene.run("""
        const surface = { name: "panel", unit: "pt", width: 2207.5, height: 1244.9 };
        const map = new PageMap(surface, { fullScreen: true });
        const { clientX, clientY } = map.toClient({ x: surface.width, y: surface.height });
        const middle = map.toSurface({ clientX: innerWidth / 2, clientY: innerHeight / 2 });
        let error;
        try { new PageMap(surface, { fullScreen: false }).toClient(middle); } catch (caught) { error = told(caught); }
        return [[clientX / innerWidth, clientY / innerHeight], middle, error];""")
    equal(corner, [1, 1])
    equal(middle, {"x": 1103.75, "y": 622.45})
    assert error["name"] == "RangeError" and "`pixels`" in error["message"], error


@check("zoom, a second display and the browser's bars count", once=True)
def _(scene):
    # A panel of 3840 x 2160 at twice the size, right of another; the page is zoomed to 150 %.
    client, full = scene.run("""
        const view = {
            devicePixelRatio: 3, innerWidth: 640, innerHeight: 400, outerWidth: 962, outerHeight: 701,
            screenX: 2020, screenY: 10, screen: { width: 1920, height: 1080 },
        };
        const surface = { name: "panel", unit: "px", width: 3840, height: 2160 };
        const display = { left: 1920, top: 0, width: 1920 };
        const map = new PageMap(surface, { view, display });
        // Of the desktop 101 + 300 and 10 + 100 + 150: the frame is 1 wide, the bars 100 high.
        return [
            map.toClient({ x: 2 * (101 + 300), y: 2 * (10 + 100 + 150) }),
            new PageMap(surface, { view: { ...view, innerWidth: 1920, innerHeight: 1080 } }).isFullScreen,
        ];""")
    equal([{name: round(value, 9) for name, value in client.items()}, full], [{"clientX": 200, "clientY": 100}, True])


# gestured itself

def with_daemon(title, recording):
    def add(body):
        @check(f"with gestured itself: {title}")
        def _(scene):
            daemon = Daemon(os.environ["GESTURED_PROGRAM"], scene.peer.path, recording)
            daemon.start()
            try:
                body(scene, daemon)
            finally:
                daemon.stop()
    return add if "GESTURED_PROGRAM" in os.environ else lambda body: None


@with_daemon("a pan is received from its beginning to its end, without a gap", "ed-isdv4e6-single-center-circle")
def _(scene, _):
    pan = scene.run("""
        const connection = await connect();
        const events = (await connection.subscribe({ recognizers: ["mo?e"] }))[Symbol.asyncIterator]();
        const began = await take(events, ({ state }) => state === "began");
        const rest = await take(events, ({ state }) => state === "ended");
        await connection.close();
        return [began.at(-1), ...rest];""")
    assert len(pan) > 10
    equal([each["seq"] for each in pan], list(range(pan[0]["seq"], pan[0]["seq"] + len(pan))))


@with_daemon("own recognizers ask, regions move, and all of it is restored after a restart",
             "ed-isdv4e6-single-center-circle")
def _(scene, daemon):
    scene.run("""
        window.connection = await connect({ reconnect: true });
        window.asked = 0;
        const corner = { x: 0, y: 0, width: "5%", height: "5%" };
        await connection.attach({
            regions: [{ name: "photo", frame: corner }],
            recognizers: [{ name: "mine", type: "pan", region: "photo", shouldBegin: () => (asked += 1) > 0 }],
        });
        await connection.region("photo").move({ frame: { x: 0, y: 0, width: "100%", height: "100%" } });
        window.events = (await connection.subscribe({ recognizers: ["mine"] }))[Symbol.asyncIterator]();
        await take(events, ({ state }) => state === "began");""")
    daemon.stop()
    daemon.start()
    asked, region = scene.run("""
        await take(events, ({ reconnected }) => reconnected);
        const before = asked;
        const [gesture] = (await take(events, ({ state }) => state === "began")).slice(-1);
        await connection.close();
        return [asked > before, gesture.region];""")
    equal([asked, region], [True, "photo"])


def main():
    program, part = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
    numbers = {"passed": 0, "failed": 0}
    with tempfile.TemporaryDirectory() as folder:
        pages = pathlib.Path(folder, "pages")
        (pages / "view").mkdir(parents=True)
        (pages / "view/index.html").write_text("<!DOCTYPE html><title>Check</title>\n")
        path = f"{folder}/socket"
        bridge, peer, browser = Bridge(program, path, pages), Peer(path), Browser()
        try:
            bridge.start()
            for title, body, plain in CHECKS:
                if part in title:
                    numbers[run(title, body, Scene(browser, bridge, peer, plain))] += 1
        finally:
            browser.quit()
            bridge.stop()
    print(f"{numbers['passed']} passed, {numbers['failed']} failed")
    return 1 if numbers["failed"] or not numbers["passed"] else 0


def run(title, body, scene):
    problems = []
    try:
        scene.open()
        body(scene)
    except Exception:  # Whatever it is, the check has failed, and the next one is run.
        problems.append(traceback.format_exc())
    scene.browser.driver.get("about:blank")  # Closes what the check has left open.
    problems += map(repr, scene.peer.stop())
    print(f"{'FAIL' if problems else 'ok  '} {title}", *problems, sep="\n", flush=True)
    return "failed" if problems else "passed"


if __name__ == "__main__":
    sys.exit(main())
