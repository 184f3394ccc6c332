// Tests of reconnection: the same subscriptions and attachments as before.

import assert from "node:assert/strict";
import { once } from "node:events";
import path from "node:path";
import { connect } from "gestured";
import { connected, folder, peer, pinch, take, test, ungreeted } from "./peer.js";

const tap = (name, members = {}) => ({ name, type: "tap", ...members });
const region = (name, members = {}) => ({ name, frame: { x: 0, y: 0, width: 10, height: 10 }, ...members });

/** Serves one subscription, and loses the connection. */
async function subscribedAndLost(talk) {
    await talk.subscribed();
    talk.end();
}

test("attachments and subscriptions are restored, and the application is notified", async (t) => {
    const recognizers = [tap("double"), tap("single", { requireToFail: ["double"] })];
    const heard = [];
    const socket = await peer(t, async (talk) => {
        talk.answer(await talk.hear("attach"), { regions: [], recognizers: ["double", "single"] });
        await talk.subscribed(1);
        talk.say("gesture", pinch("began"));
        talk.end();
    }, async (talk) => {
        const attach = await talk.hear("attach");
        heard.push(attach.params);
        talk.answer(attach, { regions: [], recognizers: ["double", "single"] });
        heard.push(await talk.subscribed(9));
        talk.say("gesture", pinch("began", { subscription: 9, gesture: 70 }));
    });
    const connection = await connected(t, socket, { reconnect: true });
    const told = [];
    connection.on("disconnected", (error) => told.push(error.code));
    connection.on("connected", (hello) => told.push(hello.reconnected));
    await connection.attach({ recognizers });
    const subscription = await connection.subscribe({ recognizers: ["*"], maxRate: 30 });
    const [, , , lost, again, next] = await take(subscription[Symbol.asyncIterator](),
        (e) => e.kind === "connected" && !e.reconnected,
        (e) => e.state === "began" && e.gesture === 7,
        (e) => e.state === "cancelled" && e.gesture === 7 && e.synthesized,
        (e) => e.kind === "disconnected",
        (e) => e.kind === "connected" && e.reconnected,
        (e) => e.state === "began" && e.gesture === 70);
    assert.equal(lost.error.code, "disconnected");
    assert.equal(again.snapshot.surfaces[0].name, "panel");
    assert.equal(next.subscription, subscription.number, "the number of a subscription stays");
    assert.deepEqual(heard, [{ regions: [], recognizers }, { recognizers: ["*"], maxRate: 30 }]);
    assert.deepEqual(told, ["disconnected", true]);
});

test("a glob that matches no recognizer or surface causes one warning", async (t) => {
    const warnings = [];
    const note = ({ name, message }) => name === "GesturedWarning" && warnings.push(message);
    process.on("warning", note);
    t.after(() => process.off("warning", note));
    const unmatched = [{ glob: "tpa", nearest: "tap" }];
    const unmatchedSurfaces = [{ glob: "tpa", nearest: "tap-table" }];
    const socket = await peer(t, async (talk) => {
        await talk.subscribed(1, { unmatched, unmatchedSurfaces });
        talk.end();
    }, async (talk) => {
        await talk.subscribed(1, {
            unmatched: [...unmatched, { glob: "zo?n" }],
            unmatchedSurfaces: [...unmatchedSurfaces, { glob: "strange" }],
        });
    });
    const connection = await connected(t, socket, { reconnect: true });
    const subscription = await connection.subscribe({ recognizers: ["tpa", "zo?n"], surfaces: ["tpa", "pa*"] });
    const [first] = await take(subscription[Symbol.asyncIterator](),
        (e) => e.kind === "connected" && !e.reconnected,
        (e) => e.kind === "disconnected",
        (e) => e.kind === "connected" && e.reconnected);
    assert.deepEqual(first.snapshot.unmatched, unmatched);
    assert.deepEqual(first.snapshot.unmatchedSurfaces, unmatchedSurfaces);
    await new Promise(setImmediate);
    assert.deepEqual(warnings, [
        '"tpa" matches no recognizer now; did you mean "tap"?',
        '"tpa" matches no surface now; did you mean "tap-table"?',
        '"zo?n" matches no recognizer now',
    ]);
});

test("detached regions stay detached, with their content and references", async (t) => {
    const attached = [];
    const ok = async (talk, method) => talk.answer(await talk.hear(method), {});
    const socket = await peer(t, async (talk) => {
        for (const method of ["attach", "attach", "detach", "detach", "setEnabled"]) await ok(talk, method);
        talk.end();
    }, async (talk) => {
        for (let count = 0; count < 2; count += 1) {
            const request = await talk.hear("attach");
            attached.push(request.params);
            talk.answer(request, {});
        }
        await ok(talk, "status");
    });
    const connection = await connected(t, socket, { reconnect: true });
    await connection.attach({
        regions: [region("page"), region("margin", { parent: "page" }), region("bar")],
        recognizers: [tap("a", { region: "margin" }), tap("b", { region: "bar" }), tap("c")],
    });
    await connection.attach({ recognizers: [tap("d", { requireToFail: ["a", "b"], blocks: "c" }), tap("e")] });
    await connection.detach({ regions: ["page"] });
    await connection.detach({ recognizers: ["c", "e"] });
    await connection.setEnabled("d", false);
    await once(connection, "connected");
    await connection.status();
    await connection.close();
    assert.deepEqual(attached, [
        { regions: [region("bar")], recognizers: [tap("b", { region: "bar" })] },
        { regions: [], recognizers: [tap("d", { requireToFail: ["b"], blocks: [], enabled: false })] },
    ]);
});

test("a request during the loss waits for the connection", async (t) => {
    const socket = await peer(t,
        (talk) => talk.end(),
        async (talk) => talk.answer(await talk.hear("status"), { uptime: 5 }));
    const connection = await connected(t, socket, { reconnect: true });
    await once(connection, "disconnected");
    assert.equal(connection.isConnected, false);
    assert.equal((await connection.status()).uptime, 5);
    assert.equal(connection.isConnected, true);
});

test("a loss while everything is restored is a loss like any other", async (t) => {
    const socket = await peer(t, subscribedAndLost,
        async (talk) => {
            await talk.hear("subscribe");
            talk.end();
        },
        ungreeted((talk) => {
            talk.refuse(null, -32000, "too many peers");
            talk.end();
        }),
        async (talk) => await talk.subscribed());
    const connection = await connected(t, socket, { reconnect: true });
    const events = (await connection.subscribe())[Symbol.asyncIterator]();
    await take(events, (e) => e.kind === "connected", (e) => e.kind === "disconnected",
        (e) => e.kind === "connected" && e.reconnected);
});

test("a refusal while everything is restored ends the streams with that error", async (t) => {
    const socket = await peer(t, subscribedAndLost,
        async (talk) => {
            const { id } = await talk.hear("subscribe");
            talk.refuse(id, -32001, "not allowed", { hint: "grant `touches` under `access`" });
        });
    const connection = await connected(t, socket, { reconnect: true });
    const closed = once(connection, "close");
    await assert.rejects(async () => {
        for await (const _ of await connection.subscribe({ touches: true })) continue;
    }, { code: -32001, hint: "grant `touches` under `access`" });
    assert.equal((await closed)[0].code, -32001);
});

test("a subscription left while there was no connection is not made again", async (t) => {
    const socket = await peer(t, subscribedAndLost,
        async (talk) => talk.answer(await talk.hear("status"), {}));
    const connection = await connected(t, socket, { reconnect: true });
    for await (const event of await connection.subscribe()) if (event.kind === "disconnected") break;
    await connection.status();
});

test("a reconnecting client also waits for a daemon that has not started, until it is closed", async (t) => {
    const nowhere = path.join(await folder(t), "nowhere");
    const stop = new AbortController();
    const warned = once(process, "warning");
    const connecting = connect({ path: nowhere, reconnect: true, signal: stop.signal });
    const [warning] = await warned;
    assert.match(warning.message, /cannot be reached .* trying again/);
    stop.abort(new Error("enough"));
    await assert.rejects(connecting, { message: "enough" });
});
