// Tests of a client with a faulty peer.

import assert from "node:assert/strict";
import path from "node:path";
import { connect } from "gestured";
import { connected, folder, peer, pinch, subscribed, take, test, ungreeted } from "./peer.js";

test("a missing daemon is an error at once, with a remedy", async (t) => {
    const nowhere = path.join(await folder(t), "nowhere");
    await assert.rejects(connect({ path: nowhere }), (error) => {
        assert.equal(error.name, "ConnectionError");
        assert.equal(error.code, "unreachable");
        assert.equal(error.path, nowhere);
        assert.match(error.message, /systemctl status gestured/);
        assert.match(error.reason, /ENOENT/);
        return true;
    });
});

test("an address of a bridge needs WebSocket, and one where nothing is an error at once", async () => {
    const connecting = connect({ url: "ws://127.0.0.1:9/gestures?token=secret" });
    await assert.rejects(connecting, typeof WebSocket === "undefined"
        ? { name: "TypeError", message: /version 22/ }
        : { code: "unreachable", path: "ws://127.0.0.1:9/gestures" });
});

test("another version of the protocol is refused, even when reconnecting", async (t) => {
    const socket = await peer(t, ungreeted((talk) => talk.hello(2)));
    await assert.rejects(connect({ path: socket, reconnect: true }), { code: "protocol", message: /version 2 / });
});

test("an error instead of the greeting is the reason", async (t) => {
    const socket = await peer(t, ungreeted((talk) => {
        talk.refuse(null, -32000, "too many peers", { hint: "close some" });
        talk.end();
    }));
    await assert.rejects(connect({ path: socket }), { name: "RequestError", code: -32000, hint: "close some" });
});

const garbage = {
    "what is not JSON": "gesture!\n",
    "what is not UTF-8": Buffer.from('{"method":"\xff"}\n', "latin1"),
    "a number": "42\n",
    "null": "null\n",
    "a list": "[]\n",
    "an object that is no message": "{}\n",
    "an empty line": "\n",
    "brackets without end": `${"[".repeat(100_000)}\n`,
    "a line of more than 16 MiB": Buffer.alloc(16 * 1024 * 1024 + 1, 0x20),
    "a snapshot without lists": `${JSON.stringify({
        jsonrpc: "2.0", method: "reloaded", params: { subscription: 1, surfaces: 7 },
    })}\n`,
};

for (const [name, bytes] of Object.entries(garbage)) {
    test(`${name} ends a subscription with an error, after earlier events`, async (t) => {
        const socket = await peer(t, async (talk) => {
            await talk.subscribed();
            talk.say("gesture", pinch("recognized"));
            talk.write(bytes);
        });
        const connection = await connected(t, socket);
        const kinds = [];
        await assert.rejects(async () => {
            for await (const event of await connection.subscribe()) kinds.push(event.kind);
        }, { name: "ConnectionError", code: "protocol" });
        assert.deepEqual(kinds, ["connected", "gesture"]);
        await assert.rejects(connection.status(), { code: "protocol" });
    });
}

test("garbage fails the waiting request", async (t) => {
    const socket = await peer(t, async (talk) => {
        await talk.hear("status");
        talk.write("?\n");
    });
    const connection = await connected(t, socket);
    await assert.rejects(connection.status(), { code: "protocol", message: /not JSON/ });
});

test("lines may come in pieces of any size, within characters, and many at once", async (t) => {
    const socket = await peer(t, async (talk) => {
        const request = await talk.hear("list");
        const line = Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", id: request.id, result: ["Größe 🖐"] })}\n`);
        for (const byte of line) {
            await new Promise((resolve) => talk.socket.write(Buffer.from([byte]), resolve));
        }
        const next = await talk.hear("status");
        talk.write(`{"jsonrpc":"2.0","method":"news"}\n{"jsonrpc":"2.0","id":${next.id},"result":{"uptime":1}}\n`);
    });
    const connection = await connected(t, socket);
    assert.deepEqual(await connection.list("devices"), ["Größe 🖐"]);
    assert.equal((await connection.status()).uptime, 1);
});

test("unknown methods, members, subscriptions and types are ignored or passed on", async (t) => {
    const socket = await peer(t, ungreeted(async (talk) => {
        talk.write('{"jsonrpc":"2.0","method":"hello","params":{"protocol":1,"server":"s","mood":"good"}}\n');
        await talk.subscribed();
        talk.say("weather", { subscription: 1 });
        talk.say("gesture", pinch("began", { subscription: 99 }));
        talk.say("gesture", pinch("recognized", { type: "zigzag", corners: 3 }));
        talk.write('{"jsonrpc":"2.0","id":12345,"result":{}}\n');
        talk.write('{"jsonrpc":"2.0","method":"gesture","params":{"__proto__":{"kind":"lagged"}}}\n');
        talk.end();
    }));
    const connection = await connected(t, socket);
    assert.deepEqual(connection.capabilities, []);
    const events = [];
    await assert.rejects(async () => {
        for await (const event of await connection.subscribe()) events.push(event);
    }, { code: "disconnected" });
    assert.equal(events.length, 2);
    assert.equal(events[1].corners, 3);
});

test("the capabilities of the connection can change", async (t) => {
    const socket = await peer(t, async (talk) => {
        talk.say("capabilities", { capabilities: ["touches"], later: 1 });
        talk.say("capabilities", {});
        talk.answer(await talk.hear("status"), {});
    });
    const connection = await connected(t, socket);
    const told = [];
    connection.on("capabilities", (capabilities) => told.push(capabilities));
    await connection.status();
    assert.deepEqual(connection.capabilities, ["touches"]);
    assert.ok(told.length <= 1); // It may have come before anybody listened.
});

test("a refusal without an id is that of the oldest request", async (t) => {
    const socket = await peer(t, async (talk) => {
        await talk.hear("status");
        const second = await talk.hear("list");
        talk.refuse(null, -32700, "too long", { path: "", hint: "say less" });
        talk.answer(second, []);
    });
    const connection = await connected(t, socket);
    const first = connection.status();
    const second = connection.list("surfaces");
    await assert.rejects(first, { code: -32700, hint: "say less" });
    assert.deepEqual(await second, []);
});

test("an error of any shape is an error", async (t) => {
    const strange = [{ code: "x", message: 1, data: [] }, { code: 1, message: "m", data: { problems: [1] } }];
    const shapes = [{}, 7, null, ...strange];
    const socket = await peer(t, async (talk) => {
        for (const error of shapes) {
            const { id } = await talk.hear("status");
            talk.write(`${JSON.stringify({ jsonrpc: "2.0", id, error })}\n`);
        }
    });
    const connection = await connected(t, socket);
    for (const _ of shapes) await assert.rejects(connection.status(), { name: "RequestError" });
});

test("closing ends requests and streams, and may be repeated", async (t) => {
    const { connection, subscription } = await subscribed(t, async (talk) => {
        await talk.hear("status");
        talk.say("gesture", pinch("began"));
    });
    const asked = assert.rejects(connection.status(), { code: "closed" });
    const events = subscription[Symbol.asyncIterator]();
    await take(events, (e) => e.kind === "connected", (e) => e.state === "began");
    await connection.close();
    await connection.close();
    await asked;
    await take(events, (e) => e.state === "cancelled");
    assert.equal((await events.next()).done, true);
    await assert.rejects(connection.subscribe(), { code: "closed" });
});

test("each request has its method and its params", async (t) => {
    const heard = [];
    const socket = await peer(t, async (talk) => {
        await talk.eachRequest((request) => {
            heard.push([request.method, request.params]);
            talk.answer(request, {});
        });
    });
    const connection = await connected(t, socket);
    await connection.setEnabled("zoom", false);
    await connection.setPrivate("keyboard", true);
    await connection.swallow("panel");
    await connection.swallow();
    await connection.rotate("panel", 90);
    await connection.detach();
    await connection.reload();
    await connection.close();
    assert.deepEqual(heard, [
        ["setEnabled", { recognizer: "zoom", enabled: false }], ["setPrivate", { region: "keyboard", private: true }],
        ["swallow", { surface: "panel" }], ["swallow", {}], ["rotate", { surface: "panel", rotation: 90 }],
        ["detach", {}], ["reload", undefined],
    ]);
});
