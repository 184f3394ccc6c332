// The shapes of states, in the lanes and in the legend.
import { colour, hatch } from "./paint.js";

/** Half the height of a bar. */
export const half = 8;

/** Draws a segment: possible is a dotted line, waiting a hatched box, active a full bar. */
export function drawSegment(context, state, from, to, middle) {
  const width = Math.max(2, to - from);
  if (state === "possible") {
    context.setLineDash([1, 5]);
    context.lineCap = "round";
    context.lineWidth = 2.5;
    context.strokeStyle = colour("quiet");
    context.beginPath();
    context.moveTo(from + 1, middle + 0.5);
    context.lineTo(from + width, middle + 0.5);
    context.stroke();
    context.setLineDash([]);
    context.lineCap = "butt";
  } else if (state === "waiting") {
    context.lineWidth = 1.5;
    context.strokeStyle = colour("wait");
    context.fillStyle = colour("paper");
    context.beginPath();
    context.roundRect(from, middle - half + 1, width, 2 * half - 2, Math.min(3, width / 2));
    context.fill();
    context.stroke();
    hatch(context, from, middle - half + 1, width, 2 * half - 2);
  } else {
    context.fillStyle = colour("good");
    context.beginPath();
    context.roundRect(from, middle - half, width, 2 * half, Math.min(4, width / 2));
    context.fill();
  }
}

/** Draws a mark: recognized a diamond, failed a cross, cancelled a struck circle, ended a bar, changed a notch. */
export function drawMark(context, state, x, middle) {
  context.lineWidth = 2.5;
  context.lineCap = "round";
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
    context.moveTo(x - 4.5, middle - 4.5);
    context.lineTo(x + 4.5, middle + 4.5);
    context.moveTo(x + 4.5, middle - 4.5);
    context.lineTo(x - 4.5, middle + 4.5);
    context.stroke();
  } else if (state === "cancelled") {
    context.strokeStyle = colour("bad");
    context.fillStyle = colour("paper");
    context.arc(x, middle, 6.5, 0, 2 * Math.PI);
    context.fill();
    context.moveTo(x - 4.5, middle + 4.5);
    context.lineTo(x + 4.5, middle - 4.5);
    context.stroke();
  } else if (state === "ended") {
    context.strokeStyle = colour("ink");
    context.moveTo(x, middle - 10);
    context.lineTo(x, middle + 10);
    context.stroke();
  } else if (state === "changed") {
    context.strokeStyle = colour("paper");
    context.lineCap = "butt";
    context.lineWidth = 1;
    context.moveTo(x, middle + half);
    context.lineTo(x, middle + half - 3);
    context.stroke();
  }
  context.lineCap = "butt";
}
