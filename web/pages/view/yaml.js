// YAML of changed settings and strokes, for a drop-in of gestured's configuration.

/** A name as YAML, in quotes where it would be something else without: `null`, `-`, `1`, `on`. */
function text(name) {
  const isPlain = /^[A-Za-z][\w-]*$/.test(name) && !/^(true|false|yes|no|on|off|null|y|n)$/i.test(name);
  return isPlain ? name : JSON.stringify(name);
}

export function yamlOfSettings(changes) {
  const entries = [...changes].filter(([, values]) => Object.keys(values).length > 0);
  if (entries.length === 0) return "";
  const lines = entries.flatMap(([name, values]) => [
    `  - name: ${text(name)}`,
    ...Object.entries(values).map(([key, value]) => `    ${key}: ${value}`),
  ]);
  return `recognizers:\n${lines.join("\n")}\n`;
}

/** `blocks` names the pans that wait for the stroke, as they would begin earlier. */
export function yamlOfStroke(name, drawings, blocks) {
  const templates = drawings.map((points) => {
    const list = points.map(([x, y]) => `[${x}, ${y}]`).join(", ");
    return `      - { name: ${text(name)}, points: [${list}] }\n`;
  });
  const others = blocks.length > 0 ? `    blocks: [${blocks.map(text).join(", ")}]\n` : "";
  return `recognizers:\n  - name: ${text(name)}\n    type: stroke\n${others}    templates:\n${templates.join("")}`;
}

/** Copies text to the clipboard, or selects it where the browser does not allow that. */
export async function copy(element) {
  try {
    await navigator.clipboard.writeText(element.textContent);
    return "copied";
  } catch {
    getSelection().selectAllChildren(element);
    return "selected: press Ctrl+C to copy";
  }
}
