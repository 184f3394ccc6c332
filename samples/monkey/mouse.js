// A mouse as a finger, where there is no touchscreen: it drags, taps and tickles. While Shift is down, a second finger
// stays where the mouse was when the key was pressed, so that the first one pinches and turns.
//
// It makes the events that gestured would send, in the page's coordinates. Nothing of this passes through gestured.

import { isTouched } from "./fingers.js";

/** Converts places of the page to those of the page, as a `PageMap` does those of a touchscreen. */
const map = { toClient: ({ x, y }) => ({ clientX: x, clientY: y }), vectorToClient: (vector) => vector };
/** How far a tap may move, and how far a movement of a tickle goes, in CSS pixels. */
const still = 6, tickle = 30;

/** Calls `take(event, map)` with gestures of the mouse. */
export function followMouse(take) {
    let place = { x: 0, y: 0 }, held, finger;

    const send = (type, state, more = {}) => {
        const locations = held ? [place, held] : [place];
        const ids = locations.map((_, index) => -1 - index);
        // A discrete gesture ends, while the finger still holds the picture.
        const gesture = state === "recognized" ? `mouse ${type}` : "mouse";
        take({ type, state, gesture, region: finger.name, touches: ids, locations, ...more }, map);
    };

    addEventListener("pointerdown", ({ pointerType, button, pointerId, target, clientX, clientY, timeStamp }) => {
        const picture = target.closest?.(".picture");
        if (pointerType !== "mouse" || button !== 0 || !picture || isTouched()) return;
        picture.setPointerCapture(pointerId);
        place = { x: clientX, y: clientY };
        const turn = { x: clientX, direction: 0, count: 0 };
        finger = { name: picture.id, start: place, isTap: !held, path: [{ ...place, time: timeStamp }], turn };
        send("longPress", "began");
    });

    addEventListener("pointermove", ({ pointerType, clientX, clientY, timeStamp }) => {
        if (pointerType !== "mouse") return;
        const last = place;
        place = { x: clientX, y: clientY };
        if (!finger) return;
        finger.path = [...finger.path.filter(({ time }) => timeStamp - time < 100), { ...place, time: timeStamp }];
        finger.isTap &&= distance(place, finger.start) <= still;
        const share = held ? 2 : 1; // The middle of two fingers moves half as far.
        send("pan", "changed", { delta: { x: (place.x - last.x) / share, y: (place.y - last.y) / share } });
        if (held) pinchAndTurn(last);
        else if (isTickle()) send("tickle", "recognized");
    });

    for (const type of ["pointerup", "pointercancel"]) {
        addEventListener(type, ({ pointerType, timeStamp }) => {
            if (pointerType !== "mouse" || !finger) return;
            const first = finger.path.find(({ time }) => timeStamp - time < 100) ?? { ...place, time: 0 };
            const seconds = Math.max(timeStamp - first.time, 10) / 1000;
            const velocity = { x: (place.x - first.x) / seconds, y: (place.y - first.y) / seconds };
            if (finger.isTap && type === "pointerup") send("tap", "recognized");
            const isFlung = type === "pointerup" && !finger.isTap && !held;
            send("pan", "ended", { delta: { x: 0, y: 0 }, velocity: isFlung ? velocity : { x: 0, y: 0 } });
            finger = undefined;
        });
    }

    addEventListener("keydown", ({ key, repeat }) => {
        if (key !== "Shift" || repeat) return;
        held = place;
        if (finger) finger.isTap = false;
    });
    addEventListener("keyup", ({ key }) => {
        if (key === "Shift") held = undefined;
    });
    addEventListener("blur", () => (held = undefined));

    function pinchAndTurn(last) {
        if (distance(last, held) < 1 || distance(place, held) < 1) return;
        const location = { x: (place.x + held.x) / 2, y: (place.y + held.y) / 2 };
        send("pinch", "changed", { location, delta: distance(place, held) / distance(last, held) });
        send("rotation", "changed", { location, delta: angle(held, place) - angle(held, last) });
    }

    /** Whether the mouse has now moved to the left and to the right in turn, three times. */
    function isTickle() {
        const { turn } = finger, way = place.x - turn.x;
        if (Math.abs(way) < tickle) return false;
        if (Math.sign(way) !== turn.direction) turn.count += 1;
        Object.assign(turn, { x: place.x, direction: Math.sign(way) });
        if (turn.count < 3) return false;
        turn.count = -Infinity; // Once while it is down.
        return true;
    }
}

function distance(one, other) {
    return Math.hypot(one.x - other.x, one.y - other.y);
}

function angle(from, to) {
    return Math.atan2(to.y - from.y, to.x - from.x);
}
