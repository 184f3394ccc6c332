// Sliders for the settings of the chosen recognizer, and what moving them changes.
import { changedConfiguration, settingsOf } from "./settings.js";
import { element } from "./element.js";
import { timelineOf } from "./recording.js";
import { replay } from "./server.js";
import { relative, rounded } from "./words.js";
import { copy, yamlOfSettings } from "./yaml.js";

export class Thresholds {
  /** Calls `onResult(timeline)` with each new result, `onFault(text)` with why there is none. */
  constructor(root, onResult, onFault) {
    Object.assign(this, { root, onResult, onFault });
    this.find = (name) => root.querySelector(`[data-part=${name}]`);
    this.changes = new Map();
    this.turn = 0; // Raised by whatever makes the result that is being computed outdated.
    this.isAsked = this.isComputing = false;
    this.find("reset").addEventListener("click", () => this.reset());
    this.find("copy").addEventListener("click", async () => {
      this.find("copied").textContent = await copy(this.find("yaml"));
    });
  }

  /** Takes a recording, what the server made of it, and the schema of the configuration. */
  adopt(recording, answer, schema, timeline) {
    this.stop();
    Object.assign(this, { recording, answer, schema, before: timeline, result: answer });
    this.changes.clear();
    this.shown = undefined;
    this.showResult(timeline);
  }

  /** Shows what happened on another surface. */
  showSurface(name) {
    this.before = timelineOf(this.answer, name);
    this.show(this.result);
  }

  /** Drops what is asked or being computed. */
  stop() {
    clearTimeout(this.timer);
    this.turn += 1;
    this.isAsked = false;
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
    const { key, text, unit, step, minimum, maximum } = setting;
    const range = element("input", { type: "range", id: `range-${key}`, min: minimum, max: maximum, step });
    range.value = setting.value;
    const initial = Number(range.value); // The nearest of the slider's steps.
    const changed = () => this.changes.get(name)?.[key];
    if (changed() !== undefined) range.value = changed();
    const output = element("output", { for: range.id, "aria-live": "off" });
    const show = () => {
      const isSet = setting.isLimited || changed() !== undefined;
      const number = rounded(changed() ?? setting.value);
      output.textContent = isSet ? `${number}${unit && unit !== "°" ? " " : ""}${unit}` : "no limit";
      range.setAttribute("aria-valuetext", output.textContent);
    };
    show();
    range.addEventListener("input", () => {
      const number = Number(range.value);
      const values = { ...this.changes.get(name), [key]: number };
      if (number === initial) delete values[key];
      this.changes.set(name, values);
      show();
      this.stop();
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
    this.stop();
    this.compute();
  }

  /** Computes the result; one at a time, as the server would play the outdated ones, too. */
  async compute() {
    this.isAsked = true;
    if (this.isComputing) return;
    this.isComputing = true;
    while (this.isAsked) {
      this.isAsked = false;
      await this.computeOnce();
    }
    this.isComputing = false;
  }

  async computeOnce() {
    const { turn } = this;
    const { configuration } = this.answer.configuration;
    try {
      const answer = await replay(this.recording, changedConfiguration(configuration, this.changes));
      if (turn === this.turn) this.show(answer);
    } catch (error) {
      if (turn === this.turn) this.showFault(error.message);
    }
  }

  show(result) {
    this.result = result;
    const timeline = timelineOf(result, this.before.surface.name);
    this.showResult(timeline);
    this.onResult(timeline);
  }

  showFault(text) {
    this.find("yaml").textContent = this.find("copied").textContent = "";
    this.find("result").hidden = false;
    this.find("keep").hidden = this.find("copy").disabled = true;
    this.find("changed").replaceChildren(element("li", {}, text));
    this.onFault(text);
  }

  showResult(after) {
    const yaml = yamlOfSettings(this.changes);
    this.find("yaml").textContent = yaml;
    this.find("copied").textContent = "";
    this.find("result").hidden = !yaml;
    this.find("keep").hidden = this.find("copy").disabled = false;
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
