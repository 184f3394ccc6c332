// Timeline: fingers, lanes and steps of one surface, filled by the live stream or by a recording.

/** A lane is a list of segments {state, from, to, words} and of marks {state, time, words}. */
export class Timeline {
  constructor(surface, regions, recognizers) {
    this.surface = surface; // name, unit, width, height, millimetres
    this.regions = regions; // name, x, y, width, height
    this.recognizers = recognizers; // name, type, region
    this.fingers = []; // id, number, from, to, lost, points: [time, x, y, …]
    this.lanes = new Map(recognizers.map(({ name }) => [name, { segments: [], marks: [] }]));
    this.steps = []; // time, recognizer, step, words, …
    this.outcomes = []; // sequence, recognizer, recognized, words
    this.sequences = []; // the attempts of a recording: sequence, from, to, steps, outcomes
    this.warnings = [];
    this.start = Infinity;
    this.end = -Infinity;
  }

  note(time) {
    this.start = Math.min(this.start, time);
    this.end = Math.max(this.end, time);
  }

  /** Divides a recording into its attempts. */
  divide() {
    const all = new Map();
    for (const step of this.steps) {
      const { sequence, time } = step;
      const known = all.get(sequence) ?? { sequence, from: time, to: time, steps: [], outcomes: [] };
      known.to = Math.max(known.to, time);
      known.steps.push(step);
      all.set(sequence, known);
    }
    for (const outcome of this.outcomes) all.get(outcome.sequence)?.outcomes.push(outcome);
    this.sequences = [...all.values()];
  }

  /** What belongs to one attempt: fingers, steps and outcomes. */
  within({ from, to, steps, outcomes }) {
    const fingers = this.fingers.filter((finger) => finger.from <= to && (finger.to ?? to) >= from);
    return { recognizers: this.recognizers, fingers, steps, outcomes };
  }

  /** What belongs to the last attempt of a live stream. */
  get last() {
    const { recognizers, sequenceStart: start = Infinity } = this;
    const since = ({ from, time }) => (from ?? time) >= start;
    return { recognizers, fingers: this.fingers.filter(since), steps: this.steps.filter(since), outcomes: [], start };
  }

  // MARK: fingers

  finger(id) {
    return this.fingers.findLast((finger) => finger.id === id);
  }

  beginFinger(id, time, { x, y }) {
    this.note(time);
    const used = new Set(this.fingers.filter(({ to }) => to === null).map(({ number }) => number));
    let number = 1;
    while (used.has(number)) number += 1;
    this.fingers.push({ id, number, from: time, to: null, lost: false, points: [time, x, y] });
  }

  moveFinger(id, time, { x, y }) {
    this.note(time);
    this.finger(id)?.points.push(time, x, y);
  }

  endFinger(id, time, lost) {
    this.note(time);
    const finger = this.finger(id);
    if (finger && finger.to === null) Object.assign(finger, { to: time, lost });
  }

  // MARK: lanes

  /** Closes the lane's open segment, and opens another one. */
  enter(name, state, time, words = "") {
    const lane = this.lanes.get(name);
    if (!lane) return;
    this.leave(name, time);
    lane.segments.push({ state, from: time, to: null, words });
    this.note(time);
  }

  leave(name, time) {
    const open = this.state(name);
    if (open) open.to = time;
    this.note(time);
  }

  /** Closes all lanes where the timeline ends. */
  leaveAll() {
    for (const name of this.lanes.keys()) if (this.state(name)) this.leave(name, this.end);
  }

  mark(name, state, time, words = "") {
    this.lanes.get(name)?.marks.push({ state, time, words });
    this.note(time);
  }

  /** The lane's open segment. */
  state(name) {
    const last = this.lanes.get(name)?.segments.at(-1);
    return last && last.to === null ? last : undefined;
  }

  /** Forgets what was over before a time. */
  forget(time) {
    this.fingers = this.fingers.filter(({ to }) => to === null || to >= time);
    for (const { points } of this.fingers) {
      let count = 0;
      while (count + 3 < points.length && points[count + 3] < time) count += 3;
      points.splice(0, count);
    }
    for (const lane of this.lanes.values()) {
      lane.segments = lane.segments.filter(({ to }) => to === null || to >= time);
      lane.marks = lane.marks.filter((mark) => mark.time >= time);
    }
    this.steps = this.steps.filter((step) => step.time >= time);
  }
}
