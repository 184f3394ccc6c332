// Types of the client library in Node; `browser.d.ts` has those in browsers.

import type { EventEmitter } from "node:events";
import type { Readable } from "node:stream";
import type { ConnectionError, RequestError } from "./lib/errors.js";
import type { ConnectionEvents, Event, EventOf, Snapshot, SubscribeOptions } from "./lib/events.js";
import type { GestureBase } from "./lib/gestures.js";
import type { KeepingOptions, Requests } from "./lib/requests.js";

export * from "./lib/definitions.js";
export * from "./lib/errors.js";
export * from "./lib/events.js";
export * from "./lib/gestures.js";
export * from "./lib/inventory.js";
export * from "./lib/recognizers.js";
export * from "./lib/region.js";
export * from "./lib/requests.js";

export interface ConnectOptions extends KeepingOptions {
    /** The path of the socket; without it `$GESTURED_SOCKET`, else `/run/gestured/gestured.sock`. */
    path?: string;
    /**
     * The address of a bridge, `ws://127.0.0.1:7337/gestures?token=…`, in place of `path`; needs Node 22 or newer.
     */
    url?: string;
}

/**
 * Connects to gestured.
 *
 * Rejects with a ConnectionError if that is impossible, with a RequestError if the daemon refuses the connection.
 */
export function connect(options?: ConnectOptions): Promise<Connection>;

/**
 * A connection to gestured.
 *
 * Requests reject with a RequestError if they are refused, with a ConnectionError if the connection ends before the
 * answer. While a lost connection is made again, requests wait for it.
 */
export class Connection extends EventEmitter {
    private constructor();

    /**
     * Subscribes to gestures, and to touches on request; the first event is `connected`, with the snapshot.
     *
     * Node's `process` emits a `GesturedWarning` once for each glob that matches no recognizer or no surface.
     *
     * `Own` are types of gestures that the daemon has beside its usual ones.
     */
    subscribe<Own extends GestureBase = never>(options?: SubscribeOptions): Promise<Subscription<Own>>;
    /** Ends a subscription; its stream ends after the present events. Leaving its loop does the same. */
    unsubscribe(subscription: Subscription<GestureBase> | Subscription): Promise<void>;

    on<Name extends keyof ConnectionEvents>(name: Name, listener: (...event: ConnectionEvents[Name]) => void): this;
    once<Name extends keyof ConnectionEvents>(name: Name, listener: (...event: ConnectionEvents[Name]) => void): this;
    off<Name extends keyof ConnectionEvents>(name: Name, listener: (...event: ConnectionEvents[Name]) => void): this;
}

export interface Connection extends Requests {}

/**
 * A stream of events, in object mode.
 *
 * Take them with `for await`, or by kind with `on`. While they are not taken the socket is not read, which stops all
 * subscriptions of the connection; gestured then merges what changes. Leaving the loop unsubscribes.
 */
export class Subscription<Own extends GestureBase = never> extends Readable {
    private constructor();
    /** In each of its events; it stays when the connection is made again. */
    readonly number: number;
    /** The state when it was connected last, or at the last reload of the configuration. */
    readonly snapshot: Snapshot<Own>;
    /** The requested options. */
    readonly options: SubscribeOptions;
    /** Whether the stream has ended. */
    readonly isOver: boolean;

    [Symbol.asyncIterator](): AsyncIterableIterator<Event<Own>>;

    on<Kind extends Event["kind"]>(kind: Kind, listener: (event: EventOf<Kind, Own>) => void): this;
    on(name: "data", listener: (event: Event<Own>) => void): this;
    on(name: "error", listener: (error: ConnectionError | RequestError) => void): this;
    on(name: string | symbol, listener: (...event: any[]) => void): this;
    once<Kind extends Event["kind"]>(kind: Kind, listener: (event: EventOf<Kind, Own>) => void): this;
    once(name: string | symbol, listener: (...event: any[]) => void): this;
}
