// Tests of regions that move, and of what subscriptions receive in them.

import assert from "node:assert/strict";
import { once } from "node:events";
import { connected, peer, pinch, snapshot, take, test } from "./peer.js";

const frame = { x: 0, y: 0, width: "50%", height: "50%" };
const turned = [0, 1, -1, 0, 5, 6];
const photo = (name, members = {}) => ({ name, frame, ...members });
const above = (name) => ({ name, above: null });

/** Accepts these requests, and returns their params. */
async function accept(talk, methods, result = {}) {
    const heard = [];
    for (const method of methods) {
        const request = await talk.hear(method);
        heard.push(request.params);
        talk.answer(request, result);
    }
    return heard;
}

/** The requests after a loss, of what `change` has attached and moved by these methods. */
async function restored(t, methods, change) {
    const requests = [];
    const socket = await peer(t, async (talk) => {
        await accept(talk, methods);
        talk.end();
    }, async (talk) => {
        await talk.eachRequest((request) => {
            const { regions, recognizers } = request.params;
            requests.push([request.method, recognizers?.length > 0 ? recognizers : regions]);
            talk.answer(request, {});
        });
    });
    const connection = await connected(t, socket, { reconnect: true });
    const again = once(connection, "connected");
    await change(connection);
    await again;
    await connection.close();
    return requests;
}

test("only what is given is sent, and several regions move in one step", async (t) => {
    let heard;
    const socket = await peer(t, async (talk) => {
        heard = await accept(talk, ["update", "update", "update"]);
    });
    const connection = await connected(t, socket);
    const region = connection.region("photo");
    await region.move({ frame, transform: turned, above: "other" });
    await region.move({ shape: "ellipse", above: null, enabled: false });
    await connection.update([{ name: "photo", shape: [[0, 0], [9, 0], [0, 9]] }, above("other")]);
    await connection.close();
    assert.deepEqual(heard.map(({ regions }) => regions), [
        [{ name: "photo", frame, transform: turned, above: "other" }],
        [{ name: "photo", shape: "ellipse", above: null, enabled: false }],
        [{ name: "photo", shape: [[0, 0], [9, 0], [0, 9]] }, above("other")],
    ]);
});

test("each warning is emitted once, and returned", async (t) => {
    const warning = "region `photo` lies off surface `panel`";
    const warned = [];
    const note = ({ name, message }) => name === "GesturedWarning" && warned.push(message);
    process.on("warning", note);
    t.after(() => process.off("warning", note));
    const socket = await peer(t, async (talk) => {
        await accept(talk, ["attach", "update"], { regions: ["photo"], warnings: [warning] });
    });
    const connection = await connected(t, socket);
    assert.deepEqual((await connection.attach({ regions: [photo("photo")] })).warnings, [warning]);
    assert.deepEqual(await connection.region("photo").move({ enabled: true }), [warning]);
    await new Promise(setImmediate);
    assert.deepEqual(warned, [warning]);
});

test("regions are attached again, and then moved to where they were last", async (t) => {
    const requests = await restored(t, ["attach", "update", "update"], async (connection) => {
        const definitions = [photo("a"), photo("b", { transform: turned, enabled: false })];
        await connection.attach({ regions: definitions });
        await connection.update([{ name: "a", transform: turned, frame: null }, { name: "b", enabled: true }]);
        await connection.region("a").move({ transform: [1, 0, 0, 1, 9, 9], shape: "ellipse" });
    });
    assert.deepEqual(requests, [
        ["attach", [photo("a"), photo("b", { transform: turned, enabled: false })]],
        ["update", [{ name: "a", transform: [1, 0, 0, 1, 9, 9], shape: "ellipse" }]],
        ["update", [{ name: "b", enabled: true }]],
    ]);
});

test("moves of detached regions are forgotten", async (t) => {
    const requests = await restored(t, ["attach", "update", "detach", "attach"], async (connection) => {
        await connection.attach({ regions: [photo("a"), photo("b", { parent: "a" }), photo("c")] });
        await connection.update(["a", "b", "c"].map((name) => ({ name, enabled: false })));
        await connection.detach({ regions: ["a"] });
        await connection.attach({ regions: [photo("a")] });
    });
    assert.deepEqual(requests, [
        ["attach", [photo("c")]], ["attach", [photo("a")]], ["update", [{ name: "c", enabled: false }]],
    ]);
});

test("the order is restored after everything is attached, unless it is as attached", async (t) => {
    const requests = await restored(t, ["attach", "attach", "update", "detach"], async (connection) => {
        await connection.attach({ regions: [photo("a"), photo("b")] });
        await connection.attach({
            regions: [photo("c", { above: "d" }), photo("gone"), photo("d", { above: "a" })],
        });
        await connection.update([above("b"), { name: "a", above: "c" }]);
        await connection.detach({ regions: ["gone"] });
    });
    assert.deepEqual(requests, [
        ["attach", [photo("a"), photo("b")]], ["attach", [photo("c"), photo("d")]],
        ["update", ["d", "c", "a", "b"].map(above)],
    ]);
    const unchanged = await restored(t, ["attach", "update", "update"], async (connection) => {
        await connection.attach({ regions: [photo("a"), photo("b")] });
        await connection.update([above("a")]);
        await connection.update([{ name: "b", above: "a" }]);
    });
    assert.deepEqual(unchanged, [["attach", [photo("a"), photo("b")]]]);
});

test("recognizers are attached again, with what has changed of them", async (t) => {
    const methods = ["attach", "update", "update", "setEnabled", "detach"];
    const requests = await restored(t, methods, async (connection) => {
        await connection.attach({ recognizers: ["a", "b", "c"].map((name) => ({ name, blocks: "c" })) });
        await connection.update([], [
            { name: "a", x: 1, enabled: true, requireToFail: ["b", "c"] }, { name: "b", blocks: null },
        ]);
        await connection.update([], [{ name: "a", x: null }]);
        await connection.setEnabled("a", false);
        await connection.detach({ recognizers: ["c"] });
    });
    assert.deepEqual(requests, [
        ["attach", [{ name: "a", blocks: [], enabled: false }, { name: "b", blocks: [] }]],
        ["update", [{ name: "a", x: null, enabled: false, requireToFail: ["b"] }, { name: "b", blocks: null }]],
    ]);
});

test("a refused move is not kept", async (t) => {
    let again;
    const socket = await peer(t, async (talk) => {
        await accept(talk, ["attach"]);
        talk.refuse((await talk.hear("update")).id, -32602, "no such region");
        talk.end();
    }, async (talk) => {
        [again] = await accept(talk, ["attach"]);
        await accept(talk, ["status"]);
    });
    const connection = await connected(t, socket, { reconnect: true });
    await connection.attach({ regions: [photo("a")] });
    await assert.rejects(connection.update([{ name: "a", transform: turned, above: null }, { name: "b" }]));
    await once(connection, "disconnected");
    await connection.status();
    assert.deepEqual(again.regions, [photo("a")]);
});

test("a subscription has coordinates of the region, a place for each finger, and counts of taps", async (t) => {
    const places = [{ x: 1, y: 2 }, { x: 3, y: 4 }];
    const touch = (id, members) => ({
        id, phase: "began", location: places[0], previousLocation: places[0], region: "photo", ...members,
    });
    const frameOf = (...touches) => ({ surface: "panel", time: 1, touches });
    let params;
    const socket = await peer(t, async (talk) => {
        const request = await talk.hear("subscribe");
        params = request.params;
        talk.answer(request, { subscription: 1, ...snapshot, touches: [frameOf(touch(3, { tapCount: 2 }), touch(4))] });
        talk.say("gesture", pinch("began", { locations: places }));
        talk.say("touch", { subscription: 1, ...frameOf(touch(5, { tapCount: 2 }), touch(6)) });
    });
    const connection = await connected(t, socket);
    const options = { coordinates: "region", locations: true, touches: true };
    const subscription = await connection.subscribe(options);
    const [first, , touches] = await take(subscription[Symbol.asyncIterator](), (e) => e.kind === "connected",
        (e) => assert.deepEqual(e.locations, places) === undefined, (e) => e.kind === "touch");
    assert.deepEqual(params, options);
    assert.deepEqual(first.snapshot.touches[0].touches.map(({ tapCount }) => tapCount), [2, 1]);
    assert.deepEqual(touches.touches.map(({ tapCount }) => tapCount), [2, 1]);
});
