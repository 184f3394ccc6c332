// Faint circles where fingers hold pictures.

const parent = document.querySelector("#fingers");
/** The last event of each gesture under way, the newest last. */
const underWay = new Map();

export function areFingersOn(region) {
    return [...underWay.values()].some((event) => event.region === region);
}

export function showFingers(event, map) {
    underWay.delete(event.gesture);
    if (event.state === "began" || event.state === "changed") underWay.set(event.gesture, event);
    // Several gestures may have the same finger: the newest place counts.
    const all = [...underWay.values()].flatMap(({ touches, locations }) => touches.map((id, at) => [id, locations[at]]));
    const places = [...new Map(all).values()];
    while (parent.children.length > places.length) parent.lastChild.remove();
    while (parent.children.length < places.length) parent.append(document.createElement("i"));
    for (const [index, place] of places.entries()) {
        const { clientX, clientY } = map.toClient(place);
        parent.children[index].style.transform = `translate(${clientX}px, ${clientY}px)`;
    }
}
