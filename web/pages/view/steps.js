// The table of steps.
import { element } from "./element.js";
import { setTime } from "./player.js";
import { $, view } from "./state.js";
import { relative, seconds } from "./words.js";

const most = 500;

/** Times are relative to `zero`; live they are seconds ago. */
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
  if (view.mode === "live") place.append(`${(zero - time).toFixed(1)} s ago`);
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

export function markSteps() {
  for (const each of $("steps").rows) each.classList.toggle("chosen", each.dataset.recognizer === view.chosen);
}
