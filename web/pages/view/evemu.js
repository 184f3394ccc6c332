// Recordings of drawn fingers, in the form of evemu.

/**
 * A recording of a panel: its name, the units of its sides, and those for a millimetre.
 *
 * A frame has a time in seconds, a slot, an id where a finger lands, and a point in units; without a point it lifts.
 */
export function evemuOf(name, sides, density, frames) {
  const lines = [
    "# EVEMU 1.3", `N: ${name}`, "I: 0006 0000 0000 0000", "P: 02 00 00 00 00 00 00 00",
    "B: 00 0b 00 00 00 00 00 00 00", "B: 03 00 00 00 00 00 80 60 02", "A: 2f 0 9 0 0 0",
    `A: 35 0 ${sides[0]} 0 0 ${density}`, `A: 36 0 ${sides[1]} 0 0 ${density}`, "A: 39 0 65535 0 0 0",
  ];
  for (const { time, slot, id, point } of frames) {
    const events = [`0003 002f ${slot}`];
    if (id) events.push(`0003 0039 ${id}`);
    if (!point) events.push("0003 0039 -1");
    point?.forEach((place, axis) => events.push(`0003 00${35 + axis} ${Math.round(place)}`));
    const at = (time - frames[0].time).toFixed(6);
    for (const event of [...events, "0000 0000 0"]) lines.push(`E: ${at} ${event}`);
  }
  return `${lines.join("\n")}\n`;
}
