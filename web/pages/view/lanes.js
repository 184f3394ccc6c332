// The lanes: for each recognizer what it was when and why, told apart by shape as well as by colour.
import { colour, fitted, font, prepare, textWidth } from "./paint.js";
import { drawMark, drawSegment, half } from "./shapes.js";

const wideLabel = 148;
const narrow = 560;
const header = 26;
/** Pixels between a label and the next shape. */
const gap = 8;
/** Letters below which the beginning of a label says nothing. */
const shortest = 14;

function layout(width) {
  const isNarrow = width < narrow;
  const left = isNarrow ? 12 : wideLabel;
  return { isNarrow, left, right: width - 16, lane: isNarrow ? 46 : 32, bar: isNarrow ? 31 : 16 };
}

/** The height that the lanes need at a width. */
export function heightOfLanes(count, width) {
  return header + Math.max(1, count) * layout(width).lane + 6;
}

/** Draws the lanes of a timeline between two times, with a line at the time that is shown. */
export function drawLanes(canvas, timeline, range) {
  const painted = prepare(canvas);
  if (!painted || !timeline) return;
  const { context, width, height } = painted;
  const { from, to, time } = range;
  const { left, right, lane } = layout(width);
  const x = (at) => left + ((Math.min(Math.max(at, from), to) - from) / (to - from || 1)) * (right - left);

  timeline.recognizers.forEach(({ name }, index) => {
    if (name === range.chosen) drawChosen(context, header + index * lane, width, lane);
  });
  drawScale(context, { ...range, x, height });
  drawCursor(context, x(time), height);
  timeline.recognizers.forEach(({ name }, index) => {
    drawLane(context, timeline, { name, top: header + index * lane, width, x, ...range });
  });
}

function drawChosen(context, top, width, lane) {
  context.fillStyle = colour("soft");
  context.beginPath();
  context.roundRect(0, top + 1, width, lane - 2, 6);
  context.fill();
  context.fillStyle = colour("accent");
  context.beginPath();
  context.roundRect(0, top + 6, 3, lane - 12, 2);
  context.fill();
}

function drawCursor(context, x, height) {
  context.strokeStyle = context.fillStyle = colour("accent");
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(x, header - 6);
  context.lineTo(x, height - 4);
  context.stroke();
  context.beginPath();
  context.moveTo(x - 5, header - 11);
  context.lineTo(x + 5, header - 11);
  context.lineTo(x, header - 4);
  context.fill();
}

function drawLane(context, timeline, { name, top, width, x, ...range }) {
  const { isNarrow, left, right, lane, bar } = layout(width);
  const middle = top + bar;
  context.fillStyle = colour("ink");
  context.font = font(13, name === range.chosen ? "600" : "");
  if (isNarrow) context.fillText(name, left, top + 15);
  else context.fillText(fitted(context, name, wideLabel - 22) ?? name, 12, middle + 4.5, wideLabel - 16);
  context.strokeStyle = colour("line");
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(left, middle + 0.5);
  context.lineTo(right, middle + 0.5);
  context.stroke();

  const shapes = drawShapes(context, timeline, { ...range, x, middle, lane: timeline.lanes.get(name) });
  const isChosen = name === range.chosen;
  const now = range.isLive ? x(range.time) : undefined;
  // The end of all shapes and labels so far, and the last dotted line with what ended before it.
  let last = 0, line;
  shapes.forEach(({ mark, state, begin, end }, index) => {
    if (mark?.state === "failed" || mark?.state === "cancelled") {
      const next = last > end ? begin : (shapes.slice(index + 1, index + 5).find((each) => each.end > end)?.begin ?? right);
      const room = { begin, end, next, last, line: line?.end > begin ? line : undefined, right, now };
      last = Math.max(last, drawReason(context, mark.words, { ...room, middle, isChosen }));
    }
    if (state === "possible") line = { begin, end, last };
    last = Math.max(last, end);
  });
}

/** Draws the bars and marks of a lane; returns their extents, in order. */
function drawShapes(context, { now }, { lane: { segments, marks }, from, to, x, middle }) {
  const shapes = [];
  for (const { state, from: begin, to: end, words } of segments) {
    const last = end ?? Math.max(begin, Math.min(to, now ?? to));
    if (last < from || begin > to) continue;
    const extent = { begin: x(begin), end: Math.max(x(last), x(begin) + 2), state };
    shapes.push(extent);
    drawSegment(context, state, extent.begin, extent.end, middle);
    if (state === "active" && begin >= from) drawInside(context, words, extent, middle, end === null);
  }
  let lastTick = -Infinity;
  for (const mark of marks) {
    const place = x(mark.time);
    if (mark.time < from || mark.time > to || (mark.state === "changed" && place - lastTick < 4)) continue;
    if (mark.state === "changed") lastTick = place;
    else shapes.push({ begin: place - half, end: place + half, mark });
    drawMark(context, mark.state, place, middle);
  }
  return shapes.sort((one, other) => one.begin - other.begin);
}

/** Writes why a recognizer began into its bar; while this grows, only where all of it has room. */
function drawInside(context, words, { begin, end }, middle, isGrowing) {
  context.font = font(11.5, "500");
  const whole = shortened(words);
  const room = end - begin - 20;
  const text = isGrowing && textWidth(context, whole) > room ? undefined : fitted(context, whole, room);
  if (!text) return;
  context.fillStyle = colour("on-good");
  context.fillText(text, begin + 8, middle + 2.5);
}

/** Writes why a recognizer failed beside its mark, where nothing else is; otherwise the steps have it. Returns its end. */
function drawReason(context, words, { middle, isChosen, ...room }) {
  context.font = font(11.5, isChosen ? "600" : "");
  const whole = shortened(words);
  const place = placeOf({ ...room, width: textWidth(context, whole) });
  const text = fitted(context, whole, place.room);
  if (!text || text.length < Math.min(shortest, whole.length)) return 0;
  const taken = textWidth(context, text);
  const at = place.begin ?? place.end - taken;
  context.fillStyle = colour(isChosen ? "soft" : "paper");
  context.fillRect(at - 4, middle - half - 1, taken + 8, 2 * half + 2);
  context.fillStyle = colour(isChosen ? "ink" : "quiet");
  context.fillText(text, at, middle + 4);
  return at + taken;
}

/**
 * Where a label has room: behind its mark, otherwise on the dotted line that leads to the mark, or before that line.
 *
 * `next` is where the next shape begins, `last` where those before end, and `now` the place of the present in the live
 * view, undefined in a recording.
 */
function placeOf({ begin, end, next, last, line, right, now, width }) {
  const behind = { begin: end + 5, room: Math.min(next - gap, right) - end - 5 };
  if (width <= behind.room) return behind;
  // Behind the last mark the room grows with the time: without a limit, a text would be written letter by letter.
  if (now !== undefined) return { ...behind, room: Math.min(behind.room, right - now - half - 5) };
  if (line && line.end - line.begin - width > 40) return { end: begin - 5, room: width };
  const [edge, before] = line ? [Math.min(line.begin, begin), line.last] : [begin, last];
  return before > 0 && width <= edge - before - 2 * gap ? { end: edge - gap, room: width } : behind;
}

/** Words without the state, which the shape says. */
function shortened(words = "") {
  return words.replace(/^(failed|cancelled|began|recognized)(: |$)/, "");
}

function drawScale(context, { from, to, zero = from, isLive, x, height }) {
  const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];
  const end = isLive ? zero : to;
  const step = steps.find((each) => (end - from) / each <= 6) ?? (end - from) / 6;
  context.font = font(11);
  context.fillStyle = colour("quiet");
  context.strokeStyle = colour("line");
  context.lineWidth = 1;
  context.textAlign = "center";
  context.beginPath();
  for (let at = Math.ceil((from - zero) / step); at * step + zero <= end; at += 1) {
    const place = x(at * step + zero);
    context.fillText(`${Number((at * step).toFixed(2))} s`, place, 11);
    context.moveTo(Math.round(place) + 0.5, header - 4);
    context.lineTo(Math.round(place) + 0.5, height - 4);
  }
  context.stroke();
  context.textAlign = "start";
}

/** What lies at a place of the canvas: a recognizer's name, and a time. */
export function hitLanes(canvas, timeline, { from, to }, { offsetX, offsetY }) {
  const { left, right, lane } = layout(canvas.clientWidth);
  const name = timeline.recognizers[Math.floor((offsetY - header) / lane)]?.name;
  const share = (offsetX - left) / (right - left);
  return { name, time: share < 0 ? null : from + Math.min(share, 1) * (to - from) };
}
