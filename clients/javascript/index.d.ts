// Types of the client library.

import type { EventEmitter } from "node:events";
import type { Readable } from "node:stream";
import type { Definitions, Names, RegionPlacement, RegionUpdate } from "./lib/definitions.js";
import type { Gesture, GestureBase, State, TouchEvent, Unnumbered } from "./lib/gestures.js";
import type { Device, Recognizer, Region, ReloadReport, Status, Surface } from "./lib/inventory.js";

export * from "./lib/definitions.js";
export * from "./lib/gestures.js";
export * from "./lib/inventory.js";

// Connecting

export interface ConnectOptions {
    /** The path of the socket; without it `$GESTURED_SOCKET`, else `/run/gestured/gestured.sock`. */
    path?: string;
    /**
     * Whether a lost connection is restored (default false), after 0.1 s at first and 5 s at last, and
     * `connect` waits for a daemon that has not started.
     *
     * Attachments are restored, and subscriptions continue: each receives `cancelled` (with `synthesized`) for
     * gestures under way, then `disconnected`, then `connected` with a new snapshot. Without it they end with the
     * error.
     */
    reconnect?: boolean;
    /** Ends the connection, or the wait for it. */
    signal?: AbortSignal;
}

/**
 * Connects to gestured.
 *
 * Rejects with a ConnectionError if that is impossible, with a RequestError if the daemon refuses the connection.
 */
export function connect(options?: ConnectOptions): Promise<Connection>;

/** The name and version of the server. */
export interface Hello {
    protocol: 1;
    server: string;
    capabilities: (Capability | (string & {}))[];
}

export type Capability = "gestures" | "locations" | "touches" | "attach" | "control";

export interface ConnectionEvents {
    /** The connection is restored, with its attachments and subscriptions. */
    connected: [hello: Hello & { reconnected: boolean }];
    /** The connection's capabilities have changed. */
    capabilities: [capabilities: Hello["capabilities"]];
    /** The connection is lost. */
    disconnected: [error: ConnectionError | RequestError];
    /** The connection has ended for good: with the error, or, after `close`, without. */
    close: [error?: ConnectionError | RequestError];
}

/**
 * A connection to gestured.
 *
 * Requests reject with a RequestError if they are refused, with a ConnectionError if the connection ends before the
 * answer. While a lost connection is made again, requests wait for it.
 */
export class Connection extends EventEmitter {
    private constructor();
    /** The path of the socket. */
    readonly path: string;
    /** Name and version of the daemon. */
    readonly server: string;
    /** The present capabilities of this connection. */
    readonly capabilities: Hello["capabilities"];
    /** Whether there is a connection at the moment. */
    readonly isConnected: boolean;

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
    /**
     * Attaches regions and recognizers that only this connection has. `subscribe` to receive their gestures.
     *
     * `shouldBegin` and `shouldReceive` of a recognizer answer its questions, also after a reconnection.
     */
    attach(definitions: Definitions): Promise<Names>;
    /** A region that was attached, to move it. */
    region(name: string): AttachedRegion;
    /**
     * Moves own regions, all in one step, or none if one is refused; gestures under way go on. A reconnection attaches
     * regions again and moves them to where they were last.
     *
     * Resolves to warnings about regions that no finger can reach; `process` emits a `GesturedWarning` once of each,
     * as for those of `attach`.
     */
    update(regions: RegionUpdate[]): Promise<string[]>;
    /** Detaches own ones, regions with everything in them; without names all. */
    detach(names?: Partial<Names>): Promise<void>;
    /** UIKit's `isEnabled`: of own recognizers, with the capability `control` of any. */
    setEnabled(recognizer: string, enabled: boolean): Promise<void>;
    /**
     * Makes a configured region private, or no longer; needs `control`. It stays so when this connection ends, but not
     * when gestured does: repeat it after a reconnect.
     */
    setPrivate(region: string, isPrivate: boolean): Promise<void>;
    /**
     * Keeps the fingers that are down, or else the next ones, from applications until all have lifted, on a surface
     * with `intercept`, without one on all of these; needs `control`.
     */
    swallow(surface?: string): Promise<void>;
    list(what: "surfaces"): Promise<Surface[]>;
    list(what: "devices"): Promise<Device[]>;
    list(what: "recognizers"): Promise<Recognizer[]>;
    list(what: "regions"): Promise<Region[]>;
    /** The daemon's health and counters. */
    status(): Promise<Status>;
    /** Turns a surface, clockwise from how the device is built; needs `control`. */
    rotate(surface: string, rotation: 0 | 90 | 180 | 270): Promise<Surface>;
    /** Reloads the configuration; needs `control`. A RequestError lists the `problems` of the file. */
    reload(): Promise<ReloadReport>;
    /** Any request, by its method. */
    request(method: string, params?: object): Promise<unknown>;
    /** Closes the connection; subscriptions end after the present events. */
    close(): Promise<void>;

    on<Name extends keyof ConnectionEvents>(name: Name, listener: (...event: ConnectionEvents[Name]) => void): this;
    once<Name extends keyof ConnectionEvents>(name: Name, listener: (...event: ConnectionEvents[Name]) => void): this;
    off<Name extends keyof ConnectionEvents>(name: Name, listener: (...event: ConnectionEvents[Name]) => void): this;
}

/** A region that this connection has attached. */
export class AttachedRegion {
    private constructor();
    /** The name that it was attached by. */
    readonly name: string;
    /** `update` of the connection with this region alone: changes what is given, and nothing else. */
    move(change: RegionPlacement): Promise<string[]>;
}

// Subscriptions

export interface SubscribeOptions {
    /** Globs of the recognizers to receive. Default: all. */
    recognizers?: string[];
    /** Globs of the surfaces to receive. Default: all. */
    surfaces?: string[];
    /** The states to receive. Default: all but `failed`. */
    states?: State[];
    /** Whether to receive touches, too; needs the capability `touches`. */
    touches?: boolean;
    /** Whether places and movements of gestures are in the coordinates of the surface (the default) or their region. */
    coordinates?: "surface" | "region";
    /** Whether gestures have `locations`, the place of each finger. */
    locations?: boolean;
    /** The largest number of `changed` per second for one gesture, at most 1000; others are merged. */
    maxRate?: number;
}

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

export type EventOf<Kind extends Event["kind"], Own extends GestureBase = never> =
    Kind extends "gesture" ? Gesture<Own> : Extract<Event, { kind: Kind }>;

/** The events of a subscription. Ignore an unknown `kind`. */
export type Event<Own extends GestureBase = never> =
    | ConnectedEvent<Own>
    | Gesture<Own>
    | TouchEvent
    | SurfaceEvent
    | ReloadedEvent<Own>
    | LaggedEvent<Own>
    | DisconnectedEvent;

/** The present state; only changes follow. The first event, and the first after `disconnected`. */
export interface ConnectedEvent<Own extends GestureBase = never> extends Hello {
    kind: "connected";
    subscription: number;
    reconnected: boolean;
    snapshot: Snapshot<Own>;
}

/** The connection is lost and will be restored; gestures under way are cancelled. Only with `reconnect`. */
export interface DisconnectedEvent {
    kind: "disconnected";
    subscription: number;
    error: ConnectionError | RequestError;
}

/** A surface was added, removed or changed. */
export interface SurfaceEvent {
    kind: "surface";
    subscription: number;
    change: "added" | "removed" | "changed";
    surface: Surface;
}

/** The configuration was reloaded. */
export interface ReloadedEvent<Own extends GestureBase = never> extends Snapshot<Own> {
    kind: "reloaded";
    subscription: number;
}

/** The application did not read: `dropped` lines are lost, and the connection ends. */
export interface LaggedEvent<Own extends GestureBase = never> extends Snapshot<Own> {
    kind: "lagged";
    subscription: number;
    dropped: number;
}

/** The present state. */
export interface Snapshot<Own extends GestureBase = never> {
    surfaces: Surface[];
    recognizers: Recognizer[];
    /** The globs for recognizers that match none, if there are any, and the name that was probably meant. */
    unmatched?: { glob: string; nearest?: string }[];
    /** The same for the globs for surfaces. */
    unmatchedSurfaces?: { glob: string; nearest?: string }[];
    /** The last event of each gesture under way; `delta` is relative to its beginning. */
    gestures: Unnumbered<Gesture<Own>>[];
    /** With `touches`: those on each surface. */
    touches?: Omit<TouchEvent, "kind" | "subscription" | "synthesized">[];
}

// Errors

/** gestured refused a request. */
export class RequestError extends Error {
    readonly name: "RequestError";
    /**
     * -32700 not JSON or too long, -32600 not a request, -32601 no such method, -32602 wrong params, -32603 a defect of
     * gestured, -32000 a limit is reached, -32001 a capability is missing, -32002 the configuration has problems.
     */
    readonly code: number;
    /** Where in the request: `params.states[0]`. */
    readonly path?: string;
    /** A remedy. */
    readonly hint?: string;
    /** Of `attach`, `update` and `reload`: every problem, each with its place. */
    readonly problems: string[];
}

/** The connection could not be made or kept; the message has a remedy. */
export class ConnectionError extends Error {
    readonly name: "ConnectionError";
    /** `closed` by the application itself; `protocol`: the server is not a gestured that this library understands. */
    readonly code: "unreachable" | "permission" | "protocol" | "disconnected" | "closed";
    /** The path of the socket. */
    readonly path: string;
    /** The system's error, if there is one. */
    readonly cause?: unknown;
}
