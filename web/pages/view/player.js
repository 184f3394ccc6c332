// The time in a recording: slider, playing, attempts.
import { element } from "./element.js";
import { fingersInWords } from "./panel.js";
import { $, view } from "./state.js";
import { listed, recognizedIn, seconds } from "./words.js";

export function showPlayer(timeline) {
  const hasFingers = Number.isFinite(timeline.end);
  $("player").hidden = !hasFingers;
  if (hasFingers) $("time").max = Math.max(timeline.end - timeline.start, 0.001).toFixed(3);
  showAttempts(timeline);
}

/** Offers the attempts of a recording that has several. */
function showAttempts(timeline) {
  const { sequences, start } = timeline;
  const options = sequences.map((each) => {
    const names = listed(recognizedIn(each)) || "nothing";
    const words = `attempt ${each.sequence}, ${seconds(each.from - start)}: ${names}`;
    return element("option", { value: each.sequence }, words);
  });
  const old = $("attempt").value;
  $("attempt").replaceChildren(element("option", { value: "" }, "the whole recording"), ...options);
  $("attempt").value = sequences.some(({ sequence }) => String(sequence) === old) ? old : "";
  $("attempt").hidden = $("attempt-label").hidden = sequences.length < 2;
}

/** The attempt that is chosen; nil for the whole recording. */
export function attempt() {
  return view.timeline.sequences.find(({ sequence }) => String(sequence) === $("attempt").value);
}

export function setTime(time) {
  if (!Number.isFinite(time)) return;
  view.time = time;
  view.isStale = true;
  const { start, end } = view.timeline;
  const at = time - start;
  $("time").value = at;
  $("now").textContent = `${seconds(at)} of ${seconds(end - start)}`;
  $("time").setAttribute("aria-valuetext", `${seconds(at)}, ${fingersInWords(view.timeline, time)}`);
}

let lastFrame = 0;

export function play(isPlaying) {
  view.isPlaying = isPlaying;
  $("play").textContent = isPlaying ? "Pause" : "Play";
  if (isPlaying && view.time >= view.timeline.end) setTime(view.timeline.start);
  lastFrame = performance.now();
}

/** Goes on with playing, in each frame. */
export function advance(now) {
  if (!view.isPlaying) return;
  setTime(Math.min(view.time + Math.max(now - lastFrame, 0) / 1000, view.timeline.end));
  lastFrame = now;
  if (view.time >= view.timeline.end) play(false);
}

$("time").addEventListener("input", ({ target }) => {
  play(false);
  setTime(view.timeline.start + Number(target.value));
});
$("play").addEventListener("click", () => play(!view.isPlaying));
