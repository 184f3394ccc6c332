// The numeric settings of recognizers: names, units and ranges by the configuration's schema.

const factors = { pt: 1, mm: 163 / 25.4, cm: 1630 / 25.4, in: 163, s: 1, ms: 0.001, deg: 1, rad: 180 / Math.PI };

/** Returns a value of the configuration as a number in the schema's unit: `1.5mm` in points, `5%` as undefined. */
export function numberOf(value) {
  if (typeof value === "number") return value;
  const [, number, unit] = /^\s*([-+.\deE]+?)\s*([a-z%]*)\s*$/.exec(String(value ?? "")) ?? [];
  const factor = unit === "" ? 1 : factors[unit];
  return number === undefined || factor === undefined ? undefined : Number(number) * factor;
}

/** The numeric settings of a recognizer: key, text, unit, range of the slider, value in use, default. */
export function settingsOf(recognizer, { configuration, defaults }, schema) {
  const entry = configuration.recognizers.find(({ name }) => name === recognizer);
  if (!entry) return [];
  const properties = schema.$defs[entry.type]?.properties ?? {};
  return Object.entries(properties).flatMap(([key, declared]) => {
    // Lengths that may also be shares of the panel have the number first.
    const property = { ...declared, ...declared.anyOf?.[0] };
    const types = [property.type].flat();
    const isWhole = types.includes("integer");
    if (!isWhole && !types.includes("number")) return [];
    const [text, range] = property.description.split(/\. Value: /);
    const unit = isWhole ? "" : unitOf(range ?? "");
    const inUse = entry[key] ?? defaults?.[recognizer]?.[key] ?? property.default;
    const given = numberOf(inUse);
    // A share of the panel, or pixels: how much that is in points only gestured knows.
    if (given === undefined && inUse !== undefined) return [];
    const value = given ?? property.maximum;
    const reach = given === undefined ? 10 : Math.max(4 * value, 4 * (numberOf(property.default) ?? 0), 1);
    const maximum = Math.min(property.maximum, isWhole ? Math.max(10, value) : roundUp(reach));
    const step = isWhole ? 1 : maximum <= 2 ? 0.01 : maximum <= 20 ? 0.1 : 1;
    return [{ key, text, unit, step, value, isLimited: given !== undefined, minimum: property.minimum, maximum }];
  });
}

function unitOf(range) {
  if (range.startsWith("a time")) return "s";
  if (range.startsWith("a length")) return "pt";
  return range.startsWith("an angle") ? "°" : "";
}

function roundUp(value) {
  const unit = 10 ** Math.floor(Math.log10(value));
  return Math.ceil(value / unit) * unit;
}

/** The configuration with the changed values; JSON is YAML, too. */
export function changedConfiguration(configuration, changes) {
  const changed = structuredClone(configuration);
  for (const [name, values] of changes) Object.assign(changed.recognizers.find((each) => each.name === name), values);
  return JSON.stringify(changed);
}
