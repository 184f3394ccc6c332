// The picture of the panel: outline in proportion, regions, fingers with numbers and trails.
import { colour, font, prepare } from "./paint.js";

/** Seconds that a trail lasts, and that a lifted finger stays. */
const trail = 1.5;
const margin = 14;

/** Draws the panel as it is at a time; `isWhole` keeps the whole trails of fingers that are down then. */
export function drawPanel(canvas, timeline, time, isWhole = false) {
  const painted = prepare(canvas);
  if (!painted) return;
  const { context, width, height } = painted;
  if (!timeline) return;
  const { surface } = timeline;
  const { scale, left, top } = layout(surface, width, height);
  const place = (x, y) => [left + x * scale, top + y * scale];

  context.lineWidth = 1.5;
  context.strokeStyle = colour("quiet");
  context.fillStyle = colour("panel");
  context.beginPath();
  context.roundRect(left, top, surface.width * scale, surface.height * scale, 10);
  context.fill();
  context.stroke();
  drawRegions(context, timeline, place, scale);
  for (const finger of timeline.fingers) {
    if (isSeen(finger, time)) drawFinger(context, finger, time, isWhole, place);
  }
}

function layout(surface, width, height) {
  const scale = Math.min((width - 2 * margin) / surface.width, (height - 2 * margin) / surface.height);
  return { scale, left: (width - surface.width * scale) / 2, top: (height - surface.height * scale) / 2 };
}

/** Where a place of the canvas is on the panel, in parts of its sides. */
export function shareOf({ clientWidth, clientHeight }, surface, { offsetX, offsetY }) {
  const { scale, left, top } = layout(surface, clientWidth, clientHeight);
  const shares = [(offsetX - left) / (surface.width * scale), (offsetY - top) / (surface.height * scale)];
  return shares.map((share) => Math.min(Math.max(share, 0), 1));
}

function drawRegions(context, { regions }, place, scale) {
  context.save();
  context.setLineDash([5, 4]);
  context.lineWidth = 1;
  context.strokeStyle = context.fillStyle = colour("quiet");
  context.font = font(11.5);
  for (const { name, x, y, width, height } of regions) {
    if (name === "root") continue;
    const [left, top] = place(x, y);
    context.strokeRect(left, top, width * scale, height * scale);
    context.fillText(name, left + 7, top + 17, width * scale - 10);
  }
  context.restore();
}

function isSeen({ from, to }, time) {
  return time >= from && (to === null || time <= to + trail);
}

/** The index of the last point that is not later than a time. */
function indexAt(points, time) {
  let [low, high] = [0, points.length / 3 - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (points[3 * middle] <= time) low = middle;
    else high = middle - 1;
  }
  return 3 * low;
}

function drawFinger(context, { to, lost, number, points }, time, isWhole, place) {
  const isDown = to === null || time < to;
  const last = indexAt(points, time);
  const first = isWhole && isDown ? 0 : indexAt(points, time - trail);
  const [x, y] = place(points[last + 1], points[last + 2]);
  const [landedX, landedY] = place(points[first + 1], points[first + 2]);
  context.lineJoin = context.lineCap = "round";
  context.strokeStyle = colour(isDown ? "accent" : "quiet");
  context.lineWidth = 3;
  context.beginPath();
  context.moveTo(landedX, landedY);
  for (let index = first; index <= last; index += 3) context.lineTo(...place(points[index + 1], points[index + 2]));
  context.stroke();
  if (isWhole && isDown) drawRest(context, points, last, place);
  context.lineCap = "butt";
  if (isWhole && isDown && Math.hypot(x - landedX, y - landedY) > 22) drawLanding(context, landedX, landedY);
  drawCircle(context, x, y, isDown, !isDown && lost ? "✕" : String(number));
}

/** The way that the finger goes after the shown time. */
function drawRest(context, points, last, place) {
  context.globalAlpha = 0.35;
  context.lineWidth = 2;
  context.beginPath();
  for (let index = last; index < points.length; index += 3) {
    context.lineTo(...place(points[index + 1], points[index + 2]));
  }
  context.stroke();
  context.globalAlpha = 1;
}

/** A small ring where the finger landed. */
function drawLanding(context, x, y) {
  context.fillStyle = colour("panel");
  context.lineWidth = 2;
  context.beginPath();
  context.arc(x, y, 5, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
}

function drawCircle(context, x, y, isDown, text) {
  context.beginPath();
  context.arc(x, y, 16, 0, 2 * Math.PI);
  context.fillStyle = colour(isDown ? "accent" : "panel");
  context.fill();
  context.lineWidth = 2;
  if (isDown) {
    context.strokeStyle = colour("panel");
    context.stroke();
  } else {
    context.setLineDash([4, 4]);
    context.stroke();
    context.setLineDash([]);
  }
  context.fillStyle = colour(isDown ? "on-accent" : "quiet");
  context.font = font(15, "600");
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, x, y + 1);
  context.textAlign = "start";
  context.textBaseline = "alphabetic";
}

/** The fingers at a time, in words. */
export function fingersInWords(timeline, time) {
  const down = timeline.fingers.filter(({ from, to }) => from <= time && (to === null || to > time));
  if (down.length === 0) return "no finger is down";
  const numbers = down.map(({ number }) => number).sort((one, other) => one - other);
  return `${down.length === 1 ? "finger" : "fingers"} ${numbers.join(", ")} down`;
}

/** How far each finger has moved at a time, for a few of them: "1 moved 1.8 mm, 2 moved 0.2 mm". */
export function movesInWords({ fingers, surface }, time) {
  const perMillimetre = surface.millimetres ? surface.width / surface.millimetres.width : undefined;
  const down = fingers.filter(({ from, to }) => from <= time && (to === null || to > time));
  if (!perMillimetre || down.length === 0 || down.length > 3) return "";
  const moves = down.map(({ number, points }) => {
    const last = indexAt(points, time);
    const distance = Math.hypot(points[last + 1] - points[1], points[last + 2] - points[2]) / perMillimetre;
    return `${number} moved ${distance.toFixed(1)} mm`;
  });
  return ` · ${moves.join(", ")}`;
}
