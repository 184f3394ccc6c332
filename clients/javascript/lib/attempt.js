// One attempt of a recognizer that a program writes: its touches, and the states that the program sets.
//
//              ┌──► failed ───────────────────────────────────────┐
//   possible ──┼──► ended, for the daemon `recognized` ───────────┼──► reset
//              └──► began ──► changed ⟲ ──► ended or cancelled ───┘

import { ConnectionError } from "./errors.js";
import { outside } from "./outside.js";

const mostTouches = 4096;
/** By the phase of touches: the method that receives them. */
const methods = new Map([
    ["began", "touchesBegan"], ["moved", "touchesMoved"], ["ended", "touchesEnded"], ["cancelled", "touchesCancelled"],
]);
const underWay = ["changed", "ended", "cancelled"];
/** By state: those that may follow. */
const following = new Map([
    ["possible", ["recognized", "began", "failed"]], ["began", underWay], ["changed", underWay],
]);
/** UIKit has one value for both. */
const same = new Map([["ended", "recognized"], ["recognized", "ended"]]);
/** By recognizer. */
const present = new WeakMap();

export class Attempt {
    #recognizer;
    #number;
    #link;
    /** The last change of its touches. */
    #change;
    #hasDecided;
    /** The values that the daemon has, as JSON. */
    #values = "{}";

    state = "possible";

    /** The attempt of a recognizer that is under way. */
    static of(recognizer) {
        return present.get(recognizer);
    }

    constructor(recognizer, number, link) {
        [this.#recognizer, this.#number, this.#link] = [recognizer, number, link];
        present.set(recognizer, this);
    }

    /** Passes touches on to the program. */
    take({ change, answer, time, touches }) {
        // A final state and these touches have crossed.
        if (!following.has(this.state)) return;
        [this.#change, this.#hasDecided] = [change, false];
        const { phase } = touches[0];
        const changed = this.#update(touches, time);
        if (changed.length > 0) this.#call(methods.get(phase), changed, time);
        if (phase === "ended" || phase === "cancelled") this.#forget(changed);
        if (answer && !this.#hasDecided) this.#decide({});
    }

    become(next) {
        const legal = following.get(this.state) ?? [];
        const state = [next, same.get(next)].find((each) => legal.includes(each));
        if (state === undefined) {
            const hint = legal.length > 0 ? `legal: ${legal.join(", ")}` : "wait for `reset`";
            throw new RangeError(`${this.state} cannot become ${next}; ${hint}`);
        }
        const { values, reason } = this.#recognizer;
        const text = JSON.stringify(values);
        this.#decide({ state, reason, values: text === this.#values ? undefined : values });
        [this.state, this.#values] = [state === "recognized" ? "ended" : state, text];
        this.#recognizer.reason = undefined;
    }

    ignore(touch) {
        this.#decide({ ignore: [touch.id] });
        this.#forget([touch]);
    }

    /** Fails, or cancels what has begun; does nothing if it has ended. */
    giveUp() {
        if (following.has(this.state)) this.become(this.state === "possible" ? "failed" : "cancelled");
    }

    end(outcome, reason) {
        present.delete(this.#recognizer);
        Object.assign(this.#recognizer, { touches: [], values: {}, reason: undefined });
        outside(() => this.#recognizer.reset(outcome, reason));
    }

    /** Updates the touches of the recognizer; returns those that have changed, without ignored ones. */
    #update(touches, time) {
        const recognizer = this.#recognizer;
        if (time !== recognizer.time) {
            // Touches that are not in a frame have not moved.
            for (const touch of recognizer.touches) {
                Object.assign(touch, { phase: "stationary", previousLocation: touch.location });
            }
        }
        const known = new Map(recognizer.touches.map((touch) => [touch.id, touch]));
        for (const { id, phase } of touches) if (phase === "began") known.set(id, {});
        if (known.size > mostTouches) throw new RangeError(`it has more than ${mostTouches} touches`);
        [recognizer.time, recognizer.touches] = [time, [...known.values()]];
        const none = { coalesced: undefined, lost: undefined, predicted: undefined };
        return touches.filter(({ id }) => known.has(id))
            .map((touch) => Object.assign(known.get(touch.id), none, touch));
    }

    #forget(touches) {
        this.#recognizer.touches = this.#recognizer.touches.filter((touch) => !touches.includes(touch));
    }

    #call(method, touches, time) {
        const event = { time, surface: this.#recognizer.surface, change: this.#change, attempt: this.#number };
        outside(() => {
            try {
                this.#recognizer[method]?.(touches, event);
            } catch (error) {
                this.#recognizer.reason = "its program threw";
                this.giveUp();
                throw error;
            }
        });
    }

    #decide(decision) {
        this.#hasDecided = true;
        const params = { recognizer: this.#recognizer.name, attempt: this.#number, change: this.#change, ...decision };
        this.#link.request("recognize", params).catch((error) => {
            // When the attempt is over, the decision would have had no effect.
            if (error instanceof ConnectionError || present.get(this.#recognizer) !== this) return;
            outside(() => {
                throw error;
            });
        });
    }
}
