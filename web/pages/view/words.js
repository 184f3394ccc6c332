// The sentences of the view: what was recognized, and why the rest was not.

/** "a, b and c". */
export function listed(names) {
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");
}

/** A time within a recording: "0.233 s". */
export function seconds(time) {
  return `${Math.max(time, 0).toFixed(3)} s`;
}

/** Words of the server with times from the beginning of the recording. */
export function relative(words, zero) {
  return words.replace(/\bat (-?\d+\.\d{3})\b/g, (_, time) => `at ${seconds(Number(time) - zero)}`);
}

/** The recognizers of which something came, in order. */
export function recognizedIn({ steps }) {
  const names = steps.filter(({ step }) => step === "began" || step === "recognized").map((step) => step.recognizer);
  return [...new Set(names)];
}

/** The last step that tells why nothing came of a recognizer. */
function decisive({ steps }, name) {
  return steps.findLast(({ recognizer, step }) => recognizer === name && (step === "failed" || step === "cancelled"));
}

/** The recognizer that a user most likely misses: as many fingers, and it failed last. */
export function missedIn(timeline) {
  const recognized = recognizedIn(timeline);
  const candidates = timeline.recognizers
    .map(({ name }) => decisive(timeline, name))
    .filter((step) => step && !recognized.includes(step.recognizer));
  const hasFingers = ({ unit, comparison }) => !(unit === "fingers" && comparison);
  const rank = (step) => (hasFingers(step) ? 2 : 0) + (["tap", "longPress", "swipe"].includes(step.type) ? 1 : 0);
  return candidates.sort((one, other) => rank(other) - rank(one) || other.time - one.time)[0]?.recognizer;
}

export function headline(timeline) {
  const fingers = timeline.fingers.length;
  if (fingers === 0) return "No finger touched the panel.";
  const most = mostAtOnce(timeline);
  const what = `${fingers === 1 ? "One touch" : `${fingers} touches`}, at most ${most} at once`;
  const recognized = recognizedIn(timeline);
  const isOver = timeline.fingers.every(({ to }) => to !== null);
  if (recognized.length === 0) return `Nothing was recognized${isOver ? "" : " yet"} (${what}).`;
  return `Recognized: ${listed(recognized)} (${what}).`;
}

/** Why nothing came of the other recognizers: those with the same reason together. */
export function rest(timeline, but) {
  const recognized = recognizedIn(timeline);
  const groups = new Map();
  for (const { name } of timeline.recognizers) {
    if (recognized.includes(name) || name === but) continue;
    const step = decisive(timeline, name);
    const words = step?.words ?? timeline.outcomes.find(({ recognizer }) => recognizer === name)?.words;
    if (words) groups.set(words, [...(groups.get(words) ?? []), name]);
  }
  const texts = [...groups].map(([words, names]) => `${listed(names)} ${words}`);
  return texts.length > 0 ? `The rest: ${texts.join("; ")}.` : "";
}

/** The recognizers that decided against one. */
export function rivals(timeline, name) {
  return recognizedIn(timeline).includes(name) ? [] : (decisive(timeline, name)?.others ?? []);
}

function mostAtOnce({ fingers }) {
  const downAt = (time) => fingers.filter(({ from, to }) => from <= time && (to === null || to > time)).length;
  return Math.max(...fingers.map(({ from }) => downAt(from)), 1);
}

/** Why a recognizer came or did not come, with what made another one prevent it. */
export function why(timeline, name, zero) {
  const own = timeline.steps.filter(({ recognizer }) => recognizer === name);
  const done = own.filter(({ step }) => step === "began" || step === "recognized");
  const at = (step) => seconds(step.time - zero);
  if (done.length > 0) {
    const first = `${name} ${done[0].words} (at ${at(done[0])})`;
    const ending = own.findLast(({ step }) => step === "cancelled");
    const times = done.length > 1 ? `, and ${done.length - 1} more` : "";
    return `${first}${times}${ending ? `; it was ${ending.words} at ${at(ending)}` : ""}.`;
  }
  const step = decisive(timeline, name);
  if (!step) {
    const outcome = timeline.outcomes.find(({ recognizer }) => recognizer === name);
    const words = outcome ? relative(outcome.words, zero) : (own.at(-1)?.words ?? "it saw no touch");
    return `${name} was not recognized: ${words}.`;
  }
  let sentence = `${name} ${step.words} (at ${at(step)}).`;
  for (const other of step.others ?? []) {
    const cause = timeline.steps.find(
      (each) => each.recognizer === other && each.time === step.time && ["began", "recognized"].includes(each.step),
    );
    if (cause) sentence += ` ${other} ${cause.words}.`;
  }
  return sentence;
}
