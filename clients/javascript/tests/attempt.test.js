// Tests of what recognizers that a program writes receive in an attempt, and of what they decide.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { GestureRecognizer } from "gestured";
import { attached, attempt, decision, decisions, reset, touch } from "./attempts.js";
import { connected, peer, test } from "./peer.js";

test("the method of their phase receives touches, which stay until they have lifted", async (t) => {
    const seen = [];
    const note = (method) => function (touches, event) {
        seen.push([method, touches.map(({ id }) => id), this.touches.map(({ id }) => id), event.change]);
    };
    class Noting extends GestureRecognizer {
        touchesBegan = note("began");
        touchesMoved = note("moved");
        touchesEnded = note("ended");
        touchesCancelled = note("cancelled");
    }
    assert.deepEqual(await decisions(t, Noting,
        attempt(1, [touch(4, "began"), touch(3, "began")]), attempt(2, [touch(3, "moved")]),
        attempt(3, [touch(4, "ended")]), attempt(4, [touch(7, "began")]), attempt(5, [touch(3, "cancelled")]),
        attempt(6, [touch(7, "hovered")]), attempt(7, [touch(7, "ended")])), []);
    assert.deepEqual(seen, [
        ["began", [4, 3], [4, 3], 1], ["moved", [3], [4, 3], 2], ["ended", [4], [4, 3], 3], ["began", [7], [3, 7], 4],
        ["cancelled", [3], [3, 7], 5], ["ended", [7], [7], 7],
    ]);
});

test("a touch is one object, and stationary in a frame that it is not in", async (t) => {
    const places = [];
    class Measuring extends GestureRecognizer {
        touchesBegan() {
            [this.first] = this.touches;
        }
        touchesMoved(touches, event) {
            const { phase, location, previousLocation } = this.first;
            places.push([phase, location.x, previousLocation.x, this.location.x]);
            assert.deepEqual(event, { time: this.time, surface: "panel", change: event.change, attempt: 12 });
        }
    }
    await decisions(t, Measuring, attempt(1, [touch(3, "began", 10), touch(4, "began", 20)]),
        attempt(2, [touch(3, "moved", 12)]), attempt(3, [touch(4, "moved", 30)]),
        // The same frame as the line before.
        attempt(4, [touch(3, "moved", 20)]), attempt(5, [touch(4, "moved", 40)], { time: 4 }));
    assert.deepEqual(places,
        [["moved", 12, 11, 16], ["stationary", 12, 12, 21], ["moved", 20, 19, 25], ["moved", 20, 19, 30]]);
});

test("each state is sent with the change that led to it", async (t) => {
    const states = [];
    class Continuous extends GestureRecognizer {
        touchesMoved() {
            this.state = this.state === "possible" ? "began" : "changed";
            if (this.time === 4) this.state = "changed";
            states.push(this.state);
        }
        touchesEnded() {
            this.state = "recognized";
            states.push(this.state);
        }
    }
    assert.deepEqual(await decisions(t, Continuous, attempt(1, [touch(3, "began")]), attempt(2, [touch(3, "moved")]),
        attempt(4, [touch(3, "moved")]), attempt(5, [touch(3, "ended")])), [
        decision(2, { state: "began" }), decision(4, { state: "changed" }), decision(4, { state: "changed" }),
        decision(5, { state: "ended" }),
    ]);
    assert.deepEqual(states, ["began", "changed", "ended"]);
});

test("a change that others wait for is answered, also without a decision", async (t) => {
    class Deciding extends GestureRecognizer {
        touchesMoved() {
            this.state = "ended";
        }
    }
    const answer = { answer: true };
    assert.deepEqual(await decisions(t, Deciding,
        attempt(1, [touch(3, "began")], answer), attempt(2, [touch(3, "moved")], answer),
        // It has crossed the state.
        attempt(3, [touch(3, "moved")], answer)), [decision(1), decision(2, { state: "recognized" })]);
});

test("a state that cannot follow throws, and the error has the legal ones", async (t) => {
    const errors = [];
    class Wrong extends GestureRecognizer {
        set(state) {
            try {
                this.state = state;
            } catch (error) {
                errors.push(`${error.name}: ${error.message}`);
            }
        }
        touchesBegan() {
            for (const state of ["changed", "possible", "began", "failed", "ended", "cancelled"]) this.set(state);
        }
    }
    assert.deepEqual((await decisions(t, Wrong, attempt(1, [touch(3, "began")]))).map(({ state }) => state),
        ["began", "ended"]);
    assert.deepEqual(errors, [
        "RangeError: possible cannot become changed; legal: recognized, began, failed",
        "RangeError: possible cannot become possible; legal: recognized, began, failed",
        "RangeError: began cannot become failed; legal: changed, ended, cancelled",
        "RangeError: ended cannot become cancelled; wait for `reset`",
    ]);
});

test("values are sent with a state when they have changed, and a reason once", async (t) => {
    class Valued extends GestureRecognizer {
        touchesBegan() {
            [this.values.count, this.reason] = [1, "the finger landed"];
            this.state = "began";
        }
        touchesMoved([{ location }]) {
            this.values.place = location;
            this.state = "changed";
        }
    }
    assert.deepEqual(await decisions(t, Valued, attempt(1, [touch(3, "began")]), attempt(2, [touch(3, "moved", 5)]),
        attempt(3, [touch(3, "moved", 5)])), [
        decision(1, { state: "began", values: { count: 1 }, reason: "the finger landed" }),
        decision(2, { state: "changed", values: { count: 1, place: { x: 5, y: 0 } } }),
        decision(3, { state: "changed" }),
    ]);
});

test("places of other times are those of the last line", async (t) => {
    const seen = [];
    class Following extends GestureRecognizer {
        touchesMoved([{ coalesced, lost, predicted }]) {
            seen.push([coalesced, lost, predicted]);
        }
    }
    const others = { coalesced: [{ time: 1, location: { x: 1, y: 2 } }], lost: 3, predicted: [] };
    await decisions(t, Following, attempt(1, [touch(3, "began")]), attempt(2, [touch(3, "moved", 5, others)]),
        attempt(3, [touch(3, "moved", 6)]));
    assert.deepEqual(seen, [[others.coalesced, 3, []], [undefined, undefined, undefined]]);
});

test("an ignored touch is not passed any more", async (t) => {
    const seen = [];
    class Single extends GestureRecognizer {
        touchesBegan(touches) {
            for (const touch of touches.slice(1)) this.ignore(touch);
        }
        touchesMoved(touches) {
            seen.push([touches.map(({ id }) => id), this.numberOfTouches]);
        }
    }
    const heard = await decisions(t, Single, attempt(1, [touch(3, "began"), touch(4, "began")]),
        attempt(2, [touch(3, "moved"), touch(4, "moved")]), attempt(3, [touch(4, "moved")], { answer: true }));
    assert.deepEqual(heard, [decision(1, { ignore: [4] }), decision(3)]);
    assert.deepEqual(seen, [[[3], 1]]);
});

test("cancelled touches make it fail, or cancel what has begun", async (t) => {
    class Beginning extends GestureRecognizer {
        touchesMoved() {
            this.state = "began";
        }
    }
    const second = { attempt: 13 };
    const heard = await decisions(t, Beginning, attempt(1, [touch(3, "began")]), attempt(2, [touch(3, "cancelled")]),
        reset("failed"), attempt(3, [touch(4, "began")], second), attempt(4, [touch(4, "moved")], second),
        attempt(5, [touch(4, "cancelled")], second));
    assert.deepEqual(heard.map(({ change, state }) => [change, state]),
        [[2, "failed"], [4, "began"], [5, "cancelled"]]);
});

test("after a reset it is possible again, without touches and values", async (t) => {
    const ends = [];
    class Discrete extends GestureRecognizer {
        touchesBegan() {
            this.values.count = 1;
            this.state = "ended";
        }
        reset(outcome, reason) {
            ends.push([outcome, reason, this.state, this.touches, { ...this.values }]);
            this.state = "failed"; // It has no effect any more.
        }
    }
    const second = { attempt: 13 };
    const heard = await decisions(t, Discrete, attempt(1, [touch(3, "began")]),
        reset("failed", { reason: "pan was recognized first" }), reset("failed"),
        attempt(2, [touch(4, "began")], second), reset("recognized", second));
    const state = { state: "recognized", values: { count: 1 } };
    assert.deepEqual(heard, [decision(1, state), decision(2, { ...second, ...state })]);
    assert.deepEqual(ends, [
        ["failed", "pan was recognized first", "possible", [], {}], ["recognized", "", "possible", [], {}],
    ]);
});

test("it can decide later, as long as the attempt lasts", async (t) => {
    const heard = [];
    const socket = await peer(t, async (talk) => {
        await attached(talk);
        talk.say(...attempt(1, [touch(3, "began")]));
        talk.say(...attempt(2, [touch(3, "moved")]));
        for (const isOver of [false, true]) {
            const request = await talk.hear("recognize");
            heard.push(request.params);
            talk.answer(request, { over: isOver }); // That it was over is no error.
        }
        talk.say(...reset("ended"));
        talk.end();
    });
    let own;
    class Waiting extends GestureRecognizer {
        touchesMoved() {
            setImmediate(() => (this.state = "began"));
            setImmediate(() => (this.state = "ended"));
        }
        reset() {
            own = this;
        }
    }
    const connection = await connected(t, socket);
    const closed = once(connection, "close");
    await connection.attach({ recognizers: [{ name: "own", type: "custom", recognizer: Waiting }] });
    await closed;
    own.state = "began";
    assert.equal(own.state, "possible");
    assert.deepEqual(heard, [decision(2, { state: "began" }), decision(2, { state: "ended" })]);
});

/** What a program prints that attaches this class, and prints uncaught errors, until the connection ends. */
async function printed(socket, body) {
    const program = `
        import { connect, GestureRecognizer } from "gestured";
        process.on("uncaughtException", ({ name, message }) => console.log(name + ": " + message));
        const connection = await connect({ path: ${JSON.stringify(socket)} });
        await connection.attach({
            recognizers: [{ name: "own", type: "custom", recognizer: class extends GestureRecognizer { ${body} } }],
        });`;
    const cwd = fileURLToPath(new URL("..", import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], { cwd });
    return stdout;
}

test("an exception of a method is an uncaught error of the program, and the recognizer fails", async (t) => {
    const heard = [];
    const socket = await peer(t, async (talk) => {
        await attached(talk);
        for (const [number, phase] of [[12, "began"], [13, "began"], [13, "moved"]]) {
            talk.say(...attempt(1, [touch(3, phase)], { attempt: number, surface: `panel ${number}`, answer: true }));
        }
        while (heard.length < 3) {
            const request = await talk.hear("recognize");
            talk.answer(request, {});
            heard.push([request.params.attempt, request.params.state, request.params.reason]);
        }
        talk.end();
    });
    const said = await printed(socket, `
        touchesBegan(touches, { attempt }) {
            if (attempt === 12) throw new Error("no such finger");
            this.state = "began";
        }
        touchesMoved() {
            this.state = "failed";
        }`);
    assert.deepEqual(said.split("\n"), [
        "Error: no such finger", "RangeError: began cannot become failed; legal: changed, ended, cancelled", "",
    ]);
    const reason = "its program threw";
    assert.deepEqual(heard, [[12, "failed", reason], [13, "began", undefined], [13, "cancelled", reason]]);
});

test("a refused decision is an uncaught error, unless the attempt is over", async (t) => {
    const socket = await peer(t, async (talk) => {
        await attached(talk);
        talk.say(...attempt(1, [touch(3, "began")]));
        const [first, second] = [await talk.hear("recognize"), await talk.hear("recognize")];
        talk.refuse(first.id, -32602, "wrong type", { path: "params.values.a" });
        talk.say(...attempt(2, [touch(3, "moved")], { answer: true }));
        const third = await talk.hear("recognize");
        talk.say(...reset("failed"));
        for (const { id } of [second, third]) talk.refuse(id, -32001, "the capability `touches` is missing");
        talk.end();
    });
    assert.equal(await printed(socket, `
        touchesBegan() {
            this.values.a = [];
            this.state = "began";
            this.state = "changed";
        }`), "RequestError: wrong type (params.values.a)\n");
});
