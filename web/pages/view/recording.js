// A recording's timeline, made of the server's answer to /replay.
import { Timeline } from "./timeline.js";
import { token } from "./token.js";

/** The segment that a step of a recognizer opens. */
const opened = { received: "possible", restarted: "possible", waiting: "waiting", began: "active" };
const closing = ["recognized", "failed", "ended", "cancelled", "undecided"];

/** Plays a recording on the server; throws an Error with the server's message. */
export async function replay(recording, configuration = null) {
  const response = await fetch(`/replay?token=${token()}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ recording, configuration }),
  });
  const text = await response.text();
  let answer = {};
  try {
    answer = JSON.parse(text);
  } catch {
    // The status says it.
  }
  if (response.status === 403) throw new Error("the token is wrong: open the address that the server printed");
  if (response.status === 413) throw new Error("the recording is larger than 16 MiB");
  if (!response.ok) throw new Error(answer.message?.trim() || `the server answered ${response.status}`);
  return answer;
}

export function timelineOf({ decisions, lines }) {
  const surface = decisions.find(({ what }) => what === "surface");
  const timeline = new Timeline(surface, surface.regions, surface.recognizers);
  for (const line of decisions) {
    if (line.what === "fingers") addFingers(timeline, line);
    if (line.what === "step") addStep(timeline, line);
    if (line.what === "outcome") timeline.outcomes.push(line);
    if (line.what === "warning") timeline.warnings.push(line.words);
  }
  for (const { method, params } of lines) {
    if (method === "gesture" && params.state === "changed") timeline.mark(params.recognizer, "changed", params.time);
  }
  for (const { marks } of timeline.lanes.values()) marks.sort((one, other) => one.time - other.time);
  for (const name of timeline.lanes.keys()) timeline.leave(name, timeline.end);
  return timeline;
}

function addFingers(timeline, { time, fingers }) {
  for (const { id, phase, location, region } of fingers) {
    if (phase === "began") timeline.beginFinger(id, time, location, region);
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
