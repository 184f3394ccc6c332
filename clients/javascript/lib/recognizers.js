// Recognizers that a program writes, and which of them decides an attempt.

import { Attempt } from "./attempt.js";
import { isObject } from "./errors.js";
import { limitNames } from "./limits.js";
import { outside } from "./outside.js";

const mostAttempts = 4096;

/** The class that programs extend; recognizers.d.ts describes its members. */
export class GestureRecognizer {
    name;
    surface;
    touches = [];
    time;
    reason;
    values = {};

    get state() {
        return Attempt.of(this)?.state ?? "possible";
    }

    set state(next) {
        Attempt.of(this)?.become(next);
    }

    get numberOfTouches() {
        return this.touches.length;
    }

    get location() {
        const sum = (axis) => this.touches.reduce((total, { location }) => total + location[axis], 0);
        const count = Math.max(this.touches.length, 1);
        return { x: sum("x") / count, y: sum("y") / count };
    }

    ignore(touch) {
        Attempt.of(this)?.ignore(touch);
    }

    touchesBegan() {}

    touchesMoved() {}

    touchesEnded() {}

    touchesCancelled() {
        Attempt.of(this)?.giveUp();
    }

    reset() {}
}

/** A copy of a definition with a function, which JSON leaves out: it returns the recognizer of each surface. */
export function deciding({ recognizer: Recognizer, ...definition }) {
    const { name } = definition;
    if (!(Recognizer?.prototype instanceof GestureRecognizer)) {
        throw new TypeError(`\`recognizer\` of ${JSON.stringify(name)} is not a class that extends GestureRecognizer`);
    }
    const recognizers = new Map();
    const recognizer = (surface) => {
        if (!recognizers.has(surface)) recognizers.set(surface, Object.assign(new Recognizer(), { name, surface }));
        return recognizers.get(surface);
    };
    return { ...structuredClone(definition), recognizer };
}

/** The attempts of a connection that are under way. */
export class Attempts {
    #byNumber = new Map();

    /** Passes touches on to the recognizer that decides, unless the program has detached it. */
    take(params, definition, link) {
        limitNames(params, "surface");
        if (!Array.isArray(params.touches) || params.touches.length === 0 || !params.touches.every(isObject)) {
            throw new TypeError("it sends an attempt without touches");
        }
        for (const touch of params.touches) limitNames(touch, "region");
        const attempt = this.#byNumber.get(params.attempt) ?? this.#begin(params, definition?.recognizer, link);
        attempt?.take(params);
    }

    end({ attempt: number, outcome, reason = "" }) {
        const attempt = this.#byNumber.get(number);
        this.#byNumber.delete(number);
        attempt?.end(outcome, reason);
    }

    /** Ends all with their connection. */
    lose() {
        for (const attempt of [...this.#byNumber.keys()]) {
            this.end({ attempt, outcome: "cancelled", reason: "the connection is lost" });
        }
    }

    #begin({ attempt: number, surface }, recognizerOn, link) {
        let recognizer;
        outside(() => (recognizer = recognizerOn?.(surface)));
        if (recognizer === undefined) return undefined;
        if (this.#byNumber.size >= mostAttempts) throw new RangeError(`it has more than ${mostAttempts} attempts`);
        const attempt = new Attempt(recognizer, number, link);
        this.#byNumber.set(number, attempt);
        return attempt;
    }
}
