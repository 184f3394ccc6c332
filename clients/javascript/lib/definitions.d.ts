// Types of attachments, with the keys of gestured.yaml, which explains each.

import type { Gesture, GestureBase, QuestionedPair, QuestionedTouch, Unnumbered } from "./gestures.js";
import type { GestureRecognizer } from "./recognizers.js";

export interface Names {
    regions: string[];
    recognizers: string[];
    /** The surfaces that have some of it at present, each with the unit of lengths that came without one. */
    surfaces: { name: string; unit: "px" | "pt" }[];
    /** Sentences about regions that no finger can reach. */
    warnings?: string[];
}

export interface Definitions {
    regions?: RegionDefinition[];
    recognizers?: RecognizerDefinition[];
}

/** A number in the unit of the surface, or with a unit: `"50%"`, `"10pt"`, `"15mm"`, `"200px"`. */
export type Length = number | string;
/** Seconds as a number, or with a unit: `"0.5s"`, `"500ms"`. */
export type Duration = number | string;

export interface RegionDefinition extends RegionPlacement {
    name: string;
    surface?: string;
    parent?: string;
    frame: Frame;
}

export interface Frame {
    x: Length;
    y: Length;
    width: Length;
    height: Length;
}

/** Where a region is, and how it lies there. */
export interface RegionPlacement {
    frame?: Frame;
    /** The matrix about the centre of the frame; `[1, 0, 0, 1, 0, 0]` changes nothing. */
    transform?: [a: number, b: number, c: number, d: number, tx: number, ty: number];
    /** Where in its frame touches begin; corners are in its own coordinates. Default: `rectangle`. */
    shape?: "rectangle" | "ellipse" | [x: number, y: number][];
    /** The sibling over which it lies; null for the top. */
    above?: string | null;
    /** Whether touches begin in it, or in what lies below (default true). */
    enabled?: boolean;
    /** Whether it receives a touch only while no other region has one, and no other while it has one. */
    exclusive?: boolean;
}

/** A change of a region: what is absent stays. */
export interface RegionUpdate extends RegionPlacement {
    name: string;
}

/** A change of a recognizer, by its keys but for `type` and `region`; null is the default, what is absent stays. */
export type RecognizerUpdate = { name: string; type?: never; region?: never } & Record<string, unknown>;

/** The keys of every recognizer; `Type` is that of its gestures. */
export interface RecognizerBase<Type extends Gesture["type"] | "custom" = Gesture["type"]> {
    name: string;
    region?: string;
    requireToFail?: string | string[];
    simultaneousWith?: string | string[];
    blocks?: string | string[];
    then?: string | string[];
    enabled?: boolean;
    cancelsTouchesInView?: boolean;
    delaysTouchesBegan?: boolean;
    delaysTouchesEnded?: boolean;
    /** When it takes touches from applications; needs the capability `intercept`. */
    intercepts?: "never" | "recognized" | "possible";
    smoothing?: boolean | { minimumCutoff: number; beta: number };
    /**
     * Answers whether the gesture may begin or be recognized, as UIKit's `gestureRecognizerShouldBegin`; after false
     * the recognizer fails.
     *
     * Until the answer, the recognizer waits, and those that require it to fail; nothing else does. After `askTimeout`
     * the answer is true. An answer to a question of a lost connection is not sent. An exception or a rejection is an
     * uncaught error of the program, and no answer.
     */
    shouldBegin?(gesture: Unnumbered<GestureOf<Type>>): boolean | Promise<boolean>;
    /** Answers likewise whether a touch that has begun is the recognizer's. */
    shouldReceive?(touch: QuestionedTouch): boolean | Promise<boolean>;
    /**
     * Answers whether the recognizer and another one of this connection may both be recognized. It is asked once for
     * each attempt, when both have come to share a touch; until the answer, what both declare holds.
     */
    shouldRecognizeSimultaneously?(pair: QuestionedPair): boolean | Promise<boolean>;
    /** Answers likewise whether the recognizer waits until the other one fails. */
    shouldRequireFailure?(pair: QuestionedPair): boolean | Promise<boolean>;
    /** Answers likewise whether the other one waits until the recognizer fails. */
    shouldBeRequiredToFail?(pair: QuestionedPair): boolean | Promise<boolean>;
    /** How long an answer may take (default 0.1 s, at most 1 s). */
    askTimeout?: Duration;
}

type GestureOf<Type> = Type extends "custom" ? GestureBase : Extract<Gesture, { type: Type }>;
type Direction = "left" | "right" | "up" | "down";
type Edge = "left" | "right" | "top" | "bottom";

/** The keys of each type. */
type TypeKeys =
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
    | { type: "incrementalPinch" }
    | {
        type: "custom";
        /** Makes a recognizer for each surface. */
        recognizer: typeof GestureRecognizer;
        minimumNumberOfTouches?: number;
        maximumNumberOfTouches?: number;
        answerTimeout?: Duration;
        /** Whether touches have where they are expected. */
        predicted?: boolean;
    };

type Definition<Keys> = Keys extends { type: Gesture["type"] | "custom" } ? RecognizerBase<Keys["type"]> & Keys : never;

export type RecognizerDefinition = Definition<TypeKeys>;
