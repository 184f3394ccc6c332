"""Checks of the live lanes: labels cover nothing, and only recognizers that see a finger are possible."""

from live_checks import CONFIGURATION, access
from page import group
from programs import ROOT

DEMO = ROOT / "Tests/Fixtures/demo"
FILES = [DEMO / f"{name}.evemu" for name in (
    "pinch", "edge-pan", "stroke", "rotation", "checkmark", "tickle", "incremental-pinch", "long-press")]
# Looks at what is painted on the lanes, frame by frame: shapes and labels by their extents, in their order.
PROBE = """
    const done = arguments[0];
    Promise.all([import("/view/paint.js"), import("/view/state.js")]).then(([{ colour }, { view }]) => {
        const canvas = document.querySelector("#lanes"), context = canvas.getContext("2d");
        const found = window.lanesFound = { frames: 0, labels: 0, inside: 0, shapes: 0, faults: [], possible: [] };
        const own = {};
        const wrap = (name, before) => {
            own[name] = context[name].bind(context);
            context[name] = (...words) => { before(...words); return own[name](...words); };
        };
        let shapes = [], labels = [], path = null, clip = null, lift = 0;
        const fault = (words) => found.faults.length < 10 && found.faults.push(words);
        const add = (x, y) => {
            path = path ? [Math.min(path[0], x), Math.min(path[1], y), Math.max(path[2], x), Math.max(path[3], y)]
                : [x, y, x, y];
        };
        const meets = (one, other) => one[0] < other[2] - 1 && other[0] < one[2] - 1
            && one[1] < other[3] - 1 && other[1] < one[3] - 1;
        const isShape = (style) => ["good", "bad", "wait", "ink", "quiet"].some((name) => colour(name) === style);
        const shape = (style) => {
            if (!path || !isShape(style)) return;
            const box = clip ? [Math.max(path[0], clip[0]), Math.max(path[1], clip[1]), Math.min(path[2], clip[2]),
                Math.min(path[3], clip[3])] : [path[0], path[1] - 1, path[2], path[3] + 1];
            shapes.push(box);
            found.shapes += 1;
            for (const label of labels) if (meets(label.box, box)) fault(`${label.text} lies below a shape`);
        };
        wrap("beginPath", () => { path = null; });
        wrap("moveTo", add);
        wrap("lineTo", add);
        wrap("arc", (x, y, r) => { add(x - r, y - r); add(x + r, y + r); });
        for (const name of ["rect", "roundRect"]) wrap(name, (x, y, w, h) => { add(x, y); add(x + w, y + h); });
        wrap("clip", () => { clip = path; });
        wrap("restore", () => { clip = null; });
        wrap("fill", () => shape(context.fillStyle));
        wrap("stroke", () => shape(context.strokeStyle));
        wrap("fillRect", (x, y, w, h) => {
            const box = [x, y, x + w, y + h];
            const covered = shapes.find((each) => meets(box, each));
            if (covered) fault(`a label's ground, ${box.map(Math.round)}, covers a shape, ${covered.map(Math.round)}`);
        });
        wrap("fillText", (text, x, y) => {
            if (!context.font.includes("11.5px")) return;
            const box = [x, y - 8, x + context.measureText(text).width, y + 2];
            if (context.fillStyle === colour("on-good")) {
                const bar = shapes.find((each) => each[0] <= box[0] && each[2] >= box[2] && meets(each, box));
                if (!bar) fault(`${text} leaves its bar`);
                found.inside += 1;
            } else {
                if (shapes.some((each) => meets(box, each))) fault(`${text} covers a shape`);
                found.labels += 1;
            }
            if (labels.some((each) => meets(box, each.box))) fault(`${text} covers a label`);
            labels.push({ text, box });
        });
        wrap("clearRect", () => { [shapes, labels] = [[], []]; found.frames += 1; });
        const look = (now) => {
            const fingers = view.timeline?.fingers ?? [];
            if (fingers.some(({ to }) => to === null)) lift = now;
            for (const [name, lane] of now - lift > 1000 ? view.timeline.lanes : []) {
                const last = lane.segments.at(-1);
                if (last && last.to === null && !found.possible.includes(name)) found.possible.push(name);
            }
            requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
        done();
    });"""


@group
def check_lanes(check, page, scene):
    demo = (DEMO / "gestured.yaml").read_text(encoding="utf-8")
    scene.configure(demo + access("gestures", "touches", "attach"), *FILES)
    for width in (1280, 360):
        page.size(width, 1400)
        page.refresh()
        page.wait_for("#panel-words", " down")
        page.run_async(PROBE)
        recognized = set()

        def is_seen():
            recognized.update(page.text("#headline").removeprefix("Recognized: ").split(" and "))
            return recognized >= {"pinch", "circle", "tickle", "zoom-by-steps", "long-press"}
        page.wait(is_seen)
        found = page.run("return window.lanesFound")
        check(f"at {width} px there are labels and shapes ({found['labels']} and {found['shapes']})",
              lambda: found["labels"] > 10 and found["shapes"] > 1000)
        check(f"at {width} px no label covers a shape or another label {found['faults'][:3]}",
              lambda: not found["faults"])
        check(f"a second after the last finger nothing is possible {found['possible']}",
              lambda: not found["possible"])
    scene.configure(CONFIGURATION, scene.recording)
