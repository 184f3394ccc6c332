// The table of steps.
import { element } from "./element.js";
import { setTime } from "./player.js";
import { $, view } from "./state.js";
import { relative, seconds } from "./words.js";

const most = 500;

/** Times are relative to `zero`; live `showAges` writes them. */
export function showSteps(steps, zero) {
  const rows = steps.slice(0, most).map((step) => row(step, zero));
  if (steps.length > most) {
    rows.push(element("tr", {}, element("td", { colspan: "3" }, `and ${steps.length - most} more`)));
  }
  $("steps").replaceChildren(...rows);
  $("no-steps").hidden = rows.length > 0;
}

function row({ time, recognizer, step, words }, zero) {
  const place = element("td");
  if (view.mode === "live") place.dataset.time = time;
  else {
    const button = element("button", { type: "button" }, seconds(time - zero));
    button.addEventListener("click", () => setTime(time));
    place.append(button);
  }
  const made = element("tr", {}, place, element("td", {}, recognizer), element("td", {}, relative(words, zero)));
  made.className = `${step}${recognizer === view.chosen ? " chosen" : ""}`;
  made.dataset.recognizer = recognizer;
  return made;
}

let lastAges = 0;

/** Writes how long ago each step of the live view was, five times a second. */
export function showAges(now) {
  const isNew = $("steps").rows[0]?.cells[0].textContent === "";
  if (!isNew && Math.abs(now - lastAges) < 0.2) return;
  lastAges = now;
  for (const { cells: [place] } of $("steps").rows) {
    if (place.dataset.time) place.textContent = `${Math.max(now - place.dataset.time, 0).toFixed(1)} s ago`;
  }
}

export function markSteps() {
  for (const each of $("steps").rows) each.classList.toggle("chosen", each.dataset.recognizer === view.chosen);
}
