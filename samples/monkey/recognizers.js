// The recognizers of a picture.

/** Those of the picture with this name; `NAME-pan` watches the region `NAME`. */
export function recognizers(name) {
    const all = [
        // A finger that lands is a press at once: it stops a gliding picture and raises it.
        { name: `${name}-press`, type: "longPress", minimumPressDuration: 0 },
        { name: `${name}-pan`, type: "pan" },
        { name: `${name}-pinch`, type: "pinch" },
        { name: `${name}-rotation`, type: "rotation" },
        { name: `${name}-tickle`, type: "tickle" },
        { name: `${name}-tap`, type: "tap", requireToFail: `${name}-pan` },
    ];
    // By default, the first of them would prevent the others. Those of two pictures never prevent each other.
    return all.map((each) => ({
        ...each,
        region: name,
        simultaneousWith: all.map((other) => other.name).filter((other) => other !== each.name),
    }));
}
