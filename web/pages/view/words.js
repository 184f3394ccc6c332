// The sentences of the view: what was recognized, and why the rest was not.

/** "a, b and c". */
export function listed(names) {
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");
}

/** A time within a recording: "0.233 s". */
export function seconds(time) {
  return `${Math.max(time, 0).toFixed(3)} s`;
}

/** A number of the configuration for people, with at most three decimal places. */
export function rounded(number) {
  return Number(number.toFixed(3));
}

/** Words of the server with times from the beginning of the recording. */
export function relative(words, zero) {
  return words.replace(/\bat (-?\d+\.\d{3})\b(?! s)/g, (_, time) => `at ${seconds(Number(time) - zero)}`);
}

/** Words with the millimetres of each length: "moved 11.4 pt (1.8 mm), 10.0 needed". */
export function withMillimetres(words) {
  return words.replace(/(-?\d+\.\d) pt/g, (text, points) => `${text} (${((points * 25.4) / 163).toFixed(1)} mm)`);
}

/** The recognizers of which something came, in order. */
export function recognizedIn({ steps }) {
  const names = steps.filter(({ step }) => step === "began" || step === "recognized").map((step) => step.recognizer);
  return [...new Set(names)];
}

/** The last step that tells why nothing came of a recognizer. */
export function decisive({ steps }, name) {
  return steps.findLast(({ recognizer, step }) => recognizer === name && (step === "failed" || step === "cancelled"));
}

/** The step by which a recognizer began at a time. */
export function beginning({ steps }, name, time) {
  return steps.find(
    (each) => each.recognizer === name && each.time === time && ["began", "recognized"].includes(each.step),
  );
}

/** The fingers that landed after a time beside others that were down then. */
export function landedAfter({ fingers }, time) {
  const isDown = ({ from, to }) => from <= time && (to === null || to > time);
  const present = fingers.filter(isDown);
  return fingers.filter(({ from }) => from > time && present.some(({ to }) => to === null || to > from));
}

/** The recognizer that a user most likely misses: for as many fingers as there were, and it failed last. */
export function missedIn(timeline, entries = []) {
  const recognized = recognizedIn(timeline);
  const candidates = timeline.recognizers
    .map(({ name }) => decisive(timeline, name))
    .filter((step) => step && !recognized.includes(step.recognizer));
  const most = mostAtOnce(timeline.fingers);
  const rank = ({ recognizer, type, unit, comparison }) => {
    if (unit === "fingers" && comparison) return 0;
    if (!["tap", "longPress", "swipe"].includes(type)) return 1;
    const entry = entries.find(({ name }) => name === recognizer);
    return (entry?.numberOfTouchesRequired ?? 1) === most ? 3 : 2;
  };
  return candidates.sort((one, other) => rank(other) - rank(one) || other.time - one.time)[0]?.recognizer;
}

export function headline(timeline) {
  if (timeline.fingers.length === 0) return "No finger touched the panel.";
  const recognized = recognizedIn(timeline);
  if (recognized.length > 0) return `Recognized: ${listed(recognized)}`;
  return timeline.fingers.every(({ to }) => to !== null) ? "Nothing was recognized" : "Nothing was recognized yet";
}

/** How many fingers there were: "3 touches, at most 2 fingers at once, in 0.824 s". */
export function summary({ fingers }) {
  if (fingers.length === 0) return "";
  const most = mostAtOnce(fingers);
  const times = fingers.flatMap(({ from, to }) => (to === null ? [] : [from, to]));
  const isOver = times.length === 2 * fingers.length;
  const count = fingers.length === most ? "" : `${fingers.length} touches, at most `;
  const words = `${count}${most} ${most === 1 ? "finger" : "fingers"}${fingers.length > most ? " at once" : ""}`;
  return isOver ? `${words}, ${seconds(Math.max(...times) - Math.min(...times))}` : words;
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

/** How many fingers were down at a time, at most. */
export function mostAtOnce(fingers) {
  const changes = fingers.flatMap(({ from, to }) => [[from, 1], [to ?? Infinity, -1]]);
  changes.sort(([one, lands], [other, landsToo]) => one - other || lands - landsToo);
  let [count, most] = [0, 1];
  for (const [, change] of changes) {
    count += change;
    most = Math.max(most, count);
  }
  return most;
}

/** Why a recognizer came or did not come, with what made another one prevent it. */
export function why(timeline, name, zero) {
  return withMillimetres(reason(timeline, name, zero));
}

function reason(timeline, name, zero) {
  const own = timeline.steps.filter(({ recognizer }) => recognizer === name);
  const done = own.filter(({ step }) => step === "began" || step === "recognized");
  const at = (step) => `at ${seconds(step.time - zero)}`;
  if (done.length > 0) {
    const ending = own.findLast(({ step }) => step === "cancelled");
    const times = done.length > 1 ? `, and ${done.length - 1} more` : "";
    const end = ending ? `; it was ${ending.words} ${at(ending)}` : "";
    return `${name} ${done[0].words} (${at(done[0])})${times}${end}.`;
  }
  const step = decisive(timeline, name);
  if (!step) {
    const outcome = timeline.outcomes.find(({ recognizer }) => recognizer === name);
    const words = outcome ? relative(outcome.words, zero) : (own.at(-1)?.words ?? "it saw no touch");
    return `${name} was not recognized: ${words}.`;
  }
  const late = landedAfter(timeline, step.time).map(({ number, from }) => {
    return ` Finger ${number} landed later, at ${seconds(from - zero)}.`;
  });
  const causes = (step.others ?? []).map((other) => beginning(timeline, other, step.time)).filter((each) => each);
  const because = causes.map((cause) => ` ${cause.recognizer} ${cause.words}.`).join("");
  return `${name} ${step.words} (${at(step)}).${because}${late.join("")}`;
}
