// Tests of which recognizer decides an attempt, across connections and surfaces.

import assert from "node:assert/strict";
import { once } from "node:events";
import { GestureRecognizer } from "gestured";
import { attached, attempt, decisions, reset, touch } from "./attempts.js";
import { connected, peer, test } from "./peer.js";

test("each surface has a recognizer of its own, for all its attempts", async (t) => {
    const seen = [];
    class Counting extends GestureRecognizer {
        count = 0;
        touchesBegan() {
            seen.push([this.name, this.surface, this.numberOfTouches, this.count += 1]);
        }
    }
    const [left, right] = [{ surface: "left" }, { surface: "right", attempt: 13 }];
    await decisions(t, Counting, attempt(1, [touch(3, "began")], left), attempt(1, [touch(4, "began")], right),
        attempt(2, [touch(5, "began")], left), reset("failed"),
        attempt(3, [touch(6, "began")], { ...left, attempt: 14 }));
    assert.deepEqual(seen,
        [["own", "left", 1, 1], ["own", "right", 1, 1], ["own", "left", 2, 2], ["own", "left", 1, 3]]);
});

test("a loss ends the attempt, and the same recognizer decides on the next connection", async (t) => {
    const seen = [];
    class Kept extends GestureRecognizer {
        lives = seen.push("made");
        touchesBegan() {
            seen.push(`began ${this.numberOfTouches}`);
            this.state = "began";
        }
        reset(outcome, reason) {
            seen.push(`${outcome}: ${reason}`);
        }
    }
    const definitions = [];
    const script = async (talk) => {
        definitions.push(await attached(talk));
        talk.say(...attempt(1, [touch(3, "began")]));
        await talk.hear("recognize");
        talk.end();
    };
    const connection = await connected(t, await peer(t, script, script), { reconnect: true });
    const again = once(connection, "connected");
    await connection.attach({
        recognizers: [{ name: "own", type: "custom", recognizer: Kept, requireToFail: ["pan"] }],
    });
    await again;
    await once(connection, "disconnected");
    const lost = ["began 1", "cancelled: the connection is lost"];
    assert.deepEqual(seen, ["made", ...lost, ...lost]);
    assert.deepEqual(definitions[0], [{ name: "own", type: "custom", requireToFail: ["pan"] }]);
    assert.deepEqual(definitions[1], definitions[0]);
});

test("a program that closes the connection ends its attempts", async (t) => {
    const ends = [];
    const connection = await connected(t, await peer(t, async (talk) => {
        await attached(talk);
        talk.say(...attempt(1, [touch(3, "began")], { answer: true }));
    }));
    class Closing extends GestureRecognizer {
        touchesBegan() {
            void connection.close();
            this.state = "began";
        }
        reset(outcome) {
            ends.push(outcome);
        }
    }
    const closed = once(connection, "close");
    await connection.attach({ recognizers: [{ name: "own", type: "custom", recognizer: Closing }] });
    await closed;
    assert.deepEqual(ends, ["cancelled"]);
});

test("attempts of recognizers that are not attached are ignored", async (t) => {
    class Strict extends GestureRecognizer {
        touchesBegan() {
            assert.fail("it has begun");
        }
    }
    assert.deepEqual(await decisions(t, Strict, attempt(1, [touch(3, "began")], { recognizer: "other", answer: true }),
        reset("failed", { recognizer: "other" })), []);
});

test("`attach` refuses what is no class of a recognizer", async (t) => {
    const connection = await connected(t, await peer(t, () => {}));
    for (const recognizer of [undefined, class {}, () => {}, GestureRecognizer]) {
        const recognizers = [{ name: "own", type: "custom", recognizer }];
        assert.throws(() => connection.attach({ recognizers }), { name: "TypeError", message: /of "own"/ });
    }
});

for (const [title, count, line, message] of [
    ["more attempts than there are fingers end the connection", 5000,
        (number) => attempt(1, [touch(3, "began")], { attempt: number }), /attempts/],
    ["more touches than there are fingers end the connection", 5000, (id) => attempt(1, [touch(id, "began")]),
        /touches/],
    ["an attempt without touches ends the connection", 1, () => attempt(1, []), /without touches/],
    ["a surface with too long a name ends the connection", 1,
        () => attempt(1, [touch(3, "began")], { surface: "p".repeat(257) }), /a name has more/],
    ["a region with too long a name ends the connection", 1,
        () => attempt(1, [touch(3, "began", 0, { region: "r".repeat(257) })]), /a name has more/],
]) {
    test(title, async (t) => {
        const socket = await peer(t, async (talk) => {
            await attached(talk);
            for (let index = 1; index <= count; index += 1) talk.say(...line(index));
        });
        const connection = await connected(t, socket);
        const closed = once(connection, "close");
        const recognizer = class extends GestureRecognizer {};
        await connection.attach({ recognizers: [{ name: "own", type: "custom", recognizer }] });
        const [error] = await closed;
        assert.equal(error.code, "protocol");
        assert.match(error.message, message);
    });
}
