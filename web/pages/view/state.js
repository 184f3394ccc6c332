// What the page shows: mode, timeline, choice and time; its parts share it.

export const $ = (id) => document.getElementById(id);

/**
 * `mode` is `live`, `recording` or, while the mouse draws fingers, `mouse`; `isChosen` is whether the user has chosen the recognizer; `isStale` asks for one
 * more drawing of a recording; `fault` is why a file was not played; `configuration` is a text that recordings are
 * played with, `answer` has the configuration that was in force.
 */
export const view = {
  mode: "live",
  timeline: undefined,
  chosen: undefined,
  isChosen: false,
  time: 0,
  isPlaying: false,
  isStale: true,
  fault: "",
  recording: undefined,
  configuration: undefined,
  answer: undefined,
};

/** Changes an element's text, only where it is another one: screen readers read changes. */
export function setText(id, text) {
  if ($(id).textContent !== text) $(id).textContent = text;
}

/** Tells the other parts that something was chosen. */
export function notifyParts(what) {
  dispatchEvent(new Event(what));
}
