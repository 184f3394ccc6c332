// What the page's user may not do, what that hides, and how to allow it.
import { element } from "./element.js";
import { $ } from "./state.js";
import { copy } from "./yaml.js";

const hidden = {
  gestures: "nothing is shown",
  touches: "fingers, and the reasons of gestures that do not come, are not shown",
  attach: "fingers disappear as soon as a gesture begins",
};

/** Shows which of the capabilities are missing; the user is a number where it is known. */
export function showRights(capabilities, user) {
  const missing = Object.keys(hidden).filter((name) => !capabilities.includes(name));
  $("rights").hidden = missing.length === 0;
  const items = missing.map((name) => element("li", {}, element("code", {}, name), `: without it ${hidden[name]}`));
  $("rights-missing").replaceChildren(...items);
  const all = [...new Set([...capabilities, ...Object.keys(hidden)])].filter((name) => name !== "control");
  $("rights-yaml").textContent = `access:\n  - { user: ${user ?? "YOUR-NAME"}, allow: [${all.join(", ")}] }\n`;
  $("rights-copied").textContent = "";
}

$("rights-copy").addEventListener("click", async () => {
  $("rights-copied").textContent = await copy($("rights-yaml"));
});
