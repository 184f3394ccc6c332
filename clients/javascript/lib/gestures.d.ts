// Types of gestures and touches.

/** Discrete gestures are `recognized`; `failed` is sent only on request. */
export type State = "began" | "changed" | "ended" | "cancelled" | "recognized" | "failed";

export interface Point {
    x: number;
    y: number;
}

/** The members of every gesture: lengths in the unit of the surface, times in seconds, angles in radians, clockwise. */
export interface GestureBase {
    kind: "gesture";
    subscription: number;
    /** Counts from 1 in each connection; a gap means that one was merged into the next; 0 if `synthesized`. */
    seq: number;
    recognizer: string;
    type: string;
    /** The number of the gesture; 0 of `failed` before it began. */
    gesture: number;
    state: State;
    surface: string;
    region: string;
    /** Seconds of CLOCK_MONOTONIC. */
    time: number;
    /**
     * Where it is. Without the capability `locations` gestured sends no places: this, `touches`, and a type's members
     * for movement or velocity on the surface (`translation`, `velocity` of pans and swipes, …) are missing then, but
     * for gestures of one's own recognizers.
     */
    location?: Point;
    /** The ids of the fingers. */
    touches?: number[];
    /** With `locations` of `subscribe`: the place of each of the `touches`. */
    locations?: Point[];
    /** Whether this library closes the gesture, as the connection is lost. */
    synthesized?: true;
}

/** Any gesture; `state` `failed` has none of the members that the type adds. Narrow by `type`. */
export type Gesture<Own extends GestureBase = never> =
    | TapGesture | LongPressGesture | SwipeGesture | PanGesture | ScreenEdgePanGesture | PinchGesture
    | RotationGesture | TransformGesture | StrokeGesture | CheckmarkGesture | TickleGesture
    | IncrementalPinchGesture | Own;

/** A gesture, without what only the events of a subscription have. */
export type Unnumbered<Any> = Any extends unknown ? Omit<Any, "kind" | "subscription" | "seq" | "synthesized"> : never;

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
    /** With `predicted` of `subscribe`, before `ended`: the translation with which it would end now. */
    predictedTranslation?: Point;
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

/** The changes of touches in one frame of a surface, as the regions' views would receive them. */
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
    /** The last place that this subscription received. */
    previousLocation: Point;
    region: string;
    /** 0 to 1, where the panel reports it. */
    force?: number;
    /** A length, where the panel reports it. */
    majorRadius?: number;
    /** 2 for the second tap of a double tap. */
    tapCount: number;
    /** The places since `previousLocation` that gestured merged because the program did not read, but for `lost`. */
    coalesced?: TouchPlace[];
    lost?: number;
    /** With `predicted` of `subscribe`: where it is expected. */
    predicted?: TouchPlace[];
}

/** Where a finger was, or is expected. */
export interface TouchPlace {
    /** Seconds of CLOCK_MONOTONIC. */
    time: number;
    location: Point;
}

/** A recognizer that has come to share a touch with the one that asks. */
export interface QuestionedPair {
    surface: string;
    time: number;
    other: string;
}

/** A touch that has begun, and that a recognizer may receive. */
export interface QuestionedTouch extends Touch {
    phase: "began";
    surface: string;
    /** Seconds of CLOCK_MONOTONIC. */
    time: number;
}
