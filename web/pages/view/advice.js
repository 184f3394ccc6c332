// What helps a recognizer that failed: another movement, or another threshold.
import { settingsOf } from "./settings.js";
import { beginning, decisive, landedAfter, mostAtOnce, recognizedIn, rounded } from "./words.js";

/** What fingers can do otherwise, by the unit of what decided and by whether it had to be more or less. */
const movements = {
  pt: { less: "move the fingers less", more: "move the fingers farther" },
  s: { less: "lift the fingers sooner", more: "hold the fingers longer" },
  deg: { less: "turn the fingers less", more: "turn the fingers farther" },
};
/** What a length says that is no distance of a movement. */
const places = [
  ["from the edge", "begin nearer to the edge"],
  ["moved backward", "move in one direction only"],
  ["moved aside", "move straight in its direction"],
];
/** The units of the settings. */
const units = { pt: "pt", s: "s", deg: "°" };

/** Returns words, and the recognizer and the key that decided where there is one; nil where nothing is known. */
export function advice(part, name, answer) {
  const failed = recognizedIn(part).includes(name) ? undefined : decisive(part, name);
  if (!failed) return undefined;
  const other = failed.others?.map((each) => beginning(part, each, failed.time)).find((step) => step);
  const step = other ?? failed;
  const { recognizer, unit, limit, comparison } = step;
  if (unit === "fingers" && !other) return use(limit);
  // Without its fingers it comes of no movement, whatever was first.
  const needed = fingersNeeded(failed, answer);
  if (mostAtOnce(part.fingers) < needed) return use(needed);
  // What began another one was too much; what failed this one was too much, or too little.
  const isTooMuch = Boolean(other) || comparison !== "needed";
  const isLate = landedAfter(part, failed.time).length > 0;
  const movement = isLate ? "land all fingers together" : movementOf(step, isTooMuch);
  if (!movement) return undefined;
  const key = keyOf(step, answer);
  const change = `${isTooMuch ? "raise" : "lower"} ${key} of ${recognizer}, now ${rounded(limit)} ${units[unit]}`;
  const threshold = key ? `, or ${change}` : "";
  return { words: `${movement[0].toUpperCase()}${movement.slice(1)}${threshold}.`, name: recognizer, key };
}

function use(count) {
  return { words: `Use ${count} ${count === 1 ? "finger" : "fingers"}.` };
}

/** How many fingers a recognizer needs, by its settings or by its type. */
function fingersNeeded({ recognizer, type }, answer) {
  const keys = ["minimumNumberOfTouches", "numberOfTouchesRequired"];
  const settings = answer?.schema ? settingsOf(recognizer, answer.configuration, answer.schema) : [];
  const setting = settings.find(({ key }) => keys.includes(key));
  return setting?.value ?? (["pinch", "rotation", "incrementalPinch"].includes(type) ? 2 : 1);
}

function movementOf({ unit, comparison, words }, isTooMuch) {
  if (comparison === "limit") return words.includes("no other tap") ? "tap again sooner" : undefined;
  const [, place] = places.find(([text]) => words.includes(text)) ?? [];
  if (place && isTooMuch) return place;
  return movements[unit]?.[isTooMuch ? "less" : "more"];
}

/** The setting that has the limit of a step, if exactly one has. */
function keyOf({ recognizer, unit, limit }, answer) {
  if (!answer?.configuration || !answer.schema) return undefined;
  const matching = settingsOf(recognizer, answer.configuration, answer.schema).filter(
    (setting) => setting.unit === units[unit] && Math.abs(setting.value - limit) <= 0.001 * limit,
  );
  return matching.length === 1 ? matching[0].key : undefined;
}
