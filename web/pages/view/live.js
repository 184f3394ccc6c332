// The live stream of gestured as timelines, one for each surface.
import { Connections } from "./connection.js";
import { Timeline } from "./timeline.js";

/** The seconds that the live lanes show, and the room for labels after them, in seconds, too. */
export const span = 10;
export const ahead = 4.5;
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
    this.connections = new Connections({ onOpen: (connection) => this.open(connection), onState });
  }

  close() {
    this.connections.close();
    clearTimeout(this.timer);
  }

  /** Shows what a connection receives until it ends. */
  async open(connection) {
    this.connection = connection;
    this.timelines = new Map();
    try {
      await this.follow(connection);
    } catch (error) {
      if (error.name === "ConnectionError") return; // `onState` says it.
      if (error.name !== "RequestError") throw error;
      this.notice = error.message;
      this.onChange();
    } finally {
      for (const timeline of this.timelines.values()) timeline.leaveAll();
    }
  }

  async follow(connection) {
    const has = (name) => connection.capabilities.includes(name);
    this.canSeeTouches = has("touches") && has("gestures");
    this.onRights(connection.capabilities, await user(connection));
    this.notice = has("gestures") ? "" : "Your user may not see gestures";
    if (!has("gestures")) return this.onChange();
    // Recognizers take no touches from a region of one's own, so that fingers stay visible during a gesture.
    if (has("attach") && this.canSeeTouches) {
      const frame = { x: 0, y: 0, width: "100%", height: "100%" };
      await connection.attach({ regions: [{ name: "gestured-view", frame }] });
    }
    const touches = this.canSeeTouches;
    const options = touches ? { touches, locations: true, states: [...states, "failed"] } : { states };
    // While something is asked, events wait.
    for await (const event of await connection.subscribe(options)) await this.take(event);
  }

  take(event) {
    if (event.kind === "touch") this.touch(event);
    if (event.kind === "gesture") this.gesture(event);
    if (event.kind === "connected") return this.adopt(event.snapshot);
    if (event.kind === "reloaded" || event.kind === "lagged") return this.adopt(event);
    if (event.kind === "surface") return this.changeSurface(event);
  }

  /** Takes a snapshot: the surfaces and recognizers are these. */
  async adopt({ surfaces, recognizers, touches = [] }) {
    const regions = await this.connection.list("regions");
    this.timelines = new Map(surfaces.map((surface) => [surface.name, timelineOf(surface, regions, recognizers)]));
    for (const event of touches) this.touch(event);
    this.showAgain();
  }

  /** Begins the timeline of a surface anew, or ends it; those of others go on. */
  async changeSurface({ change, surface }) {
    if (change === "removed") this.timelines.delete(surface.name);
    else {
      const lists = [this.connection.list("regions"), this.connection.list("recognizers")];
      this.timelines.set(surface.name, timelineOf(surface, ...(await Promise.all(lists))));
    }
    this.showAgain();
  }

  showAgain() {
    this.news = "";
    this.onChange();
  }

  touch({ surface, time, touches }) {
    const timeline = this.timelines.get(surface);
    if (!timeline) return;
    this.setClock(timeline, time);
    if (!timeline.fingers.some(({ to }) => to === null)) timeline.sequenceStart = time;
    for (const { id, phase, location } of touches) {
      if (phase === "began") {
        timeline.beginFinger(id, time, location);
        const regions = regionsAt(timeline, location);
        for (const { name, region, enabled } of timeline.recognizers) {
          const sees = enabled !== false && regions.has(region);
          // One that has decided ignores further fingers until all have lifted.
          const last = timeline.lanes.get(name).marks.at(-1)?.time ?? -Infinity;
          if (sees && !timeline.state(name) && last < timeline.sequenceStart) timeline.enter(name, "possible", time);
        }
      } else timeline.moveFinger(id, time, location);
      if (phase === "ended" || phase === "cancelled") timeline.endFinger(id, time, phase === "cancelled");
    }
    if (touches.some(({ phase }) => phase !== "moved")) this.askForReasons();
  }

  gesture({ surface, recognizer, state, time, touches = [], locations = [], synthesized }) {
    const timeline = this.timelines.get(surface);
    if (!timeline) return;
    this.setClock(timeline, time);
    // Where no region of its own is allowed, gestures tell where their fingers are.
    touches.forEach((id, index) => {
      const finger = timeline.finger(id);
      if (finger?.lost && locations[index] && state !== "failed") timeline.moveFinger(id, time, locations[index]);
    });
    if (state === "began") timeline.enter(recognizer, "active", time);
    else if (state !== "changed") timeline.leave(recognizer, time);
    if (state === "changed" && !timeline.state(recognizer)) timeline.enter(recognizer, "active", time);
    if (state !== "began") timeline.mark(recognizer, state, time, synthesized ? "the connection was lost" : "");
    // One that is over sooner than the page asks for reasons has its beginning only here.
    if (isBeginning(state)) timeline.steps.push(stepOf(timeline, { time, recognizer, step: state, words: state }));
    if (state !== "changed") this.askForReasons();
  }

  /** Relates the daemon's clock to the browser's. */
  setClock(timeline, time) {
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
      // Where the connection was lost, the next one asks again.
      const decisions = await this.connection.list("decisions").catch(() => []);
      this.timer = undefined;
      this.explain(decisions);
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
      // The reason for an end is still that of its beginning.
      const begun = timeline.steps.findLast((each) => each.recognizer === recognizer && isBeginning(each.step));
      if (reason && (isBeginning(outcome) || outcome === "ended") && begun && begun.words === begun.step) {
        begun.words = `${begun.step}: ${reason}`;
        this.news = "";
      }
      const isNew = !timeline.steps.some((step) => step.recognizer === recognizer && step.time === time);
      if (isNew) {
        let words = reason && outcome !== "ended" ? `${outcome}: ${reason}` : outcome;
        if (outcome === "none") words = `does not see a touch: ${reason}`;
        if (outcome === "possible") words = "has no touches left and has neither begun nor failed";
        const step = outcome === "none" ? "excluded" : outcome;
        timeline.steps.push(stepOf(timeline, { time, recognizer, step, words }, reason));
      }
    }
    for (const { steps } of this.timelines.values()) steps.sort((one, other) => one.time - other.time);
    // The page is made anew only for news.
    const news = [...this.timelines.values()].map(({ steps, fingers }) => {
      return [steps.length, steps.at(-1)?.time, fingers.length, fingers.filter(({ to }) => to === null).length];
    });
    if (String(news) === this.news) return;
    this.news = String(news);
    this.onChange();
  }
}

/** The number of the page's user, which gestured says where something is not allowed; nil where all is. */
async function user(connection) {
  const { capabilities } = connection;
  const refused = ["gestures", "touches"].every((name) => capabilities.includes(name))
    ? capabilities.includes("attach") || connection.attach({ regions: [] })
    : connection.list("decisions");
  try {
    await refused;
    return undefined;
  } catch (error) {
    return /user: (\d+)/.exec(error.message)?.[1];
  }
}

function isBeginning(state) {
  return state === "began" || state === "recognized";
}

/** A step with what its reason says of others and of the number of fingers. */
function stepOf({ recognizers }, step, reason = "") {
  const { type } = recognizers.find(({ name }) => name === step.recognizer) ?? {};
  const [, other] = /^(.+) was recognized first/.exec(reason) ?? [];
  const isOfFingers = reason.startsWith("touched with ");
  return { type, ...step, others: other ? [other] : [], ...(isOfFingers && { unit: "fingers", comparison: "limit" }) };
}

function timelineOf(surface, regions, recognizers) {
  const own = regions.filter((region) => region.surface === surface.name && region.name !== "gestured-view");
  return new Timeline(surface, own.map((each) => ({ ...each, ...each.frame })), recognizers);
}

/** The names of the regions whose recognizers see a touch: the innermost one, of several the top one, and those around. */
function regionsAt({ regions }, { x, y }) {
  const contains = ({ frame }) =>
    x >= frame.x && y >= frame.y && x <= frame.x + frame.width && y <= frame.y + frame.height;
  const names = new Set();
  let parent;
  for (;;) {
    const inside = regions.findLast((each) => each.parent === parent && each.enabled !== false && contains(each));
    if (!inside || names.has(inside.name)) return names;
    names.add(inside.name);
    parent = inside.name;
  }
}
