// Tests of the library with the daemon itself.

import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "gestured";
import { daemon, lenient, usual, withDaemon } from "./daemon.js";
import { test } from "./peer.js";

const panning = "ed-isdv4e6-single-center-circle";
/** A pan of five seconds. */
const goingOn = "../clients/finger-that-goes-on";
const doubleTap = "ed-isdv4e6-double-tap-center";

/** Whether an event has one touch, in this phase. */
const isTouch = (phase) => (event) => event.kind === "touch" && event.touches[0].phase === phase;

/** Events up to the first that passes, that one included. */
async function until(events, passes) {
    const taken = [];
    for (;;) {
        const { value, done } = await events.next();
        assert.ok(!done, "the stream has ended");
        taken.push(value);
        if (passes(value)) return taken;
    }
}

test("the greeting has the server and the capabilities", withDaemon, async (t) => {
    const { socket } = await daemon(t, panning);
    const connection = await connect({ path: socket });
    assert.match(connection.server, /^gestured /);
    assert.ok(connection.capabilities.includes("gestures"));
    await connection.close();
});

test("a pan is received from its beginning to its end, without a gap", withDaemon, async (t) => {
    const { socket } = await daemon(t, panning);
    const connection = await connect({ path: socket });
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
    await connection.close();
});

test("an invalid request is refused with its place and a hint", withDaemon, async (t) => {
    const { socket } = await daemon(t, panning);
    const connection = await connect({ path: socket });
    await assert.rejects(connection.subscribe({ states: ["begun"] }), (error) => {
        assert.deepEqual([error.name, error.code, error.path], ["RequestError", -32602, "params.states[0]"]);
        assert.match(error.hint, /began/);
        return true;
    });
    await assert.rejects(connection.request("gestures"), { code: -32601 });
    await connection.close();
});

test("surfaces, devices, recognizers and regions are listed", withDaemon, async (t) => {
    const { socket } = await daemon(t, panning);
    const connection = await connect({ path: socket });
    const [surfaces, devices, recognizers, regions] = await Promise.all([
        connection.list("surfaces"), connection.list("devices"), connection.list("recognizers"),
        connection.list("regions"),
    ]);
    assert.equal(surfaces[0].name, "panel");
    assert.ok(devices.some((device) => device.used && device.surface === "panel"));
    assert.deepEqual(recognizers.map(({ name, type }) => [name, type]), [["move", "pan"], ["touch", "tap"]]);
    assert.deepEqual(regions.map(({ name, surface }) => [name, surface]), [["root", "panel"]]);
    await connection.close();
});

test("status counts subscriptions, which end with their loop", withDaemon, async (t) => {
    const { socket } = await daemon(t, panning);
    const connection = await connect({ path: socket });
    const subscription = await connection.subscribe();
    const status = await connection.status();
    assert.equal(status.subscriptions, 1);
    assert.equal(status.refused, false);
    assert.equal(typeof status.latency.p99, "number");
    assert.equal(status.connections[0].pid, process.pid);
    for await (const _ of subscription) break;
    assert.equal((await connection.status()).subscriptions, 0);
    await connection.close();
});

test("own recognizers ask, and functions decide", withDaemon, async (t) => {
    const { socket } = await daemon(t, doubleTap);
    const connection = await connect({ path: socket });
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
    await connection.close();
});

test("an own double tap makes an own single tap fail", withDaemon, async (t) => {
    const { socket } = await daemon(t, doubleTap);
    const connection = await connect({ path: socket });
    const names = await connection.attach({
        regions: [{ name: "canvas", frame: { x: "0%", y: "0%", width: "100%", height: "100%" } }],
        recognizers: [
            { name: "double", type: "tap", numberOfTapsRequired: 2, region: "canvas" },
            { name: "single", type: "tap", region: "canvas", requireToFail: ["double"] },
        ],
    });
    const [{ name, unit }] = await connection.list("surfaces");
    assert.deepEqual(names, { regions: ["canvas"], recognizers: ["double", "single"], surfaces: [{ name, unit }] });
    const own = (await connection.list("recognizers")).filter((recognizer) => recognizer.own);
    assert.deepEqual(own.map(({ name }) => name), ["double", "single"]);
    const events = (await connection.subscribe({ recognizers: ["double", "single"] }))[Symbol.asyncIterator]();
    const isDouble = (event) => event.recognizer === "double";
    await until(events, isDouble); // The fingers of the first round may have been down when it was attached.
    const [again] = (await until(events, isDouble)).slice(-1);
    assert.deepEqual([again.taps, again.region, again.state], [2, "canvas", "recognized"]);
    await connection.setEnabled("double", false);
    const [single] = (await until(events, (event) => event.recognizer === "single")).slice(-1);
    assert.equal(single.taps, 1);
    await connection.detach();
    assert.ok((await connection.list("recognizers")).every((recognizer) => !recognizer.own));
    await connection.close();
});

test("a misspelled name causes a warning, and an attached one does not", withDaemon, async (t) => {
    const { socket } = await daemon(t, doubleTap);
    const connection = await connect({ path: socket });
    await connection.attach({ recognizers: [{ name: "once", type: "tap" }] });
    const warned = once(process, "warning");
    const { snapshot } = await connection.subscribe({ recognizers: ["once", "tuoch", "mo*"] });
    assert.deepEqual(snapshot.unmatched, [{ glob: "tuoch", nearest: "touch" }]);
    assert.equal((await warned)[0].message, '"tuoch" matches no recognizer now; did you mean "touch"?');
    await connection.close();
});

test("only a configured region can be made private", withDaemon, async (t) => {
    const { socket } = await daemon(t, panning);
    const connection = await connect({ path: socket });
    await assert.rejects(connection.setPrivate("nowhere", true), /no such region/);
    await connection.close();
});

test("only an intercepted surface swallows", withDaemon, async (t) => {
    const { socket } = await daemon(t, panning);
    const connection = await connect({ path: socket });
    await assert.rejects(connection.swallow("nowhere"), /no such surface/);
    await assert.rejects(connection.swallow(), /no surface is intercepted/);
    await connection.close();
});

test("an invalid attachment is refused as a whole, with every problem", withDaemon, async (t) => {
    const { socket } = await daemon(t, panning);
    const connection = await connect({ path: socket });
    const recognizers = [{ name: "a", type: "tab" }, { name: "b", type: "tap", numberOfTaps: 2 }];
    await assert.rejects(connection.attach({ recognizers }), (error) => {
        assert.equal(error.code, -32602);
        assert.match(error.path, /^params\.recognizers\[0\]/);
        assert.ok(error.problems.length >= 2);
        assert.equal(error.message, error.problems.join("\n  "));
        assert.equal(error.message.split(error.hint).length, 2, "the hint stands there once");
        return true;
    });
    await connection.close();
});

test("touches are received, each from began to its end", withDaemon, async (t) => {
    const { socket } = await daemon(t, panning, lenient);
    const connection = await connect({ path: socket });
    const events = (await connection.subscribe({ recognizers: [], touches: true }))[Symbol.asyncIterator]();
    const [began] = (await until(events, isTouch("began"))).slice(-1);
    const { id } = began.touches[0];
    const rest = await until(events, isTouch("ended"));
    assert.ok(rest.length > 10);
    assert.ok(rest.slice(0, -1).every(isTouch("moved")));
    assert.ok(rest.every((event) => event.touches.every((touch) => touch.id === id)));
    await connection.close();
});

test("a touch that a pan has taken is cancelled", withDaemon, async (t) => {
    const { socket } = await daemon(t, panning);
    const connection = await connect({ path: socket });
    const events = (await connection.subscribe({ touches: true }))[Symbol.asyncIterator]();
    let cancelled, taken;
    await until(events, (event) => {
        if (isTouch("cancelled")(event)) cancelled = event.touches[0].id;
        if (event.state === "began") taken = event.touches[0];
        return cancelled !== undefined && taken !== undefined;
    });
    assert.equal(cancelled, taken);
    await connection.close();
});

test("a requested rate is not exceeded", withDaemon, async (t) => {
    const { socket } = await daemon(t, panning);
    const connection = await connect({ path: socket });
    const subscription = await connection.subscribe({ recognizers: ["move"], maxRate: 5 });
    const events = subscription[Symbol.asyncIterator]();
    await until(events, (event) => event.state === "began");
    const pan = await until(events, (event) => event.state === "ended");
    const times = pan.filter((event) => event.state === "changed").map((event) => event.time);
    // A pan of 0.9 s has room for five, the daemon's timer for a little inexactness.
    assert.ok(times.length >= 1 && times.length <= 6, `${times.length} changed`);
    await connection.close();
});

test("rotating a surface is answered with the surface, and notified", withDaemon, async (t) => {
    const { socket } = await daemon(t, panning);
    const connection = await connect({ path: socket });
    const subscription = await connection.subscribe();
    const told = once(subscription, "surface");
    const surface = await connection.rotate("panel", 90);
    assert.deepEqual([surface.width, surface.height, surface.rotation], [1200, 1920, 90]);
    const [event] = await told;
    assert.deepEqual([event.change, event.surface], ["changed", surface]);
    await connection.close();
});

test("a new configuration arrives as a snapshot; an invalid one is refused with problems", withDaemon, async (t) => {
    const served = await daemon(t, panning);
    const connection = await connect({ path: served.socket });
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
    await connection.close();
});

test("a restart of the daemon is reported, and everything continues as before", withDaemon, async (t) => {
    const served = await daemon(t, panning);
    const connection = await connect({ path: served.socket, reconnect: true });
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
    await connection.close();
});

test("when the daemon is killed, a pan and its touch are cancelled before the stream ends", withDaemon, async (t) => {
    const served = await daemon(t, goingOn, lenient);
    const connection = await connect({ path: served.socket });
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

test("own recognizers are attached again after a restart", withDaemon, async (t) => {
    const served = await daemon(t, panning);
    const connection = await connect({ path: served.socket, reconnect: true });
    await connection.attach({ recognizers: [{ name: "mine", type: "pan" }] });
    await connection.setEnabled("mine", false);
    await served.stop("SIGKILL");
    const connected = once(connection, "connected");
    await served.start();
    await connected;
    const own = (await connection.list("recognizers")).filter((recognizer) => recognizer.own);
    assert.deepEqual(own.map(({ name, enabled }) => [name, enabled]), [["mine", false]]);
    await connection.close();
});

test("new touches find moved regions, the upper one first, also after a restart", withDaemon, async (t) => {
    const served = await daemon(t, panning, lenient);
    const connection = await connect({ path: served.socket, reconnect: true });
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
    await connection.close();
});

test("shapes of separate updates are restored though they do not fit into one request", withDaemon, async (t) => {
    const served = await daemon(t, panning, lenient);
    const connection = await connect({ path: served.socket, reconnect: true });
    const names = Array.from({ length: 20 }, (_, index) => `photo${index}`);
    const whole = { x: 0, y: 0, width: "100%", height: "100%" };
    await connection.attach({ regions: names.map((name) => ({ name, frame: whole })) });
    // Narrow and at the left, where no finger of the recording lands.
    const shape = Array.from({ length: 16 }, (_, x) => [x, x * x]);
    for (const name of names) await connection.region(name).move({ shape });
    const events = (await connection.subscribe({ recognizers: [], touches: true }))[Symbol.asyncIterator]();
    await served.stop();
    await served.start();
    await until(events, (event) => event.kind === "connected" && event.reconnected);
    assert.equal((await connection.list("regions")).filter(({ own }) => own).length, 20);
    assert.equal((await until(events, isTouch("began"))).at(-1).touches[0].region, "root");
    await connection.close();
});

test("places are those in the region, with one for each finger", withDaemon, async (t) => {
    const { socket } = await daemon(t, panning);
    const connection = await connect({ path: socket });
    await connection.attach({
        regions: [{ name: "half", frame: { x: 480, y: 0, width: 960, height: 1200 } }],
        recognizers: [{ name: "mine", type: "pan", region: "half" }],
    });
    const options = { recognizers: ["mine"], locations: true };
    const outside = (await connection.subscribe(options))[Symbol.asyncIterator]();
    const inside = (await connection.subscribe({ ...options, coordinates: "region" }))[Symbol.asyncIterator]();
    const [first] = (await until(outside, (event) => event.state === "began")).slice(-1);
    const [second] = (await until(inside, (event) => event.gesture === first.gesture)).slice(-1);
    assert.ok(Math.abs(first.location.x - second.location.x - 480) < 0.01);
    assert.ok(Math.abs(first.locations[0].x - second.locations[0].x - 480) < 0.01);
    assert.deepEqual([second.locations.length, second.translation], [1, first.translation]);
    await connection.close();
});

test("when the daemon stops, a pan is cancelled and the stream ends with the reason", withDaemon, async (t) => {
    const served = await daemon(t, panning);
    const connection = await connect({ path: served.socket });
    const states = [];
    await assert.rejects(async () => {
        for await (const event of await connection.subscribe({ recognizers: ["move"] })) {
            if (event.kind !== "gesture") continue;
            states.push(event.state);
            if (event.state === "began") void served.stop();
        }
    }, { code: "disconnected" });
    assert.equal(states.at(-1), "cancelled");
});
