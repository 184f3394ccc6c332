// The part of Node's `Readable`, in object mode, that the library offers in browsers.
//
//   open ──push(null)──► ended ──last event read──► destroyed
//     └──────────destroy(), leaving the loop───────────┘

import { Emitter } from "./emitter.js";
import { outside } from "./outside.js";

export class EventStream extends Emitter {
    #waiting = [];
    #hasEnded = false;
    #error;
    #isFlowing = false;
    #isEmitting = false;
    #wake = () => {};

    destroyed = false;
    /** The number of waiting events from which on no further ones are wanted. */
    readableHighWaterMark;

    constructor({ highWaterMark }) {
        super();
        this.readableHighWaterMark = highWaterMark;
        super.on("newListener", (name) => {
            if (name === "data") this.#startFlowing();
        });
    }

    /** The number of waiting events. */
    get readableLength() {
        return this.#waiting.length;
    }

    /** Adds an event; null ends the stream after those that wait. */
    push(event) {
        if (this.destroyed || this.#hasEnded) return false;
        if (event === null) this.#hasEnded = true;
        else this.#waiting.push(event);
        if (this.#isFlowing) this.#flow();
        this.#wake();
        return this.readableLength < this.readableHighWaterMark;
    }

    /** The next event, or null if none waits. */
    read() {
        const event = this.#waiting.shift() ?? null;
        if (this.destroyed) return event;
        if (this.#waiting.length === 0 && this.#hasEnded && event === null) this.#finish();
        else if (this.readableLength < this.readableHighWaterMark) this._read();
        return event;
    }

    /** Ends the stream at once, with an error or without. */
    destroy(error) {
        if (this.destroyed) return this;
        this.destroyed = true;
        this.#error = error;
        this.#waiting = [];
        this._destroy(error ?? null, () => {});
        this.#wake();
        queueMicrotask(() => this.#tellEnd());
        return this;
    }

    async *[Symbol.asyncIterator]() {
        this.on("error", () => {}); // As in Node: the loop receives it.
        try {
            for (;;) {
                const event = this.read();
                if (event !== null) yield event;
                else if (this.destroyed) break;
                else await new Promise((resolve) => (this.#wake = resolve));
            }
        } finally {
            this.destroy();
        }
        if (this.#error !== undefined) throw this.#error;
    }

    // For subclasses, as in Node.

    _read() {}

    _destroy(error, done) {
        done(error);
    }

    #startFlowing() {
        if (this.#isFlowing) return;
        // After the code that has added the listener, which may add others.
        queueMicrotask(() => {
            this.#isFlowing = true;
            this.#flow();
        });
    }

    #flow() {
        if (this.#isEmitting) return;
        this.#isEmitting = true;
        for (let event = this.read(); event !== null; event = this.read()) {
            const taken = event;
            outside(() => this.emit("data", taken));
        }
        this.#isEmitting = false;
    }

    #finish() {
        outside(() => this.emit("end"));
        this.destroy();
    }

    #tellEnd() {
        const error = this.#error;
        if (error !== undefined) {
            if (this.listenerCount("error") > 0) outside(() => this.emit("error", error));
            else reportError(error);
        }
        outside(() => this.emit("close"));
    }
}
