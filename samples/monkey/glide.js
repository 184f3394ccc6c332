// The way of a picture after the lift, by the law of UIKit's scroll views.
//
// A millisecond leaves 0.998 of the velocity (`UIScrollView.DecelerationRate.normal`); below 10 points per second it
// stands. After t ms it has gone v · (1 − 0.998^t) / −ln 0.998: in the end, as far as at full speed in 0.5 s.

const rate = 0.998, stopSpeed = 10;
const wantsCalm = matchMedia("(prefers-reduced-motion: reduce)");

export class Glide {
    #move;
    #frame;

    /** Calls `move({ x, y })` with each part of the way. */
    constructor(move) {
        this.#move = move;
    }

    /** Begins with a velocity in CSS pixels per second. */
    start({ x, y }) {
        this.stop();
        const duration = Math.log(stopSpeed / Math.hypot(x, y)) / Math.log(rate);
        if (!(duration > 0) || wantsCalm.matches) return;
        const begin = performance.now();
        let gone = 0; // In seconds at full speed.
        const step = (now) => {
            const time = Math.min(Math.max(now - begin, 0), duration);
            const way = (1 - rate ** time) / -Math.log(rate) / 1000;
            this.#frame = time < duration ? requestAnimationFrame(step) : undefined;
            this.#move({ x: x * (way - gone), y: y * (way - gone) });
            gone = way;
        };
        this.#frame = requestAnimationFrame(step);
    }

    stop() {
        cancelAnimationFrame(this.#frame);
    }
}
