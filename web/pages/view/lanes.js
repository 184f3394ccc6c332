// The lanes: for each recognizer what it was when and why, told apart by shape as well as by colour.
import { colour, fitted, font, prepare, textWidth } from "./paint.js";
import { drawMark, drawSegment, half } from "./shapes.js";

const wideLabel = 148;
const narrow = 560;
const header = 26;

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

function drawLane(context, timeline, { name, top, width, x, from, to, chosen }) {
  const { isNarrow, left, right, lane, bar } = layout(width);
  const middle = top + bar;
  context.fillStyle = colour("ink");
  context.font = font(13, name === chosen ? "600" : "");
  if (isNarrow) context.fillText(name, left, top + 15);
  else context.fillText(fitted(context, name, wideLabel - 22) ?? name, 12, middle + 4.5, wideLabel - 16);
  context.strokeStyle = colour("line");
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(left, middle + 0.5);
  context.lineTo(right, middle + 0.5);
  context.stroke();

  const { segments, marks } = timeline.lanes.get(name);
  for (const { state, from: begin, to: end, words } of segments) {
    const last = end ?? Math.max(begin, Math.min(to, timeline.now ?? to));
    if (last < from || begin > to) continue;
    drawSegment(context, state, x(begin), x(last), middle);
    if (state === "active" && begin >= from) drawInside(context, words, x(begin), x(last), middle);
  }
  let [lastTick, following] = [-Infinity, 0];
  marks.forEach((mark, index) => {
    const place = x(mark.time);
    if (mark.time < from || mark.time > to || (mark.state === "changed" && place - lastTick < 4)) return;
    if (mark.state === "changed") lastTick = place;
    drawMark(context, mark.state, place, middle);
    if (mark.state !== "failed" && mark.state !== "cancelled") return;
    // Both are in order: the segments are gone through once.
    while (segments[following]?.from <= mark.time) following += 1;
    const next = Math.min(segments[following]?.from ?? to, marks[index + 1]?.time ?? to, to);
    const room = { place, middle, left, end: next < to ? x(next) : right };
    drawReason(context, mark.words, { ...room, isChosen: name === chosen });
  });
}

/** Writes why a recognizer began into its bar. */
function drawInside(context, words, from, to, middle) {
  context.font = font(11.5, "500");
  const text = fitted(context, shortened(words), to - from - 16);
  if (!text) return;
  context.fillStyle = colour("on-good");
  context.fillText(text, from + 8, middle + 2.5);
}

/** Writes why a recognizer failed behind its mark, or before it where that is at the end. */
function drawReason(context, words, { place, middle, left, end, isChosen }) {
  context.font = font(11.5, isChosen ? "600" : "");
  const whole = shortened(words);
  if (!whole) return;
  const isBefore = end - place - 14 < Math.min(textWidth(context, whole), place - left - 14);
  const text = fitted(context, whole, isBefore ? place - left - 20 : end - place - 20);
  if (!text) return;
  const width = textWidth(context, text);
  const begin = isBefore ? place - 13 - width : place + 13;
  context.fillStyle = colour(isChosen ? "soft" : "paper");
  context.fillRect(begin - 4, middle - half - 1, width + 8, 2 * half + 2);
  context.fillStyle = colour(isChosen ? "ink" : "quiet");
  context.fillText(text, begin, middle + 4);
}

/** Words without the state, which the shape says. */
function shortened(words = "") {
  return words.replace(/^(failed|cancelled|began|recognized)(: |$)/, "");
}

function drawScale(context, { from, to, zero = from, x, height }) {
  const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];
  const step = steps.find((each) => (to - from) / each <= 6) ?? (to - from) / 6;
  context.font = font(11);
  context.fillStyle = colour("quiet");
  context.strokeStyle = colour("line");
  context.lineWidth = 1;
  context.textAlign = "center";
  context.beginPath();
  for (let at = Math.ceil((from - zero) / step); at * step + zero <= to; at += 1) {
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
