// Tests of the library with the daemon itself.

import assert from "node:assert/strict";
import { once } from "node:events";
import { daemon, lenient, usual, withDaemon } from "./daemon.js";
import { connected, test, until } from "./peer.js";

const panning = "ed-isdv4e6-single-center-circle";
/** A pan of five seconds. */
const goingOn = "../clients/finger-that-goes-on";
const doubleTap = "ed-isdv4e6-double-tap-center";

/** Whether an event has one touch, in this phase. */
const isTouch = (phase) => (event) => event.kind === "touch" && event.touches[0].phase === phase;

test("a pan is received from its beginning to its end, without a gap", withDaemon, async (t) => {
    const { socket } = await daemon(t, panning);
    const connection = await connected(t, socket);
    const events = (await connection.subscribe({ recognizers: ["mo?e"] }))[Symbol.asyncIterator]();
    const [first] = await until(events, (event) => event.state === "began");
    assert.equal(first.kind, "connected");
    assert.equal(first.reconnected, false);
    assert.deepEqual(first.snapshot.surfaces.map(({ name, unit, width }) => [name, unit, width]),
        [["panel", "px", 1920]]);
    assert.deepEqual(first.snapshot.recognizers.map(({ name }) => name), ["move"]);
    const pan = await until(events, (event) => event.state === "ended");
    assert.ok(pan.length > 10);
    for (const [index, event] of pan.slice(1).entries()) {
        assert.equal(event.seq, pan[index].seq + 1);
        assert.equal(event.type, "pan");
        assert.equal(typeof event.delta.x, "number");
    }
    assert.ok(pan.at(-1).projection);
});

test("own recognizers ask, and functions decide", withDaemon, async (t) => {
    const { socket } = await daemon(t, doubleTap);
    const connection = await connected(t, socket);
    const double = { name: "double", type: "tap", numberOfTapsRequired: 2, askTimeout: 1 };
    const others = { type: "tap", simultaneousWith: ["double", "single"] };
    const taps = [], touches = [];
    await connection.attach({
        recognizers: [
            { ...double, shouldBegin: async ({ taps: count, recognizer }) => taps.push([recognizer, count]) % 2 === 0 },
            { name: "single", type: "tap", requireToFail: ["double"] },
            { ...others, name: "deaf", askTimeout: 1, shouldReceive: (touch) => touches.push(touch) < 0 },
            { ...others, name: "hearing", requireToFail: ["deaf"] },
        ],
    });
    const events = (await connection.subscribe())[Symbol.asyncIterator]();
    // What declines is followed by what waits for it.
    await until(events, ({ recognizer }) => recognizer === "single" && taps.length > 0);
    for (const name of ["double", "hearing"]) await until(events, ({ recognizer }) => recognizer === name);
    assert.ok(taps.every(([name, count]) => name === "double" && count === 2));
    assert.ok(touches.length > 1 && touches.every(({ phase, surface }) => phase === "began" && surface === "panel"));
});

test("functions decide about two recognizers that share a touch, and these change", withDaemon, async (t) => {
    const { socket } = await daemon(t, doubleTap);
    const connection = await connected(t, socket);
    const pairs = [];
    const [shouldRecognizeSimultaneously, no] = [(pair) => pairs.push(pair) > 0, (pair) => pairs.push(pair) < 0];
    await connection.attach({
        recognizers: [
            { name: "one", type: "tap", shouldRecognizeSimultaneously },
            { name: "two", type: "tap", shouldRequireFailure: no, shouldBeRequiredToFail: no },
        ],
    });
    const events = (await connection.subscribe({ recognizers: ["one", "two"] }))[Symbol.asyncIterator]();
    for (const name of ["one", "two"]) await until(events, ({ recognizer }) => recognizer === name);
    assert.deepEqual(new Set(pairs.map(({ surface, other }) => `${surface} ${other}`)),
        new Set(["panel one", "panel two"]));
    await connection.update([], [{ name: "one", enabled: false, numberOfTapsRequired: 2 }]);
    await until(events, ({ recognizer }) => recognizer === "two");
    await assert.rejects(connection.update([], [{ name: "one", region: null }]), ({ path }) =>
        path === "params.recognizers[0].region");
});

test("a new configuration arrives as a snapshot; an invalid one is refused with problems", withDaemon, async (t) => {
    const served = await daemon(t, panning);
    const connection = await connected(t, served.socket);
    const subscription = await connection.subscribe();
    const told = once(subscription, "reloaded");
    await served.configure(`${usual}  - { name: zoom, type: pinch }\n`);
    const report = await connection.reload();
    assert.deepEqual([report.recognizers, report.added, report.removed], [3, 1, 0]);
    const [event] = await told;
    assert.ok(event.recognizers.some(({ name }) => name === "zoom"));
    assert.deepEqual(subscription.snapshot.recognizers, event.recognizers);
    await served.configure("recognizers: [{ name: a, type: tab }]\n");
    await assert.rejects(connection.reload(), (error) => {
        assert.equal(error.code, -32002);
        assert.ok(error.problems.length > 0);
        return true;
    });
});

test("a restart of the daemon is reported, and everything continues as before", withDaemon, async (t) => {
    const served = await daemon(t, panning);
    const connection = await connected(t, served.socket, { reconnect: true });
    const subscription = await connection.subscribe({ recognizers: ["move"] });
    const events = subscription[Symbol.asyncIterator]();
    await until(events, (event) => event.state === "began");
    await served.stop("SIGKILL");
    const [closing, lost] = (await until(events, (event) => event.kind === "disconnected")).slice(-2);
    assert.deepEqual([closing.state, closing.synthesized], ["cancelled", true]);
    assert.equal(lost.error.code, "disconnected");
    await served.start();
    const [again] = await until(events, (event) => event.kind === "connected");
    assert.equal(again.reconnected, true);
    assert.equal(again.snapshot.surfaces[0].name, "panel");
    await until(events, (event) => event.state === "began");
});

test("when the daemon is killed, a pan and its touch are cancelled before the stream ends", withDaemon, async (t) => {
    const served = await daemon(t, goingOn, lenient);
    const connection = await connected(t, served.socket);
    const events = [];
    let last;
    await assert.rejects(async () => {
        for await (const event of await connection.subscribe({ touches: true })) {
            events.push(event);
            if (last !== undefined || event.state !== "changed") continue;
            last = event;
            await served.stop("SIGKILL");
        }
    }, { code: "disconnected" });
    const [pan, touch] = events.slice(-2);
    assert.deepEqual([pan.state, pan.gesture, pan.seq, pan.synthesized], ["cancelled", last.gesture, 0, true]);
    assert.deepEqual(touch.touches.map(({ id, phase }) => [id, phase]), [[last.touches[0], "cancelled"]]);
    assert.ok(touch.synthesized);
    assert.equal(events.filter((event) => event.synthesized).length, 2);
});

test("new touches find moved regions, the upper one first, also after a restart", withDaemon, async (t) => {
    const served = await daemon(t, panning, lenient);
    const connection = await connected(t, served.socket, { reconnect: true });
    const corner = { x: 0, y: 0, width: "5%", height: "5%" };
    const whole = { x: 0, y: 0, width: "100%", height: "100%" };
    await connection.attach({ regions: ["a", "b"].map((name) => ({ name, frame: corner })) });
    const events = (await connection.subscribe({ recognizers: [], touches: true }))[Symbol.asyncIterator]();
    // The next touch that begins from now on; earlier ones may wait to be taken.
    const next = async () => {
        const now = Number(process.hrtime.bigint()) / 1e9;
        return (await until(events, (event) => isTouch("began")(event) && event.time > now)).at(-1).touches[0];
    };
    const { region, tapCount } = await next();
    assert.deepEqual([region, tapCount], ["root", 1]);
    const warnings = await connection.update([{ name: "a", frame: whole, above: null }, { name: "b", frame: whole }]);
    assert.deepEqual(warnings, []);
    assert.equal((await next()).region, "a");
    await assert.rejects(connection.region("a").move({ shape: "circle" }), { path: "params.regions[0].shape" });
    await served.stop();
    await served.start();
    await until(events, (event) => event.kind === "connected" && event.reconnected);
    assert.equal((await next()).region, "a");
});
