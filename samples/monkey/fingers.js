// Faint circles where fingers hold pictures.

const parent = document.querySelector("#fingers");
/** The last event of each gesture under way, the newest last. */
const underWay = new Map();

/** Returns whether fingers hold the picture of the event. */
export function showFingers(event, map) {
    underWay.delete(event.gesture);
    if (event.state === "began" || event.state === "changed") {
        underWay.set(event.gesture, { ...event, places: event.locations.map((each) => map.toClient(each)) });
    }
    // Several gestures may have the same finger: the newest place counts.
    const newest = new Map();
    for (const { touches, places } of underWay.values()) touches.forEach((id, at) => newest.set(id, places[at]));
    const places = [...newest.values()];
    while (parent.children.length > places.length) parent.lastChild.remove();
    while (parent.children.length < places.length) parent.append(document.createElement("i"));
    for (const [index, { clientX, clientY }] of places.entries()) {
        parent.children[index].style.transform = `translate(${clientX}px, ${clientY}px)`;
    }
    return [...underWay.values()].some(({ region }) => region === event.region);
}

/** Whether gestured sees fingers: where these also move the mouse, the mouse is ignored. */
export function isTouched() {
    return [...underWay.keys()].some((gesture) => gesture !== "mouse"); // Its discrete gestures are never under way.
}
