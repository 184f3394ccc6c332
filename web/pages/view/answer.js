// The answer: what was recognized, why the chosen recognizer came or not, what helps, and why not the rest.
import { advice } from "./advice.js";
import { element, marked } from "./element.js";
import { attempt, setTime } from "./player.js";
import { $, notifyParts, setText, view } from "./state.js";
import { markSteps } from "./steps.js";
import { headline, recognizedIn, relative, rest, rivals, summary, why } from "./words.js";

export const invitation = "Touch the panel, or open a recording.";
const toRecord =
  "To try other thresholds, record it: `sudo gesturectl record > panel.evemu`, and open the file here.";

/** Shows a message in place of an answer. */
export function showMessage(text, isFault = false) {
  if ($("headline").textContent !== text.replaceAll("`", "")) $("headline").replaceChildren(...marked(text));
  $("answer").classList.toggle("fault", isFault);
  for (const id of ["summary", "why", "rest"]) setText(id, "");
  $("help").replaceChildren();
  $("question").hidden = true;
}

export function showHeadline(part) {
  $("answer").classList.remove("fault");
  setText("headline", headline(part));
  setText("summary", summary(part));
}

export function choices(timeline, name) {
  const names = timeline.recognizers.map((each) => each.name);
  const shown = [...$("chosen").options].map(({ value }) => value);
  if (names.join() !== shown.join()) {
    $("chosen").replaceChildren(...names.map((each) => element("option", { value: each }, each)));
  }
  showChosen(names.includes(name) ? name : names[0]);
}

/** Asks about a recognizer that the user has chosen. */
export function choose(name) {
  view.isChosen = true;
  showChosen(name);
}

function showChosen(name) {
  view.chosen = name;
  view.isStale = true;
  $("chosen").value = name ?? "";
  showWhy();
  markSteps();
  notifyParts("chosen");
}

/** The part of the timeline that is asked about: the last attempt, the chosen one, or all. */
function asked() {
  const { timeline } = view;
  if (view.mode === "live") return timeline.last;
  const one = attempt();
  return one ? timeline.within(one) : timeline;
}

export function showWhy() {
  const { timeline, chosen } = view;
  if (!timeline || !chosen || view.fault) return;
  const part = asked();
  const isLive = view.mode === "live";
  const zero = isLive ? part.start : timeline.start;
  const hasCome = recognizedIn(part).includes(chosen);
  const isOpen = isLive && !part.steps.some(({ recognizer }) => recognizer === chosen);
  $("question").hidden = false;
  setText("chosen-label", hasCome ? "Why" : "Why no");
  $("why").className = isOpen ? "open" : hasCome ? "came" : "missed";
  setText("why", isOpen ? `${chosen} has decided nothing yet.` : why(part, chosen, zero));
  setText("rest", relative(rest(part, chosen), zero));
  if (isLive) showHelp(hasCome || isOpen ? undefined : { words: toRecord }, []);
  else showHelp(advice(part, chosen, view.answer), rivals(part, chosen));
}

/** Says what helps, with a button that leads to the threshold. */
function showHelp(help, others) {
  const parts = [];
  if (help) parts.push(element("span", {}, ...marked(help.words)));
  if (help?.key) parts.push(button(`Adjust ${help.key}`, help.name, help.key));
  else for (const name of others) parts.push(button(`Show ${name} and its thresholds`, name));
  $("help").replaceChildren(...parts);
}

function button(words, name, key) {
  const made = element("button", { type: "button", class: "small" }, words);
  made.addEventListener("click", () => {
    choose(name);
    const target = key ? $(`range-${key}`) : $("thresholds");
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: "center" });
  });
  return made;
}

$("chosen").addEventListener("change", ({ target }) => choose(target.value));
$("attempt").addEventListener("change", () => {
  const one = attempt();
  if (one) setTime(one.from);
  view.isStale = true;
  showWhy();
});
