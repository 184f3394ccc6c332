// A scripted peer for tests, with a script for each connection.

import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { test as run } from "node:test";
import { connect } from "gestured";

export const surface = { name: "panel", device: "/dev/input/event4", unit: "px", width: 1920, height: 1080 };
export const snapshot = { surfaces: [surface], recognizers: [], gestures: [] };

/** A test that fails if it does not end. */
export function test(name, ...rest) {
    const [options, body] = rest.length === 2 ? rest : [{}, rest[0]];
    return run(name, { timeout: 60_000, ...options }, body);
}

const endings = new WeakMap();

/** Runs this when the test is over; what began last ends first. */
export function atEnd(test, end) {
    if (!endings.has(test)) {
        endings.set(test, []);
        test.after(async () => {
            let failure;
            for (const each of endings.get(test).reverse()) {
                try {
                    await each();
                } catch (error) {
                    failure ??= error;
                }
            }
            if (failure) throw failure;
        });
    }
    endings.get(test).push(end);
}

/** A folder that is there for the length of a test. */
export async function folder(test) {
    const name = await mkdtemp(path.join(tmpdir(), "gestured-"));
    atEnd(test, () => rm(name, { recursive: true }));
    return name;
}

const ungreetedScripts = new WeakSet();

/** A script for a client that is not greeted. */
export function ungreeted(script) {
    ungreetedScripts.add(script);
    return script;
}

/** A peer at a socket, whose path is returned; each connection is greeted, and given to the next script. */
export async function peer(test, ...scripts) {
    const socketPath = path.join(await folder(test), "socket");
    const talks = new Set();
    const failures = [];
    const server = net.createServer((socket) => {
        const talk = new Talk(socket);
        talks.add(socket);
        const script = scripts.shift() ?? ungreeted(() => socket.destroy());
        if (!ungreetedScripts.has(script)) talk.hello();
        Promise.resolve(script(talk)).catch((error) => {
            failures.push(error);
            socket.destroy();
        });
    });
    atEnd(test, () => {
        server.close();
        for (const socket of talks) socket.destroy();
        if (failures.length > 0) throw failures[0];
    });
    server.listen(socketPath);
    await once(server, "listening");
    return socketPath;
}

/** A connection to a peer that is closed when the test is over. */
export async function connected(test, socketPath, options = {}) {
    const connection = await connect({ path: socketPath, ...options });
    atEnd(test, () => connection.close());
    return connection;
}

/** A subscription to a peer with this script after its beginning, and its connection. */
export async function subscribed(test, script, options) {
    const connection = await connected(test, await peer(test, async (talk) => {
        await talk.subscribed();
        await script(talk);
    }));
    return { connection, subscription: await connection.subscribe(options) };
}

class Talk {
    #requests;

    constructor(socket) {
        this.socket = socket;
        socket.on("error", () => {});
        this.#requests = createInterface({ input: socket })[Symbol.asyncIterator]();
    }

    write(text) {
        this.socket.write(text);
    }

    say(method, params) {
        this.write(`${JSON.stringify({ jsonrpc: "2.0", method, params })}\n`);
    }

    hello(protocol = 1) {
        this.say("hello", { protocol, server: "gestured 0.1.0", capabilities: ["gestures", "attach"] });
    }

    /** The next request, which is to be of this method. */
    async hear(method) {
        const { value, done } = await this.#requests.next();
        if (done) throw new Error(`the client has gone instead of asking for ${method}`);
        const request = JSON.parse(value);
        if (request.method !== method) throw new Error(`${request.method} instead of ${method}`);
        return request;
    }

    /** Passes on each further request until the client has gone. */
    async eachRequest(take) {
        for await (const line of this.#requests) take(JSON.parse(line));
    }

    answer({ id }, result) {
        this.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
    }

    refuse(id, code, message, data) {
        this.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message, data } })}\n`);
    }

    /** Answers the next request, which is to be `subscribe`, and returns its params. */
    async subscribed(number = 1, members = {}) {
        const request = await this.hear("subscribe");
        this.answer(request, { subscription: number, ...snapshot, ...members });
        return request.params;
    }

    end(text = "") {
        this.socket.end(text);
    }
}

/** The params of a `gesture` notification. */
export function pinch(state, members = {}) {
    return {
        subscription: 1, seq: 1, recognizer: "zoom", type: "pinch", gesture: 7, state, surface: "panel", region: "root",
        time: 1234.56789, location: { x: 512, y: 300.5 }, touches: [3, 4], scale: 1.23, delta: 1.01, velocity: 0.8,
        ...members,
    };
}

/** The next events of a stream, as many as there are checks, each of which its event has to pass. */
export async function take(events, ...checks) {
    const taken = [];
    for (const check of checks) {
        const { value, done } = await events.next();
        if (done) throw new Error(`the stream has ended instead of ${check}`);
        if (!check(value)) throw new Error(`${JSON.stringify(value)} instead of ${check}`);
        taken.push(value);
    }
    return taken;
}

/** Events up to the first that passes, that one included. */
export async function until(events, passes) {
    const taken = [];
    for (;;) {
        const { value, done } = await events.next();
        assert.ok(!done, "the stream has ended");
        taken.push(value);
        if (passes(value)) return taken;
    }
}
