// A recording's timeline, made of the server's answer.
import { Timeline } from "./timeline.js";

/** The segment that a step of a recognizer opens. */
const opened = { received: "possible", restarted: "possible", waiting: "waiting", began: "active" };
const closing = ["recognized", "failed", "ended", "cancelled", "undecided"];

export function timelineOf({ decisions, lines }) {
  // Of several surfaces, only the first that was touched is shown. Lines name their surface only if there are several.
  const touched = decisions.find(({ what }) => what === "fingers")?.surface;
  const surface = decisions.find(({ what, name }) => what === "surface" && name === (touched ?? name));
  const timeline = new Timeline(surface, surface.regions, surface.recognizers);
  for (const line of decisions) {
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
