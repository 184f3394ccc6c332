// Types of the events of connections and subscriptions.

import type { ConnectionError, RequestError } from "./errors.js";
import type { Gesture, GestureBase, State, TouchEvent, Unnumbered } from "./gestures.js";
import type { Recognizer, Surface } from "./inventory.js";

/** The name and version of the server. */
export interface Hello {
    protocol: 1;
    server: string;
    capabilities: (Capability | (string & {}))[];
}

export type Capability = "gestures" | "locations" | "touches" | "attach" | "intercept" | "control";

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

export interface SubscribeOptions {
    /** Globs of the recognizers to receive. Default: all. */
    recognizers?: string[];
    /** Globs of the surfaces to receive. Default: all. */
    surfaces?: string[];
    /** The states to receive. Default: all but `failed`. */
    states?: State[];
    /** Whether to receive touches, too; needs the capability `touches`. */
    touches?: boolean;
    /** Whether places and movements of gestures and touches are in the coordinates of the surface (the default) or their region. */
    coordinates?: "surface" | "region";
    /** Whether gestures have `locations`, the place of each finger. */
    locations?: boolean;
    /** Whether touches have `predicted`, and pans `predictedTranslation`. */
    predicted?: boolean;
    /** The largest number of `changed` per second for one gesture, at most 1000; others are merged. */
    maxRate?: number;
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
