// Strokes that are drawn a few times, scored by the server against all others, as YAML.
import { element } from "./element.js";
import { colour, font, prepare } from "./paint.js";
import { configurationOfMachine, scores, side } from "./scores.js";
import { copy, yamlOfStroke } from "./yaml.js";

export class Strokes {
  constructor(root) {
    this.find = (name) => root.querySelector(`[data-part=${name}]`);
    this.drawings = [];
    this.turn = 0;
    this.canvas = this.find("pad");
    this.canvas.addEventListener("pointerdown", (event) => this.begin(event));
    this.canvas.addEventListener("pointermove", (event) => this.move(event));
    this.canvas.addEventListener("pointerup", (event) => this.end(event));
    this.canvas.addEventListener("pointercancel", (event) => this.cancel(event));
    this.find("name").addEventListener("input", () => this.show());
    this.find("undo").addEventListener("click", () => this.change(() => this.drawings.pop()));
    this.find("finger").addEventListener("click", () => this.change(() => this.addFinger()));
    this.find("copy").addEventListener("click", async () => {
      this.find("copied").textContent = await copy(this.find("yaml"));
    });
    root.addEventListener("toggle", () => this.draw());
  }

  /** Takes a recording's configuration and its first finger; without a recording the machine's, when it is needed. */
  adopt(configuration, timeline) {
    this.configuration = configuration;
    this.finger = timeline?.fingers.slice(0, 1).find(hasMoved);
    this.find("finger").disabled = !this.finger;
    this.change(() => {});
  }

  /** The templates of the configuration. */
  get strokes() {
    return this.configuration.recognizers.flatMap(({ type, templates }) => (type === "stroke" ? templates : []));
  }

  /** The pans that begin with one finger. */
  get blocks() {
    const pans = this.configuration.recognizers.filter(({ type }) => type === "pan");
    return pans.filter((pan) => !(pan.minimumNumberOfTouches > 1)).map(({ name }) => name);
  }

  // MARK: drawing

  begin(event) {
    if (this.current || !event.isPrimary || event.button !== 0) return;
    this.canvas.setPointerCapture(event.pointerId);
    this.pointer = event.pointerId;
    this.current = [];
    this.move(event);
  }

  move({ pointerId, offsetX, offsetY }) {
    if (!this.current || pointerId !== this.pointer) return;
    const scale = side / this.canvas.clientWidth;
    this.current.push([Math.round(offsetX * scale), Math.round(offsetY * scale)]);
    this.draw();
  }

  end({ pointerId }) {
    if (!this.current || pointerId !== this.pointer) return;
    const drawn = this.current;
    this.current = undefined;
    if (drawn.length > 1) this.change(() => this.drawings.push(drawn));
  }

  cancel({ pointerId }) {
    if (pointerId !== this.pointer) return;
    this.current = undefined;
    this.draw();
  }

  addFinger() {
    const points = [];
    for (let index = 0; index < this.finger.points.length; index += 3) {
      points.push([Math.round(this.finger.points[index + 1]), Math.round(this.finger.points[index + 2])]);
    }
    const [left, top] = [0, 1].map((axis) => Math.min(...points.map((point) => point[axis])));
    this.drawings.push(points.map(([x, y]) => [x - left, y - top]));
  }

  async change(edit) {
    edit();
    this.drawings = this.drawings.map((drawing) => simplified(drawing));
    this.show();
    const turn = (this.turn += 1);
    if (!this.configuration && this.drawings.length > 0) {
      try {
        const configuration = await configurationOfMachine();
        if (turn !== this.turn) return;
        this.configuration = configuration;
      } catch (error) {
        if (turn === this.turn) this.find("scores").replaceChildren(element("li", {}, error.message));
        return;
      }
      this.show();
    }
    await this.score(turn);
  }

  draw() {
    const painted = prepare(this.canvas);
    if (!painted) return;
    const { context, width } = painted;
    context.lineWidth = 2;
    context.lineJoin = context.lineCap = "round";
    for (const drawing of [...this.drawings, this.current ?? []]) {
      if (drawing.length === 0) continue;
      context.strokeStyle = context.fillStyle = colour(drawing === this.current ? "accent" : "quiet");
      const scale = width / side;
      context.beginPath();
      for (const [x, y] of drawing) context.lineTo(x * scale, y * scale);
      context.stroke();
      context.beginPath();
      context.arc(drawing[0][0] * scale, drawing[0][1] * scale, 4, 0, 2 * Math.PI);
      context.fill();
    }
    if (this.drawings.length > 0 || this.current) return;
    context.fillStyle = colour("quiet");
    context.font = font(15);
    context.textAlign = "center";
    context.fillText("draw here", width / 2, width / 2);
  }

  show() {
    this.draw();
    const count = this.drawings.length;
    this.find("count").textContent = `${count} ${count === 1 ? "drawing" : "drawings"}`;
    const isKnown = count > 0 && this.configuration !== undefined;
    this.find("yaml").textContent = isKnown ? yamlOfStroke(this.name, this.drawings, this.blocks) : "";
    this.find("copied").textContent = "";
    this.find("undo").disabled = count === 0;
    this.find("keep").hidden = this.find("copy").disabled = !isKnown;
  }

  get name() {
    return this.find("name").value.replace(/[^\w.-]/g, "-") || "stroke";
  }

  // MARK: scores

  /** Scores each drawing against the other drawings, and against each stroke of the configuration. */
  async score(turn) {
    const rows = [];
    for (const [index, drawing] of this.drawings.entries()) {
      const others = this.drawings.filter((other) => other !== drawing).map((points) => ({ name: this.name, points }));
      const names = Map.groupBy([...others, ...this.strokes], ({ name }) => name);
      if (names.size === 0) continue;
      let text;
      try {
        text = await scores(drawing, names);
      } catch (error) {
        text = error.message;
      }
      if (turn !== this.turn) return;
      rows.push(element("li", {}, `drawing ${index + 1}: ${text}`));
    }
    if (rows.length === 0 && this.drawings.length > 0) rows.push(element("li", {}, "Draw it again to see a score."));
    this.find("scores").replaceChildren(...rows);
  }
}

/** Whether a finger has more than one place: another one has drawn nothing. */
function hasMoved({ points }) {
  return points.some((value, index) => index % 3 > 0 && Math.abs(value - points[index % 3]) >= 1);
}

/** At most 64 points, about evenly spread over the drawing. */
function simplified(points) {
  const count = Math.min(points.length, 64);
  return Array.from({ length: count }, (_, index) => points[Math.round((index * (points.length - 1)) / (count - 1))]);
}
