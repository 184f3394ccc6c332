// The picture of the panel: outline in proportion, regions, fingers with numbers and trails.
import { colour, font, prepare } from "./paint.js";

/** Seconds that a trail lasts, and that a lifted finger stays. */
const trail = 1.5;

/** Draws the panel as it is at a time; `isWhole` keeps the whole trails of fingers that are down then. */
export function drawPanel(canvas, timeline, time, isWhole = false) {
  const painted = prepare(canvas);
  if (!painted) return;
  const { context, width, height } = painted;
  if (!timeline) return;
  const { surface } = timeline;
  const scale = Math.min((width - 16) / surface.width, (height - 16) / surface.height);
  const [left, top] = [(width - surface.width * scale) / 2, (height - surface.height * scale) / 2];
  const place = (x, y) => [left + x * scale, top + y * scale];

  context.lineWidth = 2;
  context.strokeStyle = colour("ink");
  context.fillStyle = colour("panel");
  context.beginPath();
  context.roundRect(left, top, surface.width * scale, surface.height * scale, 8);
  context.fill();
  context.stroke();
  drawRegions(context, timeline, place, scale);
  for (const finger of timeline.fingers) drawFinger(context, finger, time, isWhole, place);
}

function drawRegions(context, { regions }, place, scale) {
  context.save();
  context.setLineDash([6, 4]);
  context.lineWidth = 1;
  context.strokeStyle = context.fillStyle = colour("quiet");
  context.font = font(12);
  for (const { name, x, y, width, height } of regions) {
    if (name === "root") continue;
    const [left, top] = place(x, y);
    context.strokeRect(left, top, width * scale, height * scale);
    context.fillText(name, left + 5, top + 15, width * scale - 8);
  }
  context.restore();
}

function drawFinger(context, finger, time, isWhole, place) {
  const { from, to, lost, number, points } = finger;
  if (time < from || (to !== null && time > to + trail)) return;
  const isDown = to === null || time < to;
  const oldest = isWhole && isDown ? -Infinity : time - trail;
  let last = 0;
  let isDrawing = false;
  context.lineWidth = 3;
  context.lineJoin = context.lineCap = "round";
  context.strokeStyle = colour(isDown ? "accent" : "quiet");
  context.beginPath();
  for (let index = 0; index < points.length && points[index] <= time; index += 3) {
    last = index;
    if (points[index] < oldest) continue;
    const [x, y] = place(points[index + 1], points[index + 2]);
    if (isDrawing) context.lineTo(x, y);
    else context.moveTo(x, y);
    isDrawing = true;
  }
  context.stroke();
  const [x, y] = place(points[last + 1], points[last + 2]);
  context.beginPath();
  context.arc(x, y, 17, 0, 2 * Math.PI);
  context.lineWidth = 2;
  if (isDown) {
    context.fillStyle = colour("accent");
    context.fill();
    context.fillStyle = colour("paper");
  } else {
    context.fillStyle = colour("panel");
    context.fill();
    context.setLineDash([4, 4]);
    context.stroke();
    context.setLineDash([]);
    context.fillStyle = colour("quiet");
  }
  context.font = font(16, "bold");
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(!isDown && lost ? "✕" : String(number), x, y + 1);
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
