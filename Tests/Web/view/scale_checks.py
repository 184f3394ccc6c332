"""Checks that the work of the view grows as its recordings do, by what is read of them."""

from page import group

# Reads of a lane's segments when it is drawn, and of the steps when the attempts are offered, for so many attempts.
COUNT = """
    const [count, done] = arguments;
    const counting = (values) => new Proxy(values, { get: (all, key) => (reads += 1) && all[key] });
    let reads = 0;
    (async () => {
        const [{ drawLanes }, { timelineOf }, { showPlayer }] = await Promise.all(
            ["lanes", "recording", "player"].map((name) => import(`/view/${name}.js`)));
        const all = [...Array(count).keys()], end = { from: 0, to: count };
        const segments = all.map((at) => counting({ state: "possible", from: at, to: at + 0.5, words: "" }));
        const marks = all.map((at) => ({ state: "failed", time: at + 0.5, words: "moved" }));
        const canvas = document.createElement("canvas");
        canvas.style.height = "100px";
        document.body.append(canvas);
        const recognizers = [{ name: "tap", type: "tap", region: "root" }];
        drawLanes(canvas, { recognizers, lanes: new Map([["tap", { segments, marks }]]) }, { ...end, time: 0 });
        canvas.remove();
        const lane = reads;
        reads = 0;
        const steps = all.flatMap((at) => ["received", "failed"].map((step) => counting(
            { what: "step", sequence: at, recognizer: "tap", step, time: at, words: "moved" })));
        const surface = { what: "surface", name: "panel", width: 10, height: 10, regions: [], recognizers };
        showPlayer(timelineOf({ decisions: [surface, ...steps], lines: [] }));
        return [lane, reads];
    })().then(done, ({ message }) => done(message));"""


@group
def check_scale(check, page, scene):
    page.refresh()
    for name, few, many in zip(("drawing a lane", "offering the attempts"),
                               *(page.run_async(COUNT, count) for count in (400, 1600))):
        check(f"{name} reads at most five times as much of four times as many attempts ({few}, {many})",
              lambda: 400 <= few and many <= 5 * few)
