// A recording's timeline, made of the server's answer.
import { Timeline } from "./timeline.js";

/** The segment that a step of a recognizer opens. */
const opened = { received: "possible", restarted: "possible", waiting: "waiting", began: "active" };
const closing = ["recognized", "failed", "ended", "cancelled", "undecided"];

/** The names of the surfaces that were touched, in the order of their first touches; none where there is only one. */
export function touchedSurfaces({ decisions }) {
  const names = decisions.filter(({ what, surface }) => what === "fingers" && surface).map(({ surface }) => surface);
  return [...new Set(names)];
}

/** The timeline of a surface; without a name, of the first that was touched. */
export function timelineOf({ decisions, lines }, name = touchedSurfaces({ decisions })[0]) {
  const surfaces = decisions.filter(({ what }) => what === "surface");
  const surface = surfaces.find((each) => each.name === name) ?? surfaces[0];
  const timeline = new Timeline(surface, surface.regions, surface.recognizers);
  for (const line of decisions) {
    // Lines name their surface only if there are several.
    if ((line.surface ?? surface.name) !== surface.name) continue;
    if (line.what === "fingers") addFingers(timeline, line);
    if (line.what === "step") addStep(timeline, line);
    if (line.what === "outcome") timeline.outcomes.push(line);
    if (line.what === "warning") timeline.warnings.push(line.words);
  }
  for (const { method, params } of lines) {
    if (params.surface !== surface.name) continue;
    if (method === "gesture" && params.state === "changed") timeline.mark(params.recognizer, "changed", params.time);
  }
  for (const { marks } of timeline.lanes.values()) marks.sort((one, other) => one.time - other.time);
  timeline.leaveAll();
  timeline.divide();
  return timeline;
}

function addFingers(timeline, { time, fingers }) {
  for (const { id, phase, location } of fingers) {
    if (phase === "began") timeline.beginFinger(id, time, location);
    else timeline.moveFinger(id, time, location);
    if (phase === "ended" || phase === "lost") timeline.endFinger(id, time, phase === "lost");
  }
}

function addStep(timeline, line) {
  const { recognizer, step, time, words } = line;
  timeline.steps.push(line);
  const state = opened[step];
  if (state && !(step === "received" && timeline.state(recognizer))) timeline.enter(recognizer, state, time, words);
  if (!closing.includes(step)) return;
  timeline.leave(recognizer, time);
  if (step !== "undecided") timeline.mark(recognizer, step, time, words);
}
