// Strokes that are drawn a few times, scored by the server against all others, as YAML.
import { element } from "./element.js";
import { colour, font, prepare } from "./paint.js";
import { replay } from "./server.js";
import { copy, yamlOfStroke } from "./yaml.js";

/** The side of the square in which strokes are drawn, in points. */
const side = 300;

export class Strokes {
  constructor(root) {
    this.find = (name) => root.querySelector(`[data-part=${name}]`);
    this.drawings = [];
    this.strokes = [];
    this.blocks = [];
    this.canvas = this.find("pad");
    this.canvas.addEventListener("pointerdown", (event) => this.begin(event));
    this.canvas.addEventListener("pointermove", (event) => this.move(event));
    this.canvas.addEventListener("pointerup", () => this.end());
    this.canvas.addEventListener("pointercancel", () => (this.current = undefined));
    this.find("name").addEventListener("input", () => this.show());
    this.find("undo").addEventListener("click", () => this.change(() => this.drawings.pop()));
    this.find("finger").addEventListener("click", () => this.change(() => this.addFinger()));
    this.find("copy").addEventListener("click", async () => {
      this.find("copied").textContent = await copy(this.find("yaml"));
    });
    root.addEventListener("toggle", () => this.draw());
  }

  /** Takes the strokes that a configuration has, and the recording's first finger. */
  adopt(configuration, timeline) {
    this.strokes = (configuration?.recognizers ?? []).flatMap(({ type, templates }) =>
      type === "stroke" ? templates : [],
    );
    this.finger = timeline.fingers[0];
    const pans = (configuration?.recognizers ?? []).filter(({ type }) => type === "pan");
    this.blocks = pans.filter((pan) => !(pan.minimumNumberOfTouches > 1)).map(({ name }) => name);
    this.show();
    this.find("finger").disabled = !this.finger;
  }

  // MARK: drawing

  begin(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.current = [];
    this.move(event);
  }

  move({ offsetX, offsetY }) {
    if (!this.current) return;
    const scale = side / this.canvas.clientWidth;
    this.current.push([Math.round(offsetX * scale), Math.round(offsetY * scale)]);
    this.draw();
  }

  end() {
    const drawn = this.current ?? [];
    this.current = undefined;
    if (drawn.length > 1) this.change(() => this.drawings.push(drawn));
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
    await this.score();
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
    this.find("yaml").textContent = count > 0 ? yamlOfStroke(this.name, this.drawings, this.blocks) : "";
    this.find("copied").textContent = "";
    this.find("undo").disabled = this.find("copy").disabled = count === 0;
  }

  get name() {
    return this.find("name").value.replace(/[^\w.-]/g, "-") || "stroke";
  }

  // MARK: scores

  /** Scores each drawing against the other drawings, and against each stroke of the configuration. */
  async score() {
    const rows = [];
    const turn = (this.turn = (this.turn ?? 0) + 1);
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

/** The scores of a drawing, best first: one recognizer for each name, all at the same time. */
async function scores(drawing, names) {
  const labels = [...names.keys()].map((_, index) => `score-${index}`);
  const recognizers = [...names.values()].map((templates, index) => ({
    name: labels[index],
    type: "stroke",
    templates,
    minimumScore: 0,
    minimumMargin: 0,
    minimumLength: 0,
    simultaneousWith: labels.filter((_, other) => other > index),
  }));
  const answer = await replay(recordingOf(drawing), JSON.stringify({ recognizers }));
  const found = answer.lines.filter(({ params }) => params.stroke !== undefined).map(({ params }) => params);
  found.sort((one, other) => other.score - one.score);
  return found.map(({ stroke, score }) => `${stroke} ${score.toFixed(2)}`).join(", ") || "resembles none";
}

/** At most 64 points, about evenly spread over the drawing. */
function simplified(points) {
  const count = Math.min(points.length, 64);
  return Array.from({ length: count }, (_, index) => points[Math.round((index * (points.length - 1)) / (count - 1))]);
}

/** A recording, as evemu writes it, of a finger that draws this on a panel of 0.1 pt a unit. */
function recordingOf(points) {
  const [width, height] = [0, 1].map((axis) => Math.max(side, ...points.map((point) => point[axis])) * 10);
  const perMillimetre = Math.round((10 * 163) / 25.4);
  const head = [
    "# EVEMU 1.3", "N: drawing", "I: 0018 1234 5678 0001", "P: 02 00 00 00 00 00 00 00",
    "B: 00 0b 00 00 00 00 00 00 00", ...Array(4).fill("B: 01 00 00 00 00 00 00 00 00"),
    "B: 01 00 00 00 00 00 00 00 00", "B: 01 00 04 00 00 00 00 00 00",
    ...Array(6).fill("B: 01 00 00 00 00 00 00 00 00"), "B: 03 03 00 00 00 00 80 60 02",
    `A: 00 0 ${width} 0 0 ${perMillimetre}`, `A: 01 0 ${height} 0 0 ${perMillimetre}`, "A: 2f 0 9 0 0 0",
    `A: 35 0 ${width} 0 0 ${perMillimetre}`, `A: 36 0 ${height} 0 0 ${perMillimetre}`, "A: 39 0 65535 0 0 0",
  ];
  const frame = (index, events) =>
    [...events, "0000 0000 0"].map((event) => `E: ${(1 + index * 0.01).toFixed(6)} ${event}`);
  const frames = points.flatMap(([x, y], index) =>
    frame(index, [
      ...(index === 0 ? ["0003 002f 0", "0003 0039 1", "0001 014a 1"] : []),
      `0003 0035 ${x * 10}`, `0003 0036 ${y * 10}`,
    ]),
  );
  return [...head, ...frames, ...frame(points.length, ["0003 0039 -1", "0001 014a 0"])].join("\n") + "\n";
}
