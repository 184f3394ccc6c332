// Uses of the library's types in Node, as a module.

import {
    connect, type Gesture, type GestureBase, GestureRecognizer, type PanGesture, type Point, type RecognizerEvent,
    type RecognizerTouch, RequestError,
} from "gestured";

const connection = await connect({ reconnect: true, path: "/run/gestured/gestured.sock" });
connection.on("disconnected", (error) => error.message.length);
await connection.attach({
    regions: [{ name: "photo", frame: { x: "10%", y: 0, width: "50mm", height: 40 } }],
    recognizers: [{
        name: "row", type: "pan", shouldBegin: ({ velocity }) => Math.abs(velocity.x) > Math.abs(velocity.y),
    }, {
        // @ts-expect-error: a tap has no velocity.
        name: "open", type: "tap", shouldBegin: ({ velocity }) => velocity.x > 0,
    }],
});

const subscription = await connection.subscribe({ recognizers: ["row"], states: ["began", "ended"] });
const words: string[] = subscription.snapshot.surfaces.map((surface) => surface.name);
for await (const event of subscription) {
    if (event.kind !== "gesture" || event.type !== "pan") continue;
    const pan: PanGesture = event;
    const place: number | undefined = pan.location?.x;
    words.push(`${place}, ${pan.translation.x}`);
    // @ts-expect-error: a pan has no scale.
    event.scale;
}

// @ts-expect-error: there is no such state.
await connection.subscribe({ states: ["finished"] });

class Follower extends GestureRecognizer {
    values = { place: { x: 0, y: 0 } };

    override touchesMoved([touch]: RecognizerTouch[], { time }: RecognizerEvent): void {
        this.values.place = touch.location;
        this.state = this.state === "possible" ? "began" : "changed";
        // @ts-expect-error: there is no such state.
        this.state = "finished";
        // @ts-expect-error: the library sets it.
        this.time = time;
    }

    override async touchesEnded(touches: RecognizerTouch[]): Promise<void> {
        for (const touch of touches) this.ignore(touch);
    }

    override reset(outcome: string): void {
        this.reason = outcome;
    }
}
await connection.attach({
    recognizers: [{
        name: "follow", type: "custom", recognizer: Follower, maximumNumberOfTouches: 1, answerTimeout: "0.5s",
        shouldBegin: ({ touches }) => touches?.length === 1,
    }, {
        // @ts-expect-error: it is an object of the class.
        name: "object", type: "custom", recognizer: new Follower(),
    }],
});

interface Following extends GestureBase {
    type: "custom";
    place: Point;
}
for await (const event of await connection.subscribe<Following>({ recognizers: ["follow"] })) {
    if (event.kind === "gesture" && event.type === "custom") words.push(`${event.place.x}`);
}

export function name(gesture: Gesture): string {
    return gesture.recognizer;
}
export const isRefusal = (error: unknown): error is RequestError => error instanceof RequestError;
