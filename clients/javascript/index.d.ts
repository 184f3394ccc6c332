// What can an application ask of gestured, and what does it hear?

import type { EventEmitter } from "node:events";
import type { Readable } from "node:stream";

// Connecting

export interface ConnectOptions {
    /** Where the socket is; without it `$GESTURED_SOCKET`, else `/run/gestured/gestured.sock`. */
    path?: string;
    /**
     * Whether a connection that is lost is made again (default false), after 0.1 s at first and 5 s at last, and
     * `connect` waits for a daemon that is not there yet.
     *
     * What was attached is attached again, and subscriptions go on: each hears `cancelled` (with `synthesized`) for
     * what was under way, then `disconnected`, then `connected` with a new snapshot. Without it they end with the error.
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

/** What the server says of itself. */
export interface Hello {
    protocol: 1;
    server: string;
    capabilities: (Capability | (string & {}))[];
}

export type Capability = "gestures" | "touches" | "attach" | "control";

export interface ConnectionEvents {
    /** There is a connection again, and everything in it as before. */
    connected: [hello: Hello & { reconnected: boolean }];
    /** The connection is lost. */
    disconnected: [error: ConnectionError | RequestError];
    /** It is over for good: with the error, or, after `close`, without. */
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
    /** What this connection may do. */
    readonly capabilities: Hello["capabilities"];
    /** Whether there is a connection at the moment. */
    readonly isConnected: boolean;

    /**
     * Hears of gestures, and of touches if asked to; the first event is `connected`, with the snapshot.
     *
     * `Own` are types of gestures that the daemon has beside its usual ones.
     */
    subscribe<Own extends GestureBase = never>(options?: SubscribeOptions): Promise<Subscription<Own>>;
    /** Ends a subscription; its stream ends after what has come. To leave its loop does the same. */
    unsubscribe(subscription: Subscription<GestureBase> | Subscription): Promise<void>;
    /** Brings regions and recognizers that only this connection has. `subscribe` to hear of them. */
    attach(definitions: Definitions): Promise<Names>;
    /** Takes own ones away, regions with what lies in them; without names all. */
    detach(names?: Partial<Names>): Promise<void>;
    /** UIKit's `isEnabled`: of own recognizers, with the capability `control` of any. */
    setEnabled(recognizer: string, enabled: boolean): Promise<void>;
    list(what: "surfaces"): Promise<Surface[]>;
    list(what: "devices"): Promise<Device[]>;
    list(what: "recognizers"): Promise<Recognizer[]>;
    list(what: "regions"): Promise<Region[]>;
    /** The daemon's health and counters. */
    status(): Promise<Status>;
    /** Turns a surface, clockwise from how the device is built; needs `control`. */
    rotate(surface: string, rotation: 0 | 90 | 180 | 270): Promise<Surface>;
    /** Has the configuration read anew; needs `control`. A RequestError lists the `problems` of a file that has some. */
    reload(): Promise<ReloadReport>;
    /** Anything else, as `rpc.discover`. */
    request(method: string, params?: object): Promise<unknown>;
    /** Ends it; subscriptions end after what has come. */
    close(): Promise<void>;

    on<Name extends keyof ConnectionEvents>(name: Name, listener: (...event: ConnectionEvents[Name]) => void): this;
    once<Name extends keyof ConnectionEvents>(name: Name, listener: (...event: ConnectionEvents[Name]) => void): this;
    off<Name extends keyof ConnectionEvents>(name: Name, listener: (...event: ConnectionEvents[Name]) => void): this;
}

// Subscriptions

export interface SubscribeOptions {
    /** Globs of the recognizers to hear of; without it all. */
    recognizers?: string[];
    /** Globs of the surfaces to hear of; without it all. */
    surfaces?: string[];
    /** The states to hear of; without it all but `failed`. */
    states?: State[];
    /** Whether to hear of touches, too; needs the capability `touches`. */
    touches?: boolean;
    /** How many `changed` a second to hear of one gesture, more than 0 and at most 1000; others are merged. */
    maxRate?: number;
}

/**
 * A stream of events, in object mode.
 *
 * Take them with `for await`, or by kind with `on`. While nobody takes them the socket is not read, which stops all
 * subscriptions of the connection; gestured then merges what changes. Leaving the loop unsubscribes.
 */
export class Subscription<Own extends GestureBase = never> extends Readable {
    private constructor();
    /** In each of its events; it stays when the connection is made again. */
    readonly number: number;
    /** Where things stood when it was connected last, or when the configuration was read anew. */
    readonly snapshot: Snapshot<Own>;
    /** What was asked for. */
    readonly options: SubscribeOptions;
    /** Whether nothing is to come any more. */
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

/** What a subscription hears. Ignore a `kind` that you do not know. */
export type Event<Own extends GestureBase = never> =
    | ConnectedEvent<Own>
    | Gesture<Own>
    | TouchEvent
    | SurfaceEvent
    | ReloadedEvent<Own>
    | LaggedEvent<Own>
    | DisconnectedEvent;

/** Where things stand; only changes follow. The first event, and the first after `disconnected`. */
export interface ConnectedEvent<Own extends GestureBase = never> extends Hello {
    kind: "connected";
    subscription: number;
    reconnected: boolean;
    snapshot: Snapshot<Own>;
}

/** The connection is lost and will be made again; what was under way has been cancelled. Only with `reconnect`. */
export interface DisconnectedEvent {
    kind: "disconnected";
    subscription: number;
    error: ConnectionError | RequestError;
}

/** A surface came, went or changed. */
export interface SurfaceEvent {
    kind: "surface";
    subscription: number;
    change: "added" | "removed" | "changed";
    surface: Surface;
}

/** The configuration has been read anew. */
export interface ReloadedEvent<Own extends GestureBase = never> extends Snapshot<Own> {
    kind: "reloaded";
    subscription: number;
}

/** The application did not read: so many lines are lost, and the connection ends. */
export interface LaggedEvent<Own extends GestureBase = never> extends Snapshot<Own> {
    kind: "lagged";
    subscription: number;
    dropped: number;
}

/** Where things stand. */
export interface Snapshot<Own extends GestureBase = never> {
    surfaces: Surface[];
    recognizers: Recognizer[];
    /** The last event of each gesture under way; `delta` counts from its beginning. */
    gestures: Unnumbered<Gesture<Own>>[];
    /** With `touches`: those on each surface. */
    touches?: Omit<TouchEvent, "kind" | "subscription" | "synthesized">[];
}

type Unnumbered<Any> = Any extends unknown ? Omit<Any, "kind" | "subscription" | "seq" | "synthesized"> : never;

// Gestures

/** `recognized` is of discrete gestures, `failed` only comes when asked for. */
export type State = "began" | "changed" | "ended" | "cancelled" | "recognized" | "failed";

export interface Point {
    x: number;
    y: number;
}

/** What every gesture has. Lengths are in the unit of the surface, times in seconds, angles in radians, clockwise. */
export interface GestureBase {
    kind: "gesture";
    subscription: number;
    /** Counts from 1 in each connection, a gap says that one was merged into the next; 0 if `synthesized`. */
    seq: number;
    recognizer: string;
    type: string;
    /** Numbers gestures; 0 of `failed` before anything began. */
    gesture: number;
    state: State;
    surface: string;
    region: string;
    /** Seconds of CLOCK_MONOTONIC. */
    time: number;
    location: Point;
    /** The ids of the fingers. */
    touches: number[];
    /** Whether this library closes the gesture, as the connection is lost. */
    synthesized?: true;
}

/** Any gesture; `state` `failed` has none of the members that the type adds. Narrow by `type`. */
export type Gesture<Own extends GestureBase = never> =
    | TapGesture | LongPressGesture | SwipeGesture | PanGesture | ScreenEdgePanGesture | PinchGesture
    | RotationGesture | TransformGesture | StrokeGesture | CheckmarkGesture | TickleGesture
    | IncrementalPinchGesture | Own;

export interface TapGesture extends GestureBase {
    type: "tap";
    taps: number;
}

export interface LongPressGesture extends GestureBase {
    type: "longPress";
    /** So far. */
    duration: number;
}

export interface SwipeGesture extends GestureBase {
    type: "swipe";
    direction: "left" | "right" | "up" | "down";
    velocity: Point;
}

interface Panning extends GestureBase {
    /** Since it began. */
    translation: Point;
    /** Since the last event. */
    delta: Point;
    velocity: Point;
    /** At `ended`: where momentum would carry it. */
    projection?: Point;
}

export interface PanGesture extends Panning {
    type: "pan";
}

export interface ScreenEdgePanGesture extends Panning {
    type: "screenEdgePan";
    edge: "top" | "left" | "bottom" | "right";
}

export interface PinchGesture extends GestureBase {
    type: "pinch";
    /** Since it began. */
    scale: number;
    /** Since the last event, a factor. */
    delta: number;
    velocity: number;
}

export interface RotationGesture extends GestureBase {
    type: "rotation";
    /** Since it began. */
    rotation: number;
    /** Since the last event. */
    delta: number;
    velocity: number;
}

export interface TransformGesture extends Panning {
    type: "transform";
    /** Since it began. */
    scale: number;
    /** Since it began. */
    rotation: number;
    /** Since the last event, a factor. */
    scaleDelta: number;
    /** Since the last event. */
    rotationDelta: number;
}

export interface StrokeGesture extends GestureBase {
    type: "stroke";
    /** The name of the stroke. */
    stroke: string;
    /** 0 to 1. */
    score: number;
}

export interface CheckmarkGesture extends GestureBase {
    type: "checkmark";
    midpoint: Point;
}

export interface TickleGesture extends GestureBase {
    type: "tickle";
    count: number;
}

export interface IncrementalPinchGesture extends GestureBase {
    type: "incrementalPinch";
    /** A factor since the last event, lost where lines are merged. */
    scale: number;
}

// Touches

/** What happened to touches in one frame of a surface, as the regions' views would see it. */
export interface TouchEvent {
    kind: "touch";
    subscription: number;
    surface: string;
    time: number;
    touches: Touch[];
    /** Whether this library closes them, as the connection is lost. */
    synthesized?: true;
}

export interface Touch {
    /** The same as in `touches` of a gesture. */
    id: number;
    phase: "began" | "moved" | "ended" | "cancelled";
    location: Point;
    /** Where this subscription was told that it was. */
    previousLocation: Point;
    region: string;
    /** 0 to 1, where the panel reports it. */
    force?: number;
    /** A length, where the panel reports it. */
    majorRadius?: number;
}

// What there is

export interface Surface {
    name: string;
    device: string;
    /** `px`, or `pt` of 25.4/163 mm. */
    unit: "px" | "pt";
    width: number;
    height: number;
    millimetres?: Size;
    /** Degrees. */
    rotation?: number;
}

export interface Size {
    width: number;
    height: number;
}

export interface Recognizer {
    name: string;
    type: string;
    region: string;
    enabled: boolean;
    /** True for those of this connection. */
    own?: boolean;
}

export interface Region {
    name: string;
    surface: string;
    frame: Point & Size;
    /** True for those of this connection. */
    own?: boolean;
}

export interface Device {
    path: string;
    name: string;
    used: boolean;
    /** Why it is used or not. */
    reason: string;
    /** Four hexadecimal digits. */
    vendor: string;
    product: string;
    match: { bus: string; path: string; phys: string; serial: string };
    protocol: string;
    slots: number;
    surface?: string;
    millimetres?: Size;
    /** Frames a second. */
    rate?: number;
    matrix?: number[];
    defects: Record<string, number>;
    unwanted: Record<string, number>;
}

export interface Status {
    server: string;
    uptime: number;
    configuration: string;
    /** Whether the file has problems, so that the configuration before it counts. */
    refused: boolean;
    surfaces: number;
    devices: number;
    recognizers: number;
    awake: number;
    peers: number;
    subscriptions: number;
    frames: number;
    touches: number;
    gestures: number;
    notifications: number;
    merged: number;
    lagged: number;
    latency: { count: number; p50: number; p90: number; p99: number; p999: number; max: number };
    /** With `control`. */
    connections?: {
        pid: number;
        uid: number;
        gid: number;
        subscriptions: number;
        attached: number;
        waiting: number;
        merged: number;
    }[];
}

export interface ReloadReport {
    configuration: string;
    surfaces: number;
    regions: number;
    recognizers: number;
    added: number;
    removed: number;
    changed: number;
    cancelled: number;
}

// What an application may bring. The same keys as in gestured.yaml, which explains each.

export interface Names {
    regions: string[];
    recognizers: string[];
}

export interface Definitions {
    regions?: RegionDefinition[];
    recognizers?: RecognizerDefinition[];
}

/** Points as a number, or with a unit: `"50%"`, `"10pt"`, `"15mm"`, `"200px"`. */
export type Length = number | string;
/** Seconds as a number, or with a unit: `"0.5s"`, `"500ms"`. */
export type Duration = number | string;

export interface RegionDefinition {
    name: string;
    surface?: string;
    parent?: string;
    frame: { x: Length; y: Length; width: Length; height: Length };
}

/** What every recognizer may have. */
export interface RecognizerBase {
    name: string;
    region?: string;
    requireToFail?: string | string[];
    simultaneousWith?: string | string[];
    blocks?: string | string[];
    enabled?: boolean;
    cancelsTouchesInView?: boolean;
    delaysTouchesBegan?: boolean;
    delaysTouchesEnded?: boolean;
    smoothing?: boolean | { minimumCutoff: number; beta: number };
}

type Direction = "left" | "right" | "up" | "down";
type Edge = "left" | "right" | "top" | "bottom";

export type RecognizerDefinition = RecognizerBase & (
    | {
        type: "tap";
        numberOfTapsRequired?: number;
        numberOfTouchesRequired?: number;
        maximumTapDuration?: Duration;
        maximumIntervalBetweenSuccessiveTaps?: Duration;
        allowableMovement?: Length;
    }
    | {
        type: "longPress";
        minimumPressDuration?: Duration;
        numberOfTapsRequired?: number;
        numberOfTouchesRequired?: number;
        allowableMovement?: Length;
    }
    | {
        type: "swipe";
        direction?: Direction | Direction[];
        numberOfTouchesRequired?: number;
        maximumDuration?: Duration;
        minimumPrimaryMovement?: Length;
        maximumSecondaryMovement?: Length;
        maximumOppositeMovement?: Length;
    }
    | { type: "pan"; minimumNumberOfTouches?: number; maximumNumberOfTouches?: number; hysteresis?: Length }
    | { type: "screenEdgePan"; edges: Edge | Edge[]; edgeWidth?: Length; hysteresis?: Length }
    | { type: "pinch"; hysteresis?: Length }
    | { type: "rotation"; hysteresis?: number | string }
    | {
        type: "transform";
        minimumNumberOfTouches?: number;
        maximumNumberOfTouches?: number;
        hysteresis?: Length;
        pinchHysteresis?: Length;
        rotationHysteresis?: number | string;
    }
    | {
        type: "stroke";
        templates: { name: string; points: [x: number, y: number][] }[];
        minimumScore?: number;
        minimumMargin?: number;
        minimumLength?: Length;
        rotationInvariant?: boolean;
    }
    | { type: "checkmark" }
    | { type: "tickle"; tickleDistance?: Length; numberOfTicklesRequired?: number }
    | { type: "incrementalPinch" });

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
    /** What to do about it. */
    readonly hint?: string;
    /** Of `attach` and `reload`: all that is wrong, each with its place. */
    readonly problems: string[];
}

/** The connection could not be made or kept; the message says what to do. */
export class ConnectionError extends Error {
    readonly name: "ConnectionError";
    /** `closed` by the application itself; `protocol`: what answers is no gestured that this library understands. */
    readonly code: "unreachable" | "permission" | "protocol" | "disconnected" | "closed";
    /** The path of the socket. */
    readonly path: string;
    /** The system's error, if there is one. */
    readonly cause?: unknown;
}
