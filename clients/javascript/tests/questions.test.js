// Tests of questions of own recognizers, and of their answers.

import assert from "node:assert/strict";
import { once } from "node:events";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { connect } from "gestured";
import { connected, peer, pinch, test } from "./peer.js";

const row = { name: "row", type: "pan" };
const place = { x: 512, y: 300.5 };
const touch = { surface: "panel", time: 5.25, id: 3, phase: "began", location: place, region: "root", tapCount: 2 };
const { subscription: _, seq: __, ...gesture } = pinch("began", { recognizer: "row" });
const begin = (question, members = {}) => ({ question, ask: "begin", recognizer: "row", gesture, ...members });
const receive = (question) => ({ question, ask: "receive", recognizer: "row", touch });

/** Greets the client, and answers the next request, which is to be `attach`; returns its recognizers. */
async function attached(talk) {
    const request = await talk.hear("attach");
    talk.answer(request, { regions: [], recognizers: ["row"], surfaces: [] });
    return request.params.recognizers;
}

/** The next answer of the client. */
async function answered(talk) {
    const request = await talk.hear("answer");
    talk.answer(request, {});
    return request.params;
}

/** A connection to a peer that asks these questions, and the answers that are to come. */
async function asked(t, definition, questions, count) {
    const heard = {};
    const socket = await peer(t, async (talk) => {
        heard.recognizers = await attached(talk);
        for (const question of questions) talk.say("question", question);
        heard.answers = [];
        while (heard.answers.length < count) heard.answers.push(await answered(talk));
        talk.end();
    });
    const connection = await connected(t, socket);
    const closed = once(connection, "close");
    await connection.attach({ recognizers: [definition] });
    await closed;
    return heard;
}

test("functions answer, without a subscription, and make the recognizer ask", async (t) => {
    const seen = [];
    const { recognizers, answers } = await asked(t, {
        ...row,
        shouldBegin: (gesture) => seen.push(gesture) === 1,
        shouldReceive: (touch) => seen.push(touch) === 1,
    }, [begin(7), receive(8), begin(9)], 3);
    assert.deepEqual(recognizers, [{ ...row, ask: ["begin", "receive"] }]);
    assert.deepEqual(answers, [{ question: 7, yes: true }, { question: 8, yes: false }, { question: 9, yes: false }]);
    assert.deepEqual(seen, [gesture, touch, gesture]);
});

test("a promise answers later, and nothing waits for it", async (t) => {
    let resolve;
    const first = new Promise((resolved) => (resolve = resolved));
    const { answers } = await asked(t, {
        ...row,
        shouldBegin: () => first,
        shouldReceive: async () => {
            setImmediate(resolve, false);
            return true;
        },
    }, [begin(1), receive(2)], 2);
    assert.deepEqual(answers, [{ question: 2, yes: true }, { question: 1, yes: false }]);
});

test("questions that no function is for are not answered", async (t) => {
    const { recognizers, answers } = await asked(t, { ...row, shouldBegin: () => true, askTimeout: "0.5s" }, [
        begin(1, { recognizer: "stranger" }), begin(2, { ask: "end" }), receive(3), begin(4, { gesture: undefined }),
        begin(5, { ask: "toString" }), begin(6),
    ], 1);
    assert.deepEqual(recognizers, [{ ...row, ask: ["begin"], askTimeout: "0.5s" }]);
    assert.deepEqual(answers, [{ question: 6, yes: true }]);
});

test("it asks again after a loss, and an answer to an old question is not sent", async (t) => {
    let resolve;
    const heard = {};
    const socket = await peer(t, async (talk) => {
        await attached(talk);
        talk.say("question", begin(1));
        talk.end();
    }, async (talk) => {
        heard.recognizers = await attached(talk);
        talk.answer(await talk.hear("status"), {});
        talk.say("question", begin(1));
        heard.answer = await answered(talk);
        talk.end();
    });
    const connection = await connected(t, socket, { reconnect: true });
    const answers = [new Promise((resolved) => (resolve = resolved)), true];
    const again = once(connection, "connected");
    await connection.attach({ recognizers: [{ ...row, shouldBegin: () => answers.shift() }] });
    await again;
    assert.deepEqual(answers, [true], "it was asked before the loss");
    const lost = once(connection, "disconnected");
    resolve(false);
    await connection.status();
    await lost;
    assert.deepEqual(heard, { recognizers: [{ ...row, ask: ["begin"] }], answer: { question: 1, yes: true } });
});

test("a detached recognizer does not answer any more", async (t) => {
    const socket = await peer(t, async (talk) => {
        await attached(talk);
        talk.answer(await talk.hear("detach"), {});
        talk.say("question", begin(1));
        talk.say("capabilities", { capabilities: [] });
        talk.answer(await talk.hear("status"), {});
    });
    const connection = await connected(t, socket);
    await connection.attach({ recognizers: [{ ...row, shouldBegin: () => assert.fail("it was asked") }] });
    const isHeard = once(connection, "capabilities");
    await connection.detach({ recognizers: ["row"] });
    await isHeard;
    await connection.status();
});

test("an exception of a function is an uncaught error of the program", async (t) => {
    const socket = await peer(t, async (talk) => {
        await attached(talk);
        talk.say("question", begin(1));
        await talk.eachRequest(() => assert.fail("it was answered"));
    });
    const program = `
        import { connect } from "gestured";
        process.on("uncaughtException", (error) => {
            console.log(error.message);
            process.exit();
        });
        const shouldBegin = () => { throw new Error("no such row"); };
        const connection = await connect({ path: ${JSON.stringify(socket)} });
        await connection.attach({ recognizers: [{ name: "row", type: "pan", shouldBegin }] });
    `;
    const folder = fileURLToPath(new URL("..", import.meta.url));
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program], { cwd: folder });
    let said = "";
    child.stdout.on("data", (text) => (said += text));
    await once(child, "close");
    assert.equal(said, "no such row\n");
});
