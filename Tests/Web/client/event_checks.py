"""Checks of the events that pages receive."""

import threading

from peer import SURFACE
from scene import PINCH, check, equal


@check("twenty thousand events arrive in order, and leaving the loop unsubscribes")
def _(scene):
    def script(talk):
        talk.hello()
        talk.subscribed(4)
        for seq in range(1, 20_001):
            talk.say("gesture", **{**PINCH, "subscription": 4, "seq": seq}, state="changed")
        equal(talk.hear("unsubscribe")["params"], {"subscription": 4})
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


@check("gestured waits while the page does not take events, and nothing is lost", kinds=["stream"])
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
