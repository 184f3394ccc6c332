// Tests of event streams: order, flow control, and the end of every beginning.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { connect } from "gestured";
import { connected, peer, pinch, snapshot, subscribed, take, test } from "./peer.js";

const touch = (phase, members = {}) => ({
    id: 3, phase, location: { x: 5, y: 6 }, previousLocation: { x: 4, y: 6 }, region: "root", tapCount: 1, ...members,
});

test("events are read only when they are taken, and arrive in order", async (t) => {
    const count = 20_000;
    const { subscription } = await subscribed(t, (talk) => {
        for (let seq = 1; seq <= count; seq += 1) talk.say("gesture", pinch("changed", { seq }));
    });
    while (subscription.hasRoom) await new Promise(setImmediate);
    for (let turn = 0; turn < 1000; turn += 1) await new Promise(setImmediate);
    assert.equal(subscription.readableLength, subscription.readableHighWaterMark);
    let expected = 0;
    for await (const event of subscription) {
        if (event.kind === "gesture") assert.equal(event.seq, ++expected);
        if (expected === count) break;
    }
});

test("a request is answered even if no events are taken", async (t) => {
    const { connection, subscription } = await subscribed(t, async (talk) => {
        for (let seq = 1; seq <= 1000; seq += 1) talk.say("gesture", pinch("changed", { seq }));
        talk.answer(await talk.hear("status"), { uptime: 1 });
    });
    while (subscription.hasRoom) await new Promise(setImmediate);
    assert.equal((await connection.status()).uptime, 1);
    await connection.close();
    let taken = 0;
    for await (const _ of subscription) taken += 1;
    assert.equal(taken, 1 + 1000 + 1, "the greeting, the gestures, and the end of the gesture");
});

test("nothing between the answer and the first turn of the loop is lost", async (t) => {
    const socket = await peer(t, async (talk) => {
        const { id } = await talk.hear("subscribe");
        const answer = { id, result: { subscription: 1, ...snapshot } };
        const messages = [answer, { method: "gesture", params: pinch("began") }];
        talk.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
    });
    const subscription = await (await connected(t, socket)).subscribe();
    await new Promise(setImmediate);
    await take(subscription[Symbol.asyncIterator](), (e) => e.kind === "connected", (e) => e.state === "began");
});

test("events are also emitted by kind", async (t) => {
    const { subscription } = await subscribed(t, (talk) => {
        talk.say("surface", { subscription: 1, change: "removed", surface: snapshot.surfaces[0] });
        talk.say("gesture", pinch("recognized"));
    });
    const order = [];
    subscription.on("connected", (event) => order.push(event.snapshot.surfaces[0].name));
    subscription.on("surface", (event) => order.push(event.change));
    const [gesture] = await once(subscription, "gesture");
    assert.equal(gesture.recognizer, "zoom");
    assert.deepEqual(order, ["panel", "removed"]);
});

test("leaving the loop unsubscribes", async (t) => {
    const unsubscribed = resolvers();
    const socket = await peer(t, async (talk) => {
        await talk.subscribed(4);
        unsubscribed.resolve(await talk.hear("unsubscribe"));
    });
    const connection = await connected(t, socket);
    for await (const event of await connection.subscribe()) {
        assert.equal(event.kind, "connected");
        break;
    }
    assert.deepEqual((await unsubscribed.promise).params, { subscription: 4 });
});

test("unsubscribing ends the stream after the events before the answer", async (t) => {
    const socket = await peer(t, async (talk) => {
        await talk.subscribed(4);
        const request = await talk.hear("unsubscribe");
        talk.say("gesture", pinch("began", { subscription: 4 }));
        talk.answer(request, {});
        talk.say("gesture", pinch("changed", { subscription: 4 }));
    });
    const connection = await connected(t, socket);
    const subscription = await connection.subscribe();
    await connection.unsubscribe(subscription);
    const states = [];
    for await (const event of subscription) states.push(event.state ?? event.kind);
    assert.deepEqual(states, ["connected", "began", "cancelled"]);
});

test("when the connection is lost, gestures and touches under way are cancelled before the error", async (t) => {
    const pan = { type: "pan", recognizer: "move", delta: { x: 3, y: 4 }, translation: { x: 9, y: 9 } };
    const socket = await peer(t, async (talk) => {
        await talk.subscribed(1, { gestures: [pinch("changed", { gesture: 5, subscription: undefined })] });
        talk.say("gesture", pinch("began", { gesture: 6 }));
        talk.say("gesture", pinch("ended", { gesture: 6 }));
        talk.say("gesture", pinch("changed", { gesture: 8, ...pan }));
        talk.say("gesture", pinch("failed", { gesture: 0 }));
        const frame = { subscription: 1, surface: "panel", time: 2 };
        const other = { coalesced: [{ time: 2, location: { x: 4, y: 6 } }], lost: 1, predicted: [] };
        talk.say("touch", { ...frame, touches: [touch("began"), touch("began", { id: 4 })] });
        talk.say("touch", { ...frame, time: 3, touches: [touch("moved", other), touch("ended", { id: 4 })] });
        talk.end('{"jsonrpc":"2.0","method":"gest');
    });
    const connection = await connected(t, socket);
    const events = [];
    await assert.rejects(async () => {
        for await (const event of await connection.subscribe({ touches: true })) events.push(event);
    }, { code: "disconnected" });
    const closing = events.slice(events.findIndex((event) => event.synthesized));
    assert.deepEqual(closing.map((event) => [event.kind, event.state, event.gesture, event.delta]), [
        ["gesture", "cancelled", 5, 1],
        ["gesture", "cancelled", 8, { x: 0, y: 0 }],
        ["touch", undefined, undefined, undefined],
    ]);
    assert.equal(closing[2].time, 3);
    assert.deepEqual(closing[2].touches, [touch("cancelled", { previousLocation: { x: 5, y: 6 } })]);
});

test("more gestures under way than there are fingers are an error, not memory", async (t) => {
    const socket = await peer(t, async (talk) => {
        await talk.subscribed();
        for (let gesture = 1; gesture < 5000; gesture += 1) talk.say("gesture", pinch("began", { gesture }));
    });
    const connection = await connected(t, socket);
    await assert.rejects(async () => {
        for await (const _ of await connection.subscribe()) continue;
    }, { code: "protocol", message: /under way/ });
});

test("an error in a listener goes to the program, and the connection continues", async (t) => {
    const socket = await peer(t, async (talk) => {
        await talk.subscribed();
        const request = await talk.hear("status"); // Now it listens, and is called while a line is read.
        talk.say("gesture", pinch("began"));
        talk.answer(request, { uptime: 1 });
    });
    const program = `
        import { connect } from "gestured";
        process.on("uncaughtException", (error) => console.log(error.message));
        const connection = await connect({ path: ${JSON.stringify(socket)} });
        const subscription = await connection.subscribe();
        subscription.on("gesture", ({ state }) => { throw new Error(state); });
        subscription.once("connected", async () => {
            console.log((await connection.status()).uptime);
            setImmediate(() => process.exit());
        });`;
    const cwd = fileURLToPath(new URL("..", import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], { cwd });
    assert.deepEqual(stdout.split("\n").sort(), ["", "1", "began"]);
});

test("a program that uses `require` can connect, too", async (t) => {
    const socket = await peer(t, () => {});
    const { connect: connectFromCommonJS } = createRequire(import.meta.url)("gestured");
    const connection = await connectFromCommonJS({ path: socket });
    assert.equal(connection.server, "gestured 0.1.0");
});

function resolvers() {
    const parts = {};
    parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
    return parts;
}
