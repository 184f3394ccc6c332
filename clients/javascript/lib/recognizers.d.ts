// Types of recognizers that a program writes.

import type { Point, Touch } from "./gestures.js";

/** A touch of a recognizer: the same object as long as it is down; places are in the coordinates of the region. */
export interface RecognizerTouch extends Omit<Touch, "phase" | "previousLocation"> {
    /** `stationary` if it is not in the present frame. */
    phase: Touch["phase"] | "stationary";
    /** The place in the frame before. */
    previousLocation: Point;
}

export interface RecognizerEvent {
    /** Seconds of CLOCK_MONOTONIC. */
    time: number;
    surface: string;
    /** Grows with each call. */
    change: number;
    /** The number of the attempt in its connection. */
    attempt: number;
}

/** UIKit's states; `recognized` is the same as `ended`, and read as that. */
export type RecognizerState = "possible" | "began" | "changed" | "ended" | "recognized" | "cancelled" | "failed";

/**
 * A recognizer that a program writes: a subclass overrides methods and sets `state`, as those of UIKit's
 * `UIGestureRecognizer` do.
 *
 * The library makes one for each surface, without arguments, and calls methods as soon as touches arrive, but not after
 * a final state. An exception is an uncaught error of the program, and the recognizer fails. A decision that gestured
 * refuses is an uncaught RequestError.
 */
export class GestureRecognizer {
    /** The name that it was attached by. */
    readonly name: string;
    readonly surface: string;
    /** The touches that are down, or lift now, in the order in which they joined; without ignored ones. */
    readonly touches: readonly RecognizerTouch[];
    get numberOfTouches(): number;
    /** The middle of the touches. */
    get location(): Point;
    /** Of the last change; seconds of CLOCK_MONOTONIC. */
    readonly time: number;

    /**
     * Set it in a method or later: from `possible` to `recognized`, `began` or `failed`, then by `changed` to `ended`
     * or `cancelled`. Any other is a RangeError. When the attempt is over, setting it has no effect.
     */
    get state(): RecognizerState;
    set state(next: RecognizerState);
    /** Why, for people; set it before the state. */
    reason?: string;
    /** Members of the gesture from the next state on, points in the region's coordinates. The library empties it. */
    values: { [name: string]: number | string | Point };

    /** Leaves a touch to others. */
    ignore(touch: RecognizerTouch): void;

    touchesBegan(touches: RecognizerTouch[], event: RecognizerEvent): void;
    touchesMoved(touches: RecognizerTouch[], event: RecognizerEvent): void;
    touchesEnded(touches: RecognizerTouch[], event: RecognizerEvent): void;
    /** By default fails, or cancels what has begun. */
    touchesCancelled(touches: RecognizerTouch[], event: RecognizerEvent): void;
    /** The attempt is over, whatever the reason; `state` is `possible`, and there are no touches. Stop timers here. */
    reset(outcome: "recognized" | "ended" | "cancelled" | "failed", reason: string): void;
}
