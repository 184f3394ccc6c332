// The gestures and touches of an application that have begun and not ended.

const most = 4096;
const none = { x: 0, y: 0 };
/** By type: the members that are relative to the last event, without any change since. */
const unmoved = new Map(Object.entries({
    pan: { delta: none }, screenEdgePan: { delta: none }, pinch: { delta: 1 }, rotation: { delta: 0 },
    transform: { delta: none, scaleDelta: 1, rotationDelta: 0 },
}));

export class UnderWay {
    #gestures = new Map();
    #surfaces = new Map();
    #isFollowing;

    /** Without `ended` or `cancelled` among the states it is unknown which gestures have ended. */
    constructor(states) {
        this.#isFollowing = !Array.isArray(states) || (states.includes("ended") && states.includes("cancelled"));
    }

    gesture(event) {
        if (event.state === "ended" || event.state === "cancelled") {
            this.#gestures.delete(event.gesture);
        } else if (this.#isFollowing && (event.state === "began" || event.state === "changed")) {
            this.#gestures.set(event.gesture, event);
            if (this.#gestures.size > most) throw new RangeError(`it has more than ${most} gestures under way`);
        }
    }

    touch(event) {
        const known = this.#surfaces.get(event.surface) ?? { event, touches: new Map() };
        this.#surfaces.set(event.surface, known);
        known.event = event;
        for (const touch of event.touches) {
            if (touch.phase === "ended" || touch.phase === "cancelled") known.touches.delete(touch.id);
            else known.touches.set(touch.id, touch);
        }
        if (known.touches.size === 0) this.#surfaces.delete(event.surface);
        const count = [...this.#surfaces.values()].reduce((sum, { touches }) => sum + touches.size, 0);
        if (count > most) throw new RangeError("it has too many touches");
    }

    /** The events that close all of it, each `synthesized`; nothing is under way afterwards. */
    cancelAll() {
        const gestures = [...this.#gestures.values()].map((last) => ({
            ...ofItsTime(last), ...unmoved.get(last.type), seq: 0, state: "cancelled", synthesized: true,
        }));
        const touches = [...this.#surfaces.values()].map(({ event, touches }) => ({
            ...event, touches: [...touches.values()].map(cancelled), synthesized: true,
        }));
        this.#gestures.clear();
        this.#surfaces.clear();
        return [...gestures, ...touches];
    }
}

function cancelled(touch) {
    return { ...ofItsTime(touch), phase: "cancelled", previousLocation: touch.location };
}

/** The members but for what was before and what is expected. */
function ofItsTime(event) {
    const present = { ...event };
    for (const name of ["coalesced", "lost", "predicted", "predictedTranslation"]) delete present[name];
    return present;
}
