// Scores of drawings by the server, which plays them as recordings.
import { replay } from "./server.js";

/** The side of the square in which strokes are drawn, in points. */
export const side = 300;

/** The configuration that the machine's recordings are played with. */
export async function configurationOfMachine() {
  const { configuration } = await replay(recordingOf([[0, 0], [9, 9]]));
  return configuration.configuration;
}

/** The scores of a drawing, best first: one recognizer for each name, all at the same time. */
export async function scores(drawing, names) {
  const labels = [...names.keys()].map((_, index) => `score-${index}`);
  const recognizers = [...names.values()].map((templates, index) => ({
    name: labels[index],
    type: "stroke",
    templates,
    minimumScore: 0,
    minimumMargin: 0,
    minimumLength: 0,
    simultaneousWith: labels.filter((_, other) => other > index),
  }));
  const answer = await replay(recordingOf(drawing), JSON.stringify({ recognizers }));
  const found = answer.lines.filter(({ params }) => params.stroke !== undefined).map(({ params }) => params);
  found.sort((one, other) => other.score - one.score);
  return found.map(({ stroke, score }) => `${stroke} ${score.toFixed(2)}`).join(", ") || "resembles none";
}

/** A recording, as evemu writes it, of a finger that draws this on a panel of 0.1 pt a unit. */
function recordingOf(points) {
  const [width, height] = [0, 1].map((axis) => Math.max(side, ...points.map((point) => point[axis])) * 10);
  const perMillimetre = Math.round((10 * 163) / 25.4);
  const head = [
    "# EVEMU 1.3", "N: drawing", "I: 0018 1234 5678 0001", "P: 02 00 00 00 00 00 00 00",
    "B: 00 0b 00 00 00 00 00 00 00", ...Array(4).fill("B: 01 00 00 00 00 00 00 00 00"),
    "B: 01 00 00 00 00 00 00 00 00", "B: 01 00 04 00 00 00 00 00 00",
    ...Array(6).fill("B: 01 00 00 00 00 00 00 00 00"), "B: 03 03 00 00 00 00 80 60 02",
    `A: 00 0 ${width} 0 0 ${perMillimetre}`, `A: 01 0 ${height} 0 0 ${perMillimetre}`, "A: 2f 0 9 0 0 0",
    `A: 35 0 ${width} 0 0 ${perMillimetre}`, `A: 36 0 ${height} 0 0 ${perMillimetre}`, "A: 39 0 65535 0 0 0",
  ];
  const frame = (index, events) =>
    [...events, "0000 0000 0"].map((event) => `E: ${(1 + index * 0.01).toFixed(6)} ${event}`);
  const frames = points.flatMap(([x, y], index) =>
    frame(index, [
      ...(index === 0 ? ["0003 002f 0", "0003 0039 1", "0001 014a 1"] : []),
      `0003 0035 ${x * 10}`, `0003 0036 ${y * 10}`,
    ]),
  );
  return [...head, ...frames, ...frame(points.length, ["0003 0039 -1", "0001 014a 0"])].join("\n") + "\n";
}
