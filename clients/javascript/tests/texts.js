// The three recognizers of texts about UIKit, as subclasses with the rules of the daemon's own types.

import { GestureRecognizer } from "gestured";

/** One finger goes down to the right, then up to the right. */
export class Checkmark extends GestureRecognizer {
    #isUp = false;

    touchesBegan() {
        [this.#isUp, this.values] = [false, {}];
        if (this.numberOfTouches > 1) this.state = "failed";
    }

    touchesMoved([{ location, previousLocation }]) {
        if (this.#isUp) return;
        if (location.x < previousLocation.x) this.state = "failed";
        else if (location.y < previousLocation.y) this.#isUp = true;
        else this.values.midpoint = location;
    }

    touchesEnded() {
        if (this.#isUp) this.state = "recognized";
    }

    reset() {
        this.#isUp = false;
    }
}

/** One finger moves left and right in turn; others are ignored. */
export class Tickle extends GestureRecognizer {
    static distance = 25;
    static needed = 3;

    #finger;
    #start;
    #direction = 0;
    #count = 0;

    touchesBegan(touches) {
        for (const touch of touches) {
            if (this.#finger === undefined) [this.#finger, this.#start] = [touch, touch.location.x];
            else this.ignore(touch);
        }
    }

    touchesMoved() {
        const { x } = this.#finger.location;
        const direction = Math.sign(x - this.#start);
        if (Math.abs(x - this.#start) < Tickle.distance || direction === this.#direction) return;
        [this.#start, this.#direction] = [x, direction];
        this.#count += 1;
        if (this.#count < Tickle.needed) return;
        this.values = { count: this.#count };
        this.state = "recognized";
    }

    touchesEnded() {
        this.reset();
    }

    touchesCancelled() {
        this.reset();
    }

    /** As in the text, which calls it, too: an attempt that is still possible fails. */
    reset() {
        if (this.state === "possible") this.state = "failed";
        [this.#finger, this.#direction, this.#count] = [undefined, 0, 0];
    }
}

/** Two fingers approach or part; `scale` is relative to the event before. */
export class IncrementalPinch extends GestureRecognizer {
    #fingers = [];

    touchesBegan(touches) {
        for (const touch of touches) {
            if (this.#fingers.length < 2) this.#fingers.push(touch);
            else this.ignore(touch);
        }
    }

    touchesMoved() {
        if (this.#fingers.length < 2) return;
        const now = this.#distance("location"), before = this.#distance("previousLocation");
        if (Math.min(now, before) < 1) return;
        this.values = { scale: now / before };
        this.state = this.state === "possible" ? "began" : "changed";
    }

    touchesEnded(touches) {
        this.#fingers = this.#fingers.filter((finger) => !touches.includes(finger));
        if (this.#fingers.length === 0) this.state = this.state === "possible" ? "failed" : "ended";
    }

    reset() {
        this.#fingers = [];
    }

    #distance(member) {
        const [first, second] = this.#fingers.map((finger) => finger[member]);
        return Math.hypot(second.x - first.x, second.y - first.y);
    }
}
