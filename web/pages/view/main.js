// The page: live stream or recording, what is chosen, and what is drawn sixty times a second.
import { element } from "./element.js";
import { drawLanes, drawMark, drawSegment, heightOfLanes, hitLanes } from "./lanes.js";
import { Live, span } from "./live.js";
import { readColours, prepare } from "./paint.js";
import { drawPanel, fingersInWords } from "./panel.js";
import { replay, timelineOf } from "./recording.js";
import { Strokes } from "./strokes.js";
import { Thresholds } from "./thresholds.js";
import { token } from "./token.js";
import { headline, listed, missedIn, recognizedIn, relative, rest, rivals, seconds, why } from "./words.js";

const $ = (id) => document.getElementById(id);
const dark = matchMedia("(prefers-color-scheme: dark)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
/** `live` or `recording`; the timeline that is shown, its name, the chosen recognizer, whether it plays, its time. */
const view = { mode: "live", timeline: undefined, chosen: undefined, isPlaying: false, time: 0, isStale: true };
let live;
const thresholds = new Thresholds($("thresholds"), (timeline) => showRecording(timeline, true));
const strokes = new Strokes($("strokes"));

// MARK: live

function goLive() {
  live?.close();
  Object.assign(view, { mode: "live", timeline: undefined, isPlaying: false, fault: "", configuration: undefined });
  $("player").hidden = $("thresholds").hidden = $("attempt").hidden = $("attempt-label").hidden = true;
  $("warnings").replaceChildren();
  $("mode-live").setAttribute("aria-pressed", "true");
  live = new Live({ onChange: showLive, onState: showConnection });
}

function showConnection(text, isConnected) {
  $("connection").textContent = text;
  $("connection").classList.toggle("lost", !isConnected);
}

function showLive() {
  if (view.mode !== "live") return;
  const names = [...live.timelines.keys()];
  const select = $("surfaces");
  if (names.join() !== [...select.options].map(({ value }) => value).join()) {
    select.replaceChildren(...names.map((name) => element("option", { value: name }, name)));
  }
  select.hidden = names.length < 2;
  const timeline = live.timelines.get(select.value) ?? live.timelines.get(names[0]);
  const isOther = timeline !== view.timeline;
  view.timeline = timeline;
  if (isOther && timeline) choices(timeline, view.chosen);
  let text = view.fault || live.notice;
  if (!text && !timeline) text = "gestured has no touchscreen; `gesturectl doctor` says why.";
  if (!text) {
    const last = live.lastAttempt(timeline);
    text = last.fingers.length > 0 ? headline(last) : "Touch the panel, or drop a recording on this page.";
  }
  say("headline", text);
  showWhy();
  if (timeline) showSteps(timeline.steps.slice(-100).reverse(), timeline.steps.at(-1)?.time ?? 0);
}

// MARK: recordings

/** Plays a recording; a YAML file is the configuration that it and the next ones are played with. */
async function openFile(file) {
  say("headline", `Reading ${file.name}…`);
  try {
    if (file.size > 16 << 20) throw new Error("it is larger than 16 MiB");
    const isConfiguration = /\.ya?ml$/.test(file.name);
    const configuration = isConfiguration ? await file.text() : view.configuration;
    if (isConfiguration && !view.recording) throw new Error("open a recording first");
    const recording = isConfiguration ? view.recording : { name: file.name, text: await file.text() };
    const answer = await replay(recording.text, configuration);
    const timeline = timelineOf(answer);
    await thresholds.adopt(recording.text, answer, timeline);
    live?.close();
    live = undefined;
    Object.assign(view, { recording, configuration, timeline, mode: "recording", chosen: undefined, fault: "" });
    $("mode-live").setAttribute("aria-pressed", "false");
    $("surfaces").hidden = true;
    showConnection(`recording ${recording.name}, surface ${timeline.surface.name}`, true);
    $("attempt").value = "";
    strokes.adopt(answer.configuration?.configuration, timeline);
    showRecording(timeline, false);
  } catch (error) {
    view.fault = `${file.name} was not played: ${error.message}`;
    say("headline", view.fault);
    say("why", "");
    say("rest", "");
    $("rivals").replaceChildren();
  }
}

function showRecording(timeline, keepsTime) {
  const time = keepsTime ? view.time : (timeline.steps.find(({ step }) => step === "began")?.time ?? timeline.start);
  view.timeline = timeline;
  say("headline", headline(timeline));
  $("warnings").replaceChildren(...timeline.warnings.map((words) => element("li", {}, words)));
  showAttempts(timeline);
  choices(timeline, view.chosen ?? missedIn(timeline));
  const duration = Math.max(timeline.end - timeline.start, 0.001);
  $("time").max = duration.toFixed(3);
  $("player").hidden = !Number.isFinite(duration);
  setTime(Math.min(time, timeline.end));
  showSteps(timeline.steps.filter(({ step }) => !["received", "refused"].includes(step)), timeline.start);
}

/** Offers the attempts of a recording that has several. */
function showAttempts(timeline) {
  const { sequences, start } = timeline;
  const options = sequences.map((each) => {
    const names = listed(recognizedIn(timeline.within(each))) || "nothing";
    const words = `attempt ${each.sequence}, ${seconds(each.from - start)}: ${names}`;
    return element("option", { value: each.sequence }, words);
  });
  const old = $("attempt").value;
  $("attempt").replaceChildren(element("option", { value: "" }, "the whole recording"), ...options);
  $("attempt").value = sequences.some(({ sequence }) => String(sequence) === old) ? old : "";
  $("attempt").hidden = $("attempt-label").hidden = sequences.length < 2;
}

/** The attempt that is chosen; nil for the whole recording. */
function attempt() {
  return view.timeline.sequences?.find(({ sequence }) => String(sequence) === $("attempt").value);
}

function chooseAttempt() {
  const chosen = attempt();
  if (chosen) setTime(chosen.from);
  view.isStale = true;
  showWhy();
}

function setTime(time) {
  view.time = time;
  view.isStale = true;
  const at = time - view.timeline.start;
  $("time").value = at;
  const fingers = fingersInWords(view.timeline, time);
  $("now").textContent = `${seconds(at)} of ${seconds(view.timeline.end - view.timeline.start)}`;
  $("time").setAttribute("aria-valuetext", `${seconds(at)}, ${fingers}`);
}

function play(isPlaying) {
  view.isPlaying = isPlaying;
  $("play").textContent = isPlaying ? "Pause" : "Play";
  if (isPlaying && view.time >= view.timeline.end) setTime(view.timeline.start);
  view.lastFrame = performance.now();
}

// MARK: what is chosen

function choices(timeline, name) {
  const names = timeline.recognizers.map((each) => each.name);
  $("chosen").replaceChildren(...names.map((each) => element("option", { value: each }, each)));
  $("question").hidden = names.length === 0;
  choose(names.includes(name) ? name : names[0]);
}

function choose(name) {
  view.chosen = name;
  view.isStale = true;
  $("chosen").value = name;
  showWhy();
  for (const row of $("steps").rows) row.classList.toggle("chosen", row.dataset.recognizer === name);
  if (view.mode !== "recording") return;
  $("thresholds-name").textContent = name;
  thresholds.choose(name);
}

function showWhy() {
  const { timeline, chosen } = view;
  $("rivals").replaceChildren();
  say("rest", "");
  if (!timeline || !chosen) return say("why", "");
  if (view.mode === "recording") {
    const one = attempt();
    const part = one ? timeline.within(one) : timeline;
    say("why", why(part, chosen, timeline.start));
    say("rest", relative(rest(part, chosen), timeline.start));
    for (const name of rivals(part, chosen)) {
      const button = element("button", { type: "button" }, `Show ${name} and its thresholds`);
      button.addEventListener("click", () => choose(name));
      $("rivals").append(button);
    }
    return;
  }
  const last = live.lastAttempt(timeline);
  const hasDecided = last.steps.some(({ recognizer }) => recognizer === chosen);
  say("why", hasDecided ? why(last, chosen, last.start) : `${chosen} has decided nothing yet.`);
  say("rest", rest(last, chosen));
}

function say(id, text) {
  if ($(id).textContent !== text) $(id).textContent = text;
}

function showSteps(steps, zero) {
  const isLive = view.mode === "live";
  const shown = 500;
  const rows = steps.slice(0, shown).map(({ time, recognizer, step, words }) => {
    const at = isLive ? `${(zero - time).toFixed(1)} s ago` : seconds(time - zero);
    const place = element("td");
    if (isLive) place.append(at);
    else {
      const button = element("button", { type: "button" }, at);
      button.addEventListener("click", () => setTime(time));
      place.append(button);
    }
    const row = element("tr", {}, place, element("td", {}, recognizer), element("td", {}, relative(words, zero)));
    row.className = `${step}${recognizer === view.chosen ? " chosen" : ""}`;
    row.dataset.recognizer = recognizer;
    return row;
  });
  if (steps.length > shown) {
    const words = element("td", { colspan: "3" }, `and ${steps.length - shown} more`);
    rows.push(element("tr", {}, words));
  }
  $("steps").replaceChildren(...rows);
}

// MARK: drawing

/** The number of frames, and the milliseconds that drawing them took, for measurements. */
const frames = (window.viewFrames = { count: 0, spent: 0 });

function draw(now) {
  requestAnimationFrame(draw);
  const started = performance.now();
  const { timeline } = view;
  if (view.isPlaying) {
    setTime(Math.min(view.time + (now - view.lastFrame) / 1000, timeline.end));
    view.lastFrame = now;
    if (view.time >= timeline.end) play(false);
  }
  if (view.mode === "live") drawLive(timeline);
  else if (view.isStale) {
    drawPanel($("panel"), timeline, view.time, true);
    const { from, to } = attempt() ?? { from: timeline.start, to: timeline.end };
    const margin = (to - from) * 0.02;
    drawAllLanes(timeline, { from: from - margin, to: to + margin, time: view.time, zero: timeline.start });
    say("panel-words", fingersInWords(timeline, view.time));
    view.isStale = false;
  }
  frames.count += 1;
  frames.spent += performance.now() - started;
}

function drawLive(timeline) {
  if (!timeline) {
    prepare($("panel"));
    prepare($("lanes"));
    say("panel-words", "");
    return;
  }
  const now = timeline.offset === undefined ? 0 : performance.now() / 1000 + timeline.offset;
  timeline.now = now;
  drawPanel($("panel"), timeline, now);
  // Without motion the lanes move on a second at a time.
  const to = calm.matches ? Math.ceil(now) : now;
  drawAllLanes(timeline, { from: to - span, to, time: now, zero: to });
  say("panel-words", `${timeline.surface.name}: ${fingersInWords(timeline, now)}`);
}

function drawAllLanes(timeline, range) {
  const canvas = $("lanes");
  const height = `${heightOfLanes(timeline.recognizers.length, canvas.clientWidth)}px`;
  if (canvas.style.height !== height) canvas.style.height = height;
  view.range = range;
  drawLanes(canvas, timeline, { ...range, chosen: view.chosen });
}

const legend = ["possible", "waiting", "active", "changed", "ended", "recognized", "failed", "cancelled"];

function showLegend() {
  const names = { active: "began", recognized: "recognized at once" };
  $("legend").replaceChildren(
    ...legend.map((state) => {
      const canvas = element("canvas", { "aria-hidden": "true" });
      const item = element("li", {}, canvas, names[state] ?? state);
      requestAnimationFrame(() => {
        const { context } = prepare(canvas) ?? {};
        if (!context) return;
        if (["changed", "ended"].includes(state)) drawSegment(context, "active", 2, state === "ended" ? 15 : 28, 11);
        if (["possible", "waiting", "active"].includes(state)) drawSegment(context, state, 2, 28, 11);
        else drawMark(context, state, 15, 11);
      });
      return item;
    }),
  );
}

function restyle() {
  readColours();
  showLegend();
  strokes.draw();
  view.isStale = true;
}

// MARK: events

$("mode-live").addEventListener("click", goLive);
$("surfaces").addEventListener("change", showLive);
$("attempt").addEventListener("change", chooseAttempt);
$("chosen").addEventListener("change", ({ target }) => choose(target.value));
$("time").addEventListener("input", ({ target }) => {
  play(false);
  setTime(view.timeline.start + Number(target.value));
});
$("play").addEventListener("click", () => play(!view.isPlaying));
$("file").addEventListener("change", ({ target }) => {
  if (target.files[0]) openFile(target.files[0]);
  target.value = "";
});
$("lanes").addEventListener("click", (event) => {
  if (!view.timeline) return;
  const { name, time } = hitLanes($("lanes"), view.timeline, view.range, event);
  if (name) choose(name);
  if (view.mode === "recording" && time !== null) setTime(time);
});
for (const type of ["dragover", "dragleave", "drop"]) {
  addEventListener(type, (event) => {
    event.preventDefault();
    document.body.classList.toggle("dropping", type === "dragover");
    const file = event.dataTransfer?.files[0];
    if (type === "drop" && file) openFile(file);
  });
}
addEventListener("repaint", () => {
  view.isStale = true;
  strokes.draw();
});
addEventListener("hashchange", goLive);
dark.addEventListener("change", restyle);

token();
restyle();
goLive();
requestAnimationFrame(draw);
