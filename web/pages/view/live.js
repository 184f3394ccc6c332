// The live stream of gestured as timelines, one for each surface.
import { Connection } from "./connection.js";
import { Timeline } from "./timeline.js";

/** The seconds that the live lanes show. */
export const span = 10;
const states = ["began", "changed", "ended", "cancelled", "recognized"];

export class Live {
  /**
   * Calls `onChange()` when surfaces or reasons have come, `onState(text, isConnected)` for the connection, and
   * `onRights(capabilities, user)` for what it may do.
   */
  constructor({ onChange, onState, onRights }) {
    Object.assign(this, { onChange, onRights });
    this.timelines = new Map();
    this.notice = ""; // Why nothing is shown.
    this.connection = new Connection({
      onOpen: (connection, capabilities) => this.open(connection, capabilities),
      onMessage: (method, params) => this.take(method, params),
      onState: (text, isConnected) => {
        if (!isConnected) this.cancelAll();
        onState(text, isConnected);
      },
    });
  }

  close() {
    clearTimeout(this.timer);
    this.connection.close();
  }

  async open(connection, capabilities) {
    const has = (name) => capabilities.includes(name);
    this.canSeeTouches = has("touches") && has("gestures");
    this.timelines = new Map();
    this.onRights(capabilities, await user(connection, capabilities));
    this.notice = has("gestures") ? "" : "Your user may not see gestures";
    if (!has("gestures")) return this.onChange();
    try {
      // Recognizers take no touches from a region of one's own, so that fingers stay visible during a gesture.
      if (has("attach") && this.canSeeTouches) {
        const frame = { x: 0, y: 0, width: "100%", height: "100%" };
        await connection.request("attach", { regions: [{ name: "gestured-view", frame }] });
      }
      const touches = this.canSeeTouches;
      const params = touches ? { touches, locations: true, states: [...states, "failed"] } : { states };
      await this.adopt(await connection.request("subscribe", params));
    } catch (error) {
      this.notice = error.message;
      this.onChange();
    }
  }

  /** Takes a snapshot: the surfaces and recognizers are these. */
  async adopt({ surfaces, recognizers, touches = [] }) {
    const regions = await this.connection.request("list", { what: "regions" });
    this.timelines = new Map(
      surfaces.map((surface) => {
        const its = regions.filter((region) => region.surface === surface.name && region.name !== "gestured-view");
        return [surface.name, new Timeline(surface, its.map(({ name, frame }) => ({ name, ...frame })), recognizers)];
      }),
    );
    for (const params of touches) this.touch(params);
    this.news = "";
    this.onChange();
  }

  take(method, params) {
    if (method === "touch") this.touch(params);
    if (method === "gesture") this.gesture(params);
    if (method === "surface") this.askForAll().catch(() => {});
    if (method === "capabilities") this.connection.renew();
    if (method === "reloaded" || method === "lagged") this.adopt(params).catch(() => {});
  }

  async askForAll() {
    const list = (what) => this.connection.request("list", { what });
    const [surfaces, recognizers] = await Promise.all([list("surfaces"), list("recognizers")]);
    await this.adopt({ surfaces, recognizers });
  }

  touch({ surface, time, touches }) {
    const timeline = this.timelines.get(surface);
    if (!timeline) return;
    this.follow(timeline, time);
    if (!timeline.fingers.some(({ to }) => to === null)) timeline.sequenceStart = time;
    for (const { id, phase, location } of touches) {
      if (phase === "began") {
        const region = innermost(timeline, location);
        timeline.beginFinger(id, time, location, region?.name);
        for (const { name, region: own } of timeline.recognizers) {
          const frame = timeline.regions.find((region) => region.name === own);
          const sees = !frame || contains(frame, location);
          // One that has decided ignores further fingers until all have lifted.
          const last = timeline.lanes.get(name).marks.at(-1)?.time ?? -Infinity;
          if (sees && !timeline.state(name) && last < timeline.sequenceStart) timeline.enter(name, "possible", time);
        }
      } else timeline.moveFinger(id, time, location);
      if (phase === "ended" || phase === "cancelled") timeline.endFinger(id, time, phase === "cancelled");
    }
    if (touches.some(({ phase }) => phase !== "moved")) this.askForReasons();
  }

  gesture({ surface, recognizer, state, time, touches = [], locations = [] }) {
    const timeline = this.timelines.get(surface);
    if (!timeline) return;
    this.follow(timeline, time);
    // Where no region of its own is allowed, gestures tell where their fingers are.
    touches.forEach((id, index) => {
      const finger = timeline.finger(id);
      if (finger?.lost && locations[index] && state !== "failed") timeline.moveFinger(id, time, locations[index]);
    });
    if (state === "began") timeline.enter(recognizer, "active", time);
    else if (state !== "changed") timeline.leave(recognizer, time);
    if (state === "changed" && !timeline.state(recognizer)) timeline.enter(recognizer, "active", time);
    if (state !== "began") timeline.mark(recognizer, state, time);
    if (state !== "changed") this.askForReasons();
  }

  /** Relates the daemon's clock to the browser's. */
  follow(timeline, time) {
    timeline.offset = time - performance.now() / 1000;
    if (!(timeline.end - timeline.start < 3 * span)) {
      timeline.forget(time - span);
      timeline.start = time - span;
    }
  }

  /** Asks once for all that was decided in the meantime; while fingers are down, again. */
  askForReasons() {
    if (this.timer || !this.canSeeTouches) return;
    this.timer = setTimeout(async () => {
      try {
        this.explain(await this.connection.request("list", { what: "decisions" }));
      } catch {
        // The connection was lost; the next one asks again.
      }
      this.timer = undefined;
      const isDown = [...this.timelines.values()].some(({ fingers }) => fingers.some(({ to }) => to === null));
      if (isDown) this.askForReasons();
    }, 150);
  }

  explain(decisions) {
    for (const { surface, recognizer, outcome, time, reason = "" } of decisions) {
      const timeline = this.timelines.get(surface);
      const lane = timeline?.lanes.get(recognizer);
      if (!lane || time === undefined) continue;
      if (outcome === "waiting" && timeline.state(recognizer)?.state === "possible") {
        timeline.enter(recognizer, "waiting", time, reason);
      }
      if (outcome === "possible" && timeline.state(recognizer)) timeline.leave(recognizer, time);
      const known = lane.marks.findLast((mark) => Math.abs(mark.time - time) < 1e-6 && mark.state === outcome);
      if (known) known.words = reason;
      const isNew = !timeline.steps.some((step) => step.recognizer === recognizer && step.time === time);
      if (isNew && outcome !== "none") {
        // The reason for an end is still that of its beginning.
        let words = reason && outcome !== "ended" ? `${outcome}: ${reason}` : outcome;
        if (outcome === "possible") words = "has no touches left and has neither begun nor failed";
        const [, other] = /^(\S+) was recognized first/.exec(reason) ?? [];
        timeline.steps.push({ time, recognizer, step: outcome, words, others: other ? [other] : [] });
        timeline.steps.sort((one, other) => one.time - other.time);
      }
    }
    // The page is made anew only for news.
    const news = [...this.timelines.values()].map(({ steps, fingers }) => {
      return [steps.length, steps.at(-1)?.time, fingers.length, fingers.filter(({ to }) => to === null).length];
    });
    if (String(news) === this.news) return;
    this.news = String(news);
    this.onChange();
  }

  cancelAll() {
    for (const timeline of this.timelines.values()) {
      const time = timeline.end;
      for (const { id, to } of timeline.fingers) if (to === null) timeline.endFinger(id, time, true);
      for (const name of timeline.lanes.keys()) {
        const open = timeline.state(name);
        if (open?.state === "active") timeline.mark(name, "cancelled", time, "the connection was lost");
        if (open) timeline.leave(name, time);
      }
    }
  }
}

/** The number of the page's user, which gestured says where something is not allowed; nil where all is. */
async function user(connection, capabilities) {
  const refused = ["gestures", "touches"].every((name) => capabilities.includes(name))
    ? capabilities.includes("attach") || connection.request("attach", { regions: [] })
    : connection.request("list", { what: "decisions" });
  try {
    await refused;
    return undefined;
  } catch (error) {
    return /user: (\d+)/.exec(error.message)?.[1];
  }
}

function contains({ x, y, width, height }, point) {
  return point.x >= x && point.y >= y && point.x <= x + width && point.y <= y + height;
}

/** The smallest region around a place. */
function innermost({ regions }, point) {
  const around = regions.filter((region) => contains(region, point));
  return around.sort((one, other) => one.width * one.height - other.width * other.height)[0];
}
