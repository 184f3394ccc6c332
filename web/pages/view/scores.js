// Scores of drawings by the server, which plays them as recordings.
import { evemuOf } from "./evemu.js";
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

/** A recording of a finger that draws this on a panel of 0.1 pt a unit. */
function recordingOf(points) {
  const sides = [0, 1].map((axis) => Math.max(side, ...points.map((point) => point[axis])) * 10);
  const frames = [...points, undefined].map((point, index) => {
    return { time: index * 0.01, slot: 0, id: index === 0 ? 1 : undefined, point: point?.map((each) => each * 10) };
  });
  return evemuOf("drawing", sides, Math.round((10 * 163) / 25.4), frames);
}
