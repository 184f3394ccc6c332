// YAML of changed settings and strokes, for a drop-in of gestured's configuration.

export function yamlOfSettings(changes) {
  const entries = [...changes].filter(([, values]) => Object.keys(values).length > 0);
  if (entries.length === 0) return "";
  const lines = entries.flatMap(([name, values]) => [
    `  - name: ${name}`,
    ...Object.entries(values).map(([key, value]) => `    ${key}: ${value}`),
  ]);
  return `recognizers:\n${lines.join("\n")}\n`;
}

export function yamlOfStroke(name, drawings) {
  const templates = drawings.map((points) => {
    const list = points.map(([x, y]) => `[${x}, ${y}]`).join(", ");
    return `      - { name: ${name}, points: [${list}] }\n`;
  });
  return `recognizers:\n  - name: ${name}\n    type: stroke\n    blocks: pan\n    templates:\n${templates.join("")}`;
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
