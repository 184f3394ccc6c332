// Fingers that a mouse draws on the panel's picture: they become a recording, which gestured explains like any other.
import { evemuOf } from "./evemu.js";
import { shareOf } from "./panel.js";
import { Timeline } from "./timeline.js";

/** Milliseconds without a finger after which a recording is over: until then another tap may follow. */
const pause = 700;
/** The recording's units for a millimetre, and the points of a millimetre. */
const [density, points] = [20, 163 / 25.4];
const usual = { width: 220, height: 140 };
const key = "Shift";

export class MouseFingers {
  /** Calls `onBegin(timeline)` when the first finger lands, and `onEnd(text)` with the recording. */
  constructor(canvas, { onBegin, onEnd }) {
    Object.assign(this, { canvas, onBegin, onEnd, isOn: false });
    canvas.addEventListener("pointerdown", (event) => this.press(event));
    canvas.addEventListener("pointermove", (event) => this.move(event.pointerId, event));
    canvas.addEventListener("pointerleave", () => (this.place = undefined));
    for (const type of ["pointerup", "pointercancel"]) {
      canvas.addEventListener(type, ({ pointerId }) => this.lift(pointerId));
    }
    addEventListener("keydown", (event) => {
      if (event.key === key && !event.repeat && this.isOn && this.place) this.land(key, this.place);
    });
    addEventListener("keyup", (event) => event.key === key && this.lift(key));
    addEventListener("blur", () => this.lift(key));
  }

  /** Listens, with a panel as large as another one where its size is known. */
  start(surface) {
    this.millimetres = surface?.millimetres ?? usual;
    this.isOn = true;
    this.forget();
    return this.timeline;
  }

  stop() {
    this.isOn = false;
    this.forget();
  }

  forget() {
    clearTimeout(this.timer);
    const { width, height } = this.millimetres ?? usual;
    this.sides = [width, height].map((side) => Math.round(side * density));
    const surface = { name: "mouse", unit: "pt", width: width * points, height: height * points };
    this.timeline = new Timeline({ ...surface, millimetres: { width, height } }, [], []);
    this.down = new Map(); // A pointer, or the key, and its slot and number.
    this.frames = []; // As `evemuOf` takes them.
    this.count = 0;
  }

  press(event) {
    if (!this.isOn || event.button !== 0) return;
    this.canvas.setPointerCapture(event.pointerId);
    event.preventDefault();
    this.land(event.pointerId, event);
  }

  land(pointer, event) {
    if (this.down.has(pointer)) return;
    clearTimeout(this.timer);
    const slots = [...this.down.values()].map(({ slot }) => slot);
    const slot = [...Array(10).keys()].find((each) => !slots.includes(each));
    if (slot === undefined) return;
    const finger = { slot, id: (this.count += 1) };
    const isFirst = this.frames.length === 0;
    this.down.set(pointer, finger);
    this.timeline.beginFinger(finger.id, this.now, this.note(finger, event, finger.id));
    if (isFirst) this.onBegin(this.timeline);
  }

  move(pointer, { offsetX, offsetY }) {
    if (!this.isOn) return;
    this.place = { offsetX, offsetY };
    const finger = this.down.get(pointer);
    if (finger) this.timeline.moveFinger(finger.id, this.now, this.note(finger, this.place));
  }

  lift(pointer) {
    const finger = this.down.get(pointer);
    if (!finger) return;
    this.down.delete(pointer);
    this.frames.push({ time: this.now, slot: finger.slot });
    this.timeline.endFinger(finger.id, this.now, false);
    if (this.down.size === 0) this.timer = setTimeout(() => this.finish(), pause);
  }

  get now() {
    return performance.now() / 1000;
  }

  /** Notes where a finger is; returns it in the surface's unit. */
  note({ slot }, event, id) {
    const { surface } = this.timeline;
    const [x, y] = shareOf(this.canvas, surface, event);
    this.frames.push({ time: this.now, slot, id, point: [x * this.sides[0], y * this.sides[1]] });
    return { x: x * surface.width, y: y * surface.height };
  }

  finish() {
    const text = evemuOf("mouse", this.sides, density, this.frames);
    this.forget();
    this.onEnd(text);
  }
}
