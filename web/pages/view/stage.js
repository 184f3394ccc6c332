// The pictures of panel and lanes, drawn sixty times a second while they change, and their legend.
import { element } from "./element.js";
import { drawLanes, heightOfLanes, hitLanes } from "./lanes.js";
import { ahead, span } from "./live.js";
import { prepare } from "./paint.js";
import { drawPanel, fingersInWords, movesInWords } from "./panel.js";
import { advance, attempt, setTime } from "./player.js";
import { drawMark, drawSegment } from "./shapes.js";
import { $, setText, view } from "./state.js";
import { showAges } from "./steps.js";
import { choose } from "./answer.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** The times that the lanes show. */
let range = { from: 0, to: 1 };

export function startDrawing() {
  requestAnimationFrame(draw);
}

function draw(now) {
  requestAnimationFrame(draw);
  advance(now);
  if (view.mode === "live") drawLive(view.timeline);
  else if (view.mode === "mouse") drawMouse(view.timeline, now / 1000);
  else if (view.isStale) drawRecording(view.timeline);
}

function drawRecording(timeline) {
  drawPanel($("panel"), timeline, view.time, true);
  const { from, to } = attempt() ?? { from: timeline.start, to: timeline.end };
  const margin = (to - from) * 0.02;
  drawAllLanes(timeline, { from: from - margin, to: to + margin, time: view.time, zero: timeline.start });
  setText("panel-words", fingersInWords(timeline, view.time) + movesInWords(timeline, view.time));
  view.isStale = false;
}

/** Draws the fingers of the mouse; what recognizers make of them comes when they have lifted. */
function drawMouse(timeline, now) {
  prepare($("lanes"));
  // What came after the browser began this frame belongs to it.
  const time = Math.max(now, timeline.end);
  drawPanel($("panel"), timeline, time);
  setText("panel-words", fingersInWords(timeline, time));
}

function drawLive(timeline) {
  if (!timeline) {
    prepare($("panel"));
    prepare($("lanes"));
    setText("panel-words", "");
    return;
  }
  const now = timeline.offset === undefined ? 0 : performance.now() / 1000 + timeline.offset;
  drawPanel($("panel"), timeline, now);
  // With less motion the lanes move on a second at a time.
  const to = calm.matches ? Math.ceil(now) : now;
  timeline.now = calm.matches ? Math.floor(now) : now;
  drawAllLanes(timeline, { from: to - span, to: to + ahead, time: to, zero: to, isLive: true });
  showAges(now);
  setText("panel-words", fingersInWords(timeline, now));
}

function drawAllLanes(timeline, shown) {
  const canvas = $("lanes");
  const height = `${heightOfLanes(timeline.recognizers.length, canvas.clientWidth)}px`;
  if (canvas.style.height !== height) canvas.style.height = height;
  range = shown;
  drawLanes(canvas, timeline, { ...range, chosen: view.chosen });
}

$("lanes").addEventListener("click", (event) => {
  if (!view.timeline) return;
  const { name, time } = hitLanes($("lanes"), view.timeline, range, event);
  if (name) choose(name);
  if (view.mode === "recording" && time !== null) setTime(time);
});

const legend = ["possible", "waiting", "active", "changed", "ended", "recognized", "failed", "cancelled"];

export function showLegend() {
  const names = { active: "began", recognized: "recognized at once" };
  $("legend").replaceChildren(
    ...legend.map((state) => {
      const canvas = element("canvas", { "aria-hidden": "true" });
      requestAnimationFrame(() => drawSample(canvas, state));
      return element("li", {}, canvas, names[state] ?? state);
    }),
  );
}

function drawSample(canvas, state) {
  const { context } = prepare(canvas) ?? {};
  if (!context) return;
  if (["changed", "ended"].includes(state)) drawSegment(context, "active", 2, state === "ended" ? 15 : 28, 11);
  if (["possible", "waiting", "active"].includes(state)) drawSegment(context, state, 2, 28, 11);
  else drawMark(context, state, 15, 11);
}
