// A subscription as an asynchronous sequence of events, with flow control.

import { isObject, printable } from "./errors.js";
import { limitNames } from "./limits.js";
import { outside } from "./outside.js";
import { UnderWay } from "./underway.js";

const kinds = new Set(["connected", "gesture", "touch", "surface", "reloaded", "lagged", "disconnected"]);
/** Of a snapshot. */
const members = ["surfaces", "recognizers", "unmatched", "unmatchedSurfaces", "gestures", "touches"];
const waitingAtMost = 65_536;

/**
 * The class of streams of events on a platform: take them with `for await`, or by their kind with `on`.
 *
 * While they are not taken, nothing is read from the socket, and gestured merges changes.
 */
export const subscriptionOn = (platform) => class Subscription extends platform.Stream {
    #owner;
    #underWay;
    #isConnected = false;
    #failure;
    #isFinished = false;
    #isEmitting = false;
    #unwarned;

    /** In each of its events; it stays when the connection is made again. */
    number;
    /** Its present number in the connection. */
    remoteNumber;
    /** The state when it was connected last, or at the last reload of the configuration. */
    snapshot;
    /** The requested options. */
    options;

    constructor(owner, number, options) {
        super({ objectMode: true, highWaterMark: 16 });
        this.#owner = owner;
        this.number = number;
        this.options = options;
        this.#unwarned = {
            recognizer: new Set([options.recognizers].flat()),
            surface: new Set([options.surfaces].flat()),
        };
        this.#underWay = new UnderWay(options.states);
        this.on("newListener", (name) => this.#emitKinds(name));
    }

    /** Whether its next event would not have to wait behind many others. */
    get hasRoom() {
        return this.isOver || this.readableLength < this.readableHighWaterMark;
    }

    /** Whether the stream has ended. */
    get isOver() {
        return this.destroyed || this.#isFinished;
    }

    _read() {
        this.#owner.wake();
    }

    _destroy(error, done) {
        this.#owner.release(this);
        done(error);
    }

    read(size) {
        const event = super.read(size);
        this.#failWhenEmpty();
        return event;
    }

    /** Takes the server's answer: the present state, after which the events begin. */
    connect(hello, snapshot, isReconnected) {
        if (!isObject(snapshot) || !Number.isSafeInteger(snapshot.subscription)) {
            throw new TypeError("it answers `subscribe` without a snapshot");
        }
        this.remoteNumber = snapshot.subscription;
        this.#isConnected = true;
        this.#adopt(snapshot);
        const { number: subscription } = this;
        this.#push({ ...hello, kind: "connected", subscription, reconnected: isReconnected, snapshot: this.snapshot });
    }

    /** A notification with the number of this subscription. */
    notify(kind, params) {
        if (!kinds.has(kind) || kind === "connected" || kind === "disconnected") return;
        const event = { ...params, kind, subscription: this.number };
        if (kind === "touch" && !this.options.touches) return;
        if (kind === "gesture") this.#underWay.gesture(withNames(event));
        if (kind === "touch") this.#underWay.touch(withTouches(event));
        if (kind === "reloaded" || kind === "lagged") this.#adopt(params);
        this.#push(event);
    }

    /** Closes gestures under way, whose ends will not arrive. */
    disconnect(error) {
        if (!this.#isConnected) return;
        this.#isConnected = false;
        for (const event of this.#underWay.cancelAll()) this.#push(event);
        if (error !== undefined) this.#push({ kind: "disconnected", subscription: this.number, error });
    }

    /** Ends the stream: with an error after the waiting events, or without. */
    finish(error) {
        if (this.isOver) return;
        this.disconnect();
        this.#isFinished = true;
        if (error === undefined) return void this.push(null);
        this.#failure = error;
        this.#failWhenEmpty();
    }

    #failWhenEmpty() {
        if (this.#failure === undefined || this.readableLength > 0) return;
        const failure = this.#failure;
        this.#failure = undefined;
        queueMicrotask(() => this.destroy(failure));
    }

    #adopt(snapshot) {
        for (const each of list(snapshot, "surfaces")) limitNames(each, "name");
        for (const each of list(snapshot, "recognizers")) limitNames(each, "name", "type", "region");
        const gestures = list(snapshot, "gestures");
        const touches = list(snapshot, "touches", false);
        const unmatched = this.#unmatched(snapshot, "unmatched", "recognizers");
        const unmatchedSurfaces = this.#unmatched(snapshot, "unmatchedSurfaces", "surfaces");
        const known = members.filter((name) => snapshot[name] !== undefined);
        this.snapshot = Object.fromEntries(known.map((name) => [name, snapshot[name]]));
        for (const { glob, nearest } of unmatched) this.#warn("recognizer", glob, nearest);
        for (const { glob, nearest } of unmatchedSurfaces) this.#warn("surface", glob, nearest);
        for (const gesture of gestures) {
            this.#underWay.gesture(withNames({ ...gesture, kind: "gesture", subscription: this.number }));
        }
        for (const touch of this.options.touches ? touches : []) {
            this.#underWay.touch(withTouches({ ...touch, kind: "touch", subscription: this.number }));
        }
    }

    /** A list of globs that match nothing: no more than the subscription has. */
    #unmatched(snapshot, name, option) {
        const globs = list(snapshot, name, false);
        if (globs.length > [this.options[option] ?? "*"].flat().length) {
            throw new RangeError(`\`${name}\` has more globs than the subscription`);
        }
        for (const each of globs) limitNames(each, "glob", "nearest");
        return globs;
    }

    /** Warns once that a glob matches no recognizer or surface. */
    #warn(kind, glob, nearest) {
        if (!this.#unwarned[kind].delete(glob)) return;
        const advice = nearest === undefined ? "" : `; did you mean ${JSON.stringify(nearest)}?`;
        platform.warn(printable(`${JSON.stringify(glob)} matches no ${kind} now${advice}`));
    }

    #push(event) {
        if (this.isOver) return;
        // More than the socket may have waited to be read while an answer was awaited: somebody never answers.
        if (this.readableLength >= waitingAtMost) throw new RangeError("it sends events instead of an answer");
        outside(() => this.push(event));
    }

    #emitKinds(name) {
        if (this.#isEmitting || !kinds.has(name)) return;
        this.#isEmitting = true;
        this.on("data", (event) => this.emit(event.kind, event));
    }
};

function list(snapshot, name, isNeeded = true) {
    const value = snapshot[name];
    if (value === undefined && !isNeeded) return [];
    if (!Array.isArray(value) || !value.every(isObject)) throw new TypeError(`its snapshot has no list \`${name}\``);
    return value;
}

function withNames(event) {
    limitNames(event, "recognizer", "type", "surface", "region");
    return event;
}

function withTouches(event) {
    limitNames(event, "surface");
    for (const touch of list(event, "touches")) {
        limitNames(touch, "region");
        touch.tapCount ??= 1; // Older daemons do not count taps.
    }
    return event;
}
