// Canvases in the page's colours and at the screen's resolution.

let colours = {};

/** Reads the colours of the style sheet again, as after a change between light and dark. */
export function readColours() {
  const style = getComputedStyle(document.documentElement);
  const names = [
    "ink", "quiet", "paper", "panel", "soft", "accent", "on-accent", "good", "on-good", "bad", "wait", "line",
  ];
  colours = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
  colours.font = style.getPropertyValue("--font").trim() || "sans-serif";
}

export function colour(name) {
  return colours[name];
}

export function font(size, weight = "") {
  return `${weight} ${size}px ${colours.font}`.trim();
}

const sizes = new WeakMap();
const observer = new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries) sizes.set(target, contentRect);
  dispatchEvent(new Event("repaint"));
});

/** Returns the canvas's context, cleared, in CSS pixels, and its size; nil while it is not shown. */
export function prepare(canvas) {
  if (!sizes.has(canvas)) {
    observer.observe(canvas);
    sizes.set(canvas, canvas.getBoundingClientRect());
  }
  const { width, height } = sizes.get(canvas);
  if (width < 1 || height < 1) return null;
  const ratio = window.devicePixelRatio || 1;
  const [columns, rows] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== columns || canvas.height !== rows) Object.assign(canvas, { width: columns, height: rows });
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}

const widths = new Map();

/** The width of a text in the context's font; measured once. */
export function textWidth(context, text) {
  const key = `${context.font} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    if (widths.size > 2000) widths.clear();
    width = context.measureText(text).width;
    widths.set(key, width);
  }
  return width;
}

/** The text, or as many of its first letters as fit; nil where these say nothing. */
export function fitted(context, text, room) {
  const width = textWidth(context, text);
  if (!text || width <= room) return text;
  // Letters differ in width: the share is only a first guess.
  for (let count = Math.floor((text.length * room) / width) - 2; count >= 8; count -= 1) {
    const beginning = `${text.slice(0, count).trimEnd()}…`;
    if (textWidth(context, beginning) <= room) return beginning;
  }
  return undefined;
}

/** Fills the box with slanting lines. */
export function hatch(context, x, y, width, height, step = 6) {
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.beginPath();
  for (let at = x - height - (x % step); at < x + width; at += step) {
    context.moveTo(at, y + height);
    context.lineTo(at + height, y);
  }
  context.stroke();
  context.restore();
}
