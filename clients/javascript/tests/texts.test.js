// Tests of recognizers that a program writes with the daemon itself, each beside the daemon's own type.

import assert from "node:assert/strict";
import { daemon, withDaemon } from "./daemon.js";
import { connected, test, until } from "./peer.js";
import { Checkmark, IncrementalPinch, Tickle } from "./texts.js";

const panel = "surfaces: [{ name: panel, match: { name: '*' }, size: 95mm x 54mm }]\n";
const desk = { name: "desk", frame: { x: "5%", y: "10%", width: "95%", height: "90%" } };
const states = ["began", "changed", "ended", "cancelled", "recognized", "failed"];

/** A daemon that plays a recording of the demonstration. */
function playing(t, recording, recognizers = "[]") {
    return daemon(t, `../demo/${recording}`, `${panel}recognizers: ${recognizers}\n`);
}

/** The events of a gesture that the program has recognized, and of that of the daemon's type by the same fingers. */
async function both(t, recording, type, recognizer) {
    const { socket } = await playing(t, recording);
    const connection = await connected(t, socket);
    await connection.attach({
        regions: [desk],
        recognizers: [
            { name: "own", type: "custom", recognizer, region: "desk", answerTimeout: 1 },
            { name: "builtin", type, region: "desk", simultaneousWith: "own" },
        ],
    });
    const whole = { own: new Map(), builtin: new Map() }, begun = new Map();
    for await (const event of await connection.subscribe({ states })) {
        if (event.kind !== "gesture") continue;
        const events = [...begun.get(event.gesture) ?? [], event], fingers = String(events[0].touches);
        begun.set(event.gesture, events);
        // A program that was too late, on a slow machine, gets another chance: the recording is played again.
        if (event.state === "recognized" || event.state === "ended") whole[event.recognizer].set(fingers, events);
        if (whole.own.has(fingers) && whole.builtin.has(fingers)) {
            return [whole.own.get(fingers), whole.builtin.get(fingers)];
        }
    }
}

/** The next gesture of this recognizer, or the next one in this state. */
async function next(events, name, state) {
    return (await until(events, (event) => event.recognizer === name && event.state === (state ?? event.state))).at(-1);
}

const near = (one, other, tolerance) => Math.abs(one - other) < tolerance;

test("the checkmark of a program is that of the daemon, to the place where it turns", withDaemon, async (t) => {
    const [[own], [builtin]] = await both(t, "checkmark", "checkmark", Checkmark);
    assert.deepEqual([own.type, own.state, own.touches], ["custom", "recognized", builtin.touches]);
    for (const member of ["location", "midpoint"]) {
        for (const axis of ["x", "y"]) assert.ok(near(own[member][axis], builtin[member][axis], 0.01), member);
    }
});

test("the tickle of a program is that of the daemon", withDaemon, async (t) => {
    const [[own], [builtin]] = await both(t, "tickle", "tickle", Tickle);
    assert.deepEqual([own.state, own.touches, own.count], [builtin.state, builtin.touches, builtin.count]);
});

test("the incremental pinch of a program is that of the daemon, in each frame", withDaemon, async (t) => {
    const [own, builtin] = await both(t, "incremental-pinch", "incrementalPinch", IncrementalPinch);
    assert.ok(own.length > 10);
    const statesOf = (events) => events.map(({ state, touches }) => [state, touches]);
    assert.deepEqual(statesOf(own), statesOf(builtin));
    // Places have three decimals.
    for (const [index, { scale }] of own.entries()) assert.ok(near(scale, builtin[index].scale, 0.001));
});

test("others wait until it has failed, and fail when it is recognized", withDaemon, async (t) => {
    for (const [recording, state, other] of [["checkmark", "recognized", "failed"], ["tickle", "failed", "began"]]) {
        const connection = await connected(t, (await playing(t, recording)).socket);
        await connection.attach({
            recognizers: [
                { name: "own", type: "custom", recognizer: Checkmark, answerTimeout: 1 },
                { name: "move", type: "pan", requireToFail: "own" },
            ],
        });
        const events = (await connection.subscribe({ states }))[Symbol.asyncIterator]();
        const own = await next(events, "own", state), move = await next(events, "move");
        assert.deepEqual([move.state, move.time >= own.time], [other, true]);
    }
});

test("a configured one is decided for all clients, also after a restart of the daemon", withDaemon, async (t) => {
    const served = await playing(t, "checkmark", "[{ name: done, type: custom, answerTimeout: 1s }]");
    const [deciding, other] = [
        await connected(t, served.socket, { reconnect: true }), await connected(t, served.socket, { reconnect: true }),
    ];
    await deciding.attach({ recognizers: [{ name: "done", type: "custom", recognizer: Checkmark }] });
    const events = (await other.subscribe())[Symbol.asyncIterator]();
    assert.equal((await next(events, "done")).state, "recognized");
    await served.stop();
    await served.start();
    await until(events, ({ kind, reconnected }) => kind === "connected" && reconnected);
    assert.ok((await next(events, "done")).midpoint);
});
