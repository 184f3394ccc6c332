// The lanes: for each recognizer what it was when, told apart by shape as well as by colour.
import { colour, font, hatch, prepare } from "./paint.js";

const wideLabel = 150;
const narrow = 560;
const header = 20;

function layout(width) {
  const isNarrow = width < narrow;
  const left = isNarrow ? 10 : wideLabel;
  return { isNarrow, left, right: width - 14, lane: isNarrow ? 46 : 30, bar: isNarrow ? 32 : 15 };
}

/** The height that the lanes need at a width. */
export function heightOfLanes(count, width) {
  return header + Math.max(1, count) * layout(width).lane + 4;
}

/** Draws the lanes of a timeline between two times, with a line at the time that is shown. */
export function drawLanes(canvas, timeline, { from, to, time, chosen, zero = from }) {
  const painted = prepare(canvas);
  if (!painted || !timeline) return;
  const { context, width, height } = painted;
  const { isNarrow, left, right, lane, bar } = layout(width);
  const x = (at) => left + ((Math.min(Math.max(at, from), to) - from) / (to - from || 1)) * (right - left);

  drawScale(context, { from, to, zero, x, height });
  timeline.recognizers.forEach(({ name }, index) => {
    const top = header + index * lane;
    if (name === chosen) {
      context.fillStyle = colour("panel");
      context.fillRect(0, top, width, lane);
      context.fillStyle = colour("ink");
      context.fillRect(0, top, 4, lane);
    }
    context.fillStyle = colour("ink");
    context.font = font(13, name === chosen ? "bold" : "");
    if (isNarrow) context.fillText(name, left, top + 15);
    else context.fillText(name, 10, top + lane / 2 + 5, wideLabel - 18);
    const middle = top + bar;
    context.strokeStyle = colour("line");
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(left, middle + 0.5);
    context.lineTo(right, middle + 0.5);
    context.stroke();
    const { segments, marks } = timeline.lanes.get(name);
    for (const segment of segments) {
      const end = segment.to ?? Math.min(to, timeline.now ?? to);
      if (end >= from && segment.from <= to) drawSegment(context, segment.state, x(segment.from), x(end), middle);
    }
    let lastTick = -Infinity;
    for (const { state, time: at } of marks) {
      if (at < from || at > to) continue;
      if (state === "changed" && x(at) - lastTick < 4) continue;
      if (state === "changed") lastTick = x(at);
      drawMark(context, state, x(at), middle);
    }
  });
  context.strokeStyle = colour("ink");
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(x(time), header - 4);
  context.lineTo(x(time), height);
  context.stroke();
}

function drawScale(context, { from, to, zero, x, height }) {
  const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];
  const step = steps.find((each) => (to - from) / each <= 6) ?? (to - from) / 6;
  context.font = font(11);
  context.fillStyle = colour("quiet");
  context.strokeStyle = colour("line");
  context.lineWidth = 1;
  context.textAlign = "center";
  for (let at = Math.ceil((from - zero) / step); at * step + zero <= to; at += 1) {
    const place = x(at * step + zero);
    context.fillText(`${Number((at * step).toFixed(2))} s`, place, 12);
    context.beginPath();
    context.moveTo(place + 0.5, header - 4);
    context.lineTo(place + 0.5, height);
    context.stroke();
  }
  context.textAlign = "start";
}

/** Draws a segment: possible is a dotted line, waiting a hatched box, active a full bar. */
export function drawSegment(context, state, from, to, middle) {
  const width = Math.max(2, to - from);
  if (state === "possible") {
    context.setLineDash([2, 4]);
    context.lineWidth = 3;
    context.strokeStyle = colour("quiet");
    context.beginPath();
    context.moveTo(from, middle);
    context.lineTo(from + width, middle);
    context.stroke();
    context.setLineDash([]);
  } else if (state === "waiting") {
    context.lineWidth = 2;
    context.strokeStyle = colour("wait");
    context.strokeRect(from, middle - 7, width, 14);
    context.lineWidth = 1.5;
    hatch(context, from, middle - 7, width, 14);
  } else {
    context.fillStyle = colour("good");
    context.fillRect(from, middle - 7, width, 14);
  }
}

/** Draws a mark: recognized a diamond, failed a cross, cancelled a struck circle, ended a bar, changed a notch. */
export function drawMark(context, state, x, middle) {
  context.lineWidth = 2.5;
  context.lineCap = "butt";
  context.beginPath();
  if (state === "recognized") {
    context.fillStyle = colour("good");
    context.moveTo(x, middle - 9);
    context.lineTo(x + 9, middle);
    context.lineTo(x, middle + 9);
    context.lineTo(x - 9, middle);
    context.fill();
  } else if (state === "failed") {
    context.strokeStyle = colour("bad");
    context.moveTo(x - 6, middle - 6);
    context.lineTo(x + 6, middle + 6);
    context.moveTo(x + 6, middle - 6);
    context.lineTo(x - 6, middle + 6);
    context.stroke();
  } else if (state === "cancelled") {
    context.strokeStyle = colour("bad");
    context.arc(x, middle, 7, 0, 2 * Math.PI);
    context.moveTo(x - 5, middle + 5);
    context.lineTo(x + 5, middle - 5);
    context.stroke();
  } else if (state === "ended") {
    context.strokeStyle = colour("ink");
    context.moveTo(x, middle - 10);
    context.lineTo(x, middle + 10);
    context.stroke();
  } else if (state === "changed") {
    context.strokeStyle = colour("paper");
    context.lineWidth = 1;
    context.moveTo(x, middle - 7);
    context.lineTo(x, middle - 2);
    context.stroke();
  }
}

/** What lies at a place of the canvas: a recognizer's name, and a time. */
export function hitLanes(canvas, timeline, { from, to }, { offsetX, offsetY }) {
  const { left, right, lane } = layout(canvas.clientWidth);
  const name = timeline.recognizers[Math.floor((offsetY - header) / lane)]?.name;
  const share = (offsetX - left) / (right - left);
  return { name, time: share < 0 ? null : from + Math.min(share, 1) * (to - from) };
}
