// The page: connects to gestured, and moves each picture, and its region, by what gestured recognizes.

import { connect, PageMap } from "/gestured/browser.js";
import { showFingers } from "./fingers.js";
import { followMouse } from "./mouse.js";
import { Picture } from "./picture.js";
import { recognizers } from "./recognizers.js";
import { bite, laugh, play } from "./sounds.js";

// Where touches begin, in parts of the picture: what is transparent leaves them to what lies below.
const crescent = [
    [0.64, 0.04], [0.82, 0.04], [0.86, 0.2], [0.97, 0.45], [0.92, 0.72], [0.72, 0.92], [0.38, 0.98], [0.1, 0.92],
    [0.06, 0.76], [0.3, 0.75], [0.54, 0.58], [0.66, 0.3],
];
const shapes = { monkey: "ellipse", banana: crescent };
const hint = "Drag, pinch, turn, tap and tickle: both at once, and by two people. A mouse is a finger, with Shift two.";
const pictures = Object.entries(shapes).map(([name, shape]) => new Picture(name, shape, refresh));
let connection, map; // The map converts places of the touchscreen to those of the page, and back.

// What each type of recognizer does to its picture: in UIKit the actions of its targets. A `delta` is the change since
// the last event, so nothing has to be set back to zero.
const actions = {
    longPress(picture, { state }) {
        if (state !== "began") return;
        picture.glide.stop();
        picture.raise(); // On the page, and among the regions.
        connection?.update([{ name: picture.name, above: null }]).catch(() => {}); // `run` reports a loss.
    },
    pan(picture, { state, delta, velocity }, map) {
        picture.moveBy(map.vectorToClient(delta));
        if (state === "ended") picture.glide.start(map.vectorToClient(velocity));
    },
    pinch: (picture, { delta, location }, map) => picture.scaleBy(delta, map.toClient(location)),
    rotation: (picture, { delta, location }, map) => picture.turnBy(delta, map.toClient(location)),
    tap(picture) {
        picture.show("hop", 400);
        play(bite);
    },
    tickle(picture) {
        picture.show("laugh", 1500);
        play(laugh);
    },
};

async function run() {
    connection = await connect();
    // No touch begins in a region until `place` enables it, where its picture is.
    const nowhere = { frame: { x: 0, y: 0, width: "100%", height: "100%" }, enabled: false };
    await connection.attach({
        regions: pictures.map(({ name }) => ({ name, ...nowhere })),
        recognizers: pictures.flatMap(({ name }) => recognizers(name)),
    });
    placed = "";
    const wanted = { recognizers: ["monkey-*", "banana-*"], locations: true };
    for await (const event of await connection.subscribe(wanted)) {
        if (event.kind === "gesture") {
            if (map) take(event, map);
            continue;
        }
        // Connected, reloaded, or a touchscreen was added, changed or removed.
        const [surface] = await connection.list("surfaces");
        map = surface && new PageMap(surface);
        if (!surface) say("gestured has no touchscreen: `gesturectl devices` says why.");
        place();
    }
}

/** Has a gesture act on the picture in whose region it is. */
function take(event, map) {
    const picture = pictures.find(({ name }) => name === event.region);
    if (!picture) return;
    picture.isHeld = showFingers(event, map);
    actions[event.type](picture, event, map);
}

/** Draws the pictures with the next frame, and has their regions follow. */
function refresh() {
    frame ??= requestAnimationFrame(() => {
        frame = undefined;
        for (const picture of pictures) picture.draw();
        place();
    });
}
let frame;

/** Moves the regions to where the pictures are; while one request is under way, the next waits for `place`. */
async function place() {
    if (!map || isPlacing) return;
    isPlacing = true;
    try {
        const regions = pictures.map((picture) => picture.region(map));
        const text = JSON.stringify(regions);
        if (text !== placed) await connection.update(regions);
        placed = text;
        if (map) say(hint, "hint");
    } catch (error) {
        say(error.message); // Such as: the page is in a window whose place is unknown, and what to do.
    }
    isPlacing = false;
}
let isPlacing = false, placed = "";

function say(words, kind = "problem") {
    const text = kind === "problem" ? `${words} Meanwhile a mouse is a finger, with Shift two.` : words;
    const message = document.querySelector("#message");
    if (message.textContent === text) return;
    message.textContent = text;
    message.className = kind;
}

// Windows report a new size, but not a new place; the interval also places what changed during a request.
addEventListener("resize", () => pictures.forEach((picture) => picture.moveBy({ x: 0, y: 0 })));
document.addEventListener("visibilitychange", place);
setInterval(place, 500);
followMouse(take);

// A connection that is refused or lost is made again; it starts anew, while the pictures stay where they are.
for (let isUseful = true; isUseful;) {
    try {
        await run();
    } catch (error) {
        say(error.message); // It says whether gestured is not there, or which right is missing, and what to do.
        isUseful = error.code !== "permission"; // The bridge refuses this address: it prints another at each start.
    }
    connection?.close();
    map = undefined;
    await new Promise((resolve) => setTimeout(resolve, 1000));
}
