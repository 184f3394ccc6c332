// Sliders for the settings of the chosen recognizer, and what moving them changes.
import { changedConfiguration, settingsOf } from "./settings.js";
import { element } from "./element.js";
import { timelineOf } from "./recording.js";
import { replay } from "./server.js";
import { relative } from "./words.js";
import { copy, yamlOfSettings } from "./yaml.js";

export class Thresholds {
  /** Calls `onResult(timeline)` with each new result. */
  constructor(root, onResult) {
    this.root = root;
    this.find = (name) => root.querySelector(`[data-part=${name}]`);
    this.onResult = onResult;
    this.changes = new Map();
    this.find("reset").addEventListener("click", () => this.reset());
    this.find("copy").addEventListener("click", async () => {
      this.find("copied").textContent = await copy(this.find("yaml"));
    });
  }

  /** Takes a recording and what the server made of it. */
  async adopt(recording, answer, timeline) {
    Object.assign(this, { recording, answer, before: timeline });
    this.changes.clear();
    this.shown = undefined;
    this.schema ??= await fetch("schema.json").then((response) => (response.ok ? response.json() : null));
    this.showResult(timeline);
  }

  /** Shows the sliders of a recognizer. */
  choose(name) {
    // What is moved with the keyboard keeps the focus.
    if (name === this.shown) return;
    this.shown = name;
    const list = this.find("sliders");
    list.replaceChildren();
    const isKnown = this.schema && this.answer?.configuration;
    this.root.hidden = !isKnown;
    if (!isKnown) return;
    const settings = settingsOf(name, this.answer.configuration, this.schema);
    for (const setting of settings) list.append(this.slider(name, setting));
    if (settings.length === 0) list.append(element("p", {}, `${name} has no numeric settings.`));
  }

  slider(name, setting) {
    const { key, text, unit, step, minimum, maximum, isLimited } = setting;
    const value = this.changes.get(name)?.[key] ?? setting.value;
    const range = element("input", { type: "range", id: `range-${key}`, min: minimum, max: maximum, step });
    range.value = value;
    const output = element("output", { for: range.id, "aria-live": "off" });
    const show = (number, isSet) => {
      output.textContent = isSet ? `${number}${unit && unit !== "°" ? " " : ""}${unit}` : "no limit";
      range.setAttribute("aria-valuetext", output.textContent);
    };
    show(value, isLimited || this.changes.get(name)?.[key] !== undefined);
    range.addEventListener("input", () => {
      const number = Number(range.value);
      show(number, true);
      const values = { ...this.changes.get(name), [key]: number };
      if (number === setting.value && isLimited) delete values[key];
      this.changes.set(name, values);
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.compute(), 150);
    });
    const label = element("label", { for: range.id }, element("b", {}, key), ` ${text}`);
    return element("div", { class: "slider" }, label, range, output);
  }

  reset() {
    this.changes.clear();
    const name = this.shown;
    this.shown = undefined;
    this.choose(name);
    this.compute();
  }

  async compute() {
    const turn = (this.turn = (this.turn ?? 0) + 1);
    const { configuration } = this.answer.configuration;
    try {
      const answer = await replay(this.recording, changedConfiguration(configuration, this.changes));
      if (turn !== this.turn) return;
      const timeline = timelineOf(answer);
      this.showResult(timeline);
      this.onResult(timeline);
    } catch (error) {
      if (turn === this.turn) this.find("changed").replaceChildren(element("li", {}, error.message));
    }
  }

  showResult(after) {
    const yaml = yamlOfSettings(this.changes);
    this.find("yaml").textContent = yaml;
    this.find("copied").textContent = "";
    this.find("result").hidden = !yaml;
    const zero = this.before.start;
    const outcomes = ({ outcomes }, name) =>
      outcomes.filter(({ recognizer }) => recognizer === name).map(({ words }) => relative(words, zero)).join("; ");
    const items = this.before.recognizers.flatMap(({ name }) => {
      const [old, now] = [outcomes(this.before, name), outcomes(after, name)];
      if (old === now) return [];
      return [element("li", {}, element("b", {}, name), ` now: ${now}`, element("br"), `before: ${old}`)];
    });
    if (items.length === 0) items.push(element("li", {}, "Nothing changes with this recording."));
    this.find("changed").replaceChildren(...items);
  }
}
