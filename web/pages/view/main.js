// The page's start, its two modes, and what opens recordings.
import { choices, invitation, showHeadline, showMessage, showWhy } from "./answer.js";
import { element, marked } from "./element.js";
import { openFile, openServed } from "./files.js";
import { Live } from "./live.js";
import { readColours } from "./paint.js";
import { play, setTime, showPlayer } from "./player.js";
import { showRights } from "./rights.js";
import { showLegend, startDrawing } from "./stage.js";
import { $, setText, view } from "./state.js";
import { showSteps } from "./steps.js";
import { Strokes } from "./strokes.js";
import { Thresholds } from "./thresholds.js";
import { hasRecording, readAddress } from "./token.js";
import { missedIn } from "./words.js";

let live;
/** The number of files that were opened, and of turns to the live view: what was read before shows nothing more. */
let opened = 0;
const thresholds = new Thresholds($("thresholds"), (timeline) => showRecording(timeline, view.time), showFault);
const strokes = new Strokes($("strokes"));

// MARK: live

function goLive() {
  live?.close();
  opened += 1;
  thresholds.stop();
  strokes.adopt();
  play(false);
  Object.assign(view, { mode: "live", fault: "", chosen: undefined, isChosen: false });
  Object.assign(view, { timeline: undefined, configuration: undefined, recording: undefined });
  for (const id of ["player", "thresholds", "attempt", "attempt-label", "rights"]) $(id).hidden = true;
  $("warnings").replaceChildren();
  showMode("live");
  showMessage(invitation);
  showSteps([], 0);
  live = new Live({ onChange: showLive, onState: showConnection, onRights: showRights });
}

function showMode(mode) {
  $("mode-live").setAttribute("aria-pressed", String(mode === "live"));
  document.body.dataset.mode = mode;
}

function showConnection(text, isConnected) {
  setText("connection", text);
  $("connection").classList.toggle("lost", !isConnected);
}

function showSurface(timeline) {
  $("stage").hidden = !timeline;
  if (!timeline) return;
  const { name, millimetres } = timeline.surface;
  const size = millimetres ? `, ${Math.round(millimetres.width)} × ${Math.round(millimetres.height)} mm` : "";
  setText("panel-name", name + size);
}

function showLive() {
  if (view.mode !== "live") return;
  const names = [...live.timelines.keys()];
  const select = $("surfaces");
  if (names.join() !== [...select.options].map(({ value }) => value).join()) {
    const { value } = select;
    select.replaceChildren(...names.map((name) => element("option", { value: name }, name)));
    if (names.includes(value)) select.value = value;
  }
  select.hidden = names.length < 2;
  const timeline = live.timelines.get(select.value) ?? live.timelines.get(names[0]);
  const isOther = timeline !== view.timeline;
  view.timeline = timeline;
  showSurface(timeline);
  if (view.fault) return;
  if (live.notice || !timeline) {
    showMessage(live.notice || "gestured has no touchscreen; `gesturectl doctor` says why", true);
    showSteps([], 0);
  } else {
    const { last } = timeline;
    if (last.fingers.length > 0) showHeadline(last);
    else showMessage(invitation);
    // Without a choice, the gesture that has just not come is the most interesting.
    const isDown = last.fingers.some(({ to }) => to === null);
    const missed = view.isChosen || isDown ? undefined : missedIn(last);
    if (isOther || missed) choices(timeline, missed ?? view.chosen);
    showWhy();
    showSteps(timeline.steps.slice(-100).reverse(), timeline.steps.at(-1)?.time ?? 0);
  }
}

// MARK: recordings

/** Shows what opens, or what went wrong with it. */
async function open(name, opening) {
  const turn = (opened += 1);
  play(false);
  showMessage(`Reading ${name}…`);
  try {
    const { recording, configuration, answer, schema, timeline } = await opening;
    if (turn !== opened) return;
    live?.close();
    live = undefined;
    Object.assign(view, { recording, configuration, mode: "recording", chosen: undefined, isChosen: false });
    view.answer = { configuration: answer.configuration, schema };
    $("surfaces").hidden = $("rights").hidden = true;
    $("attempt").value = "";
    showMode("recording");
    showConnection(recording.name, true);
    thresholds.adopt(recording.text, answer, schema, timeline);
    strokes.adopt(answer.configuration.configuration, timeline);
    const began = timeline.steps.find(({ step }) => step === "began" || step === "recognized");
    showRecording(timeline, began?.time ?? timeline.start);
  } catch (error) {
    if (turn === opened) showFault(error.message, name);
  }
}

/** Says why a file, or the recording with other thresholds, was not played. */
function showFault(text, name = "The recording with these thresholds") {
  view.fault = `${name} was not played: ${text}`;
  showMessage(view.fault, true);
}

function showRecording(timeline, time) {
  view.fault = "";
  view.timeline = timeline;
  showSurface(timeline);
  showHeadline(timeline);
  $("warnings").replaceChildren(...timeline.warnings.map((words) => element("li", {}, ...marked(words))));
  showPlayer(timeline);
  choices(timeline, view.chosen ?? missedIn(timeline, view.answer.configuration.configuration.recognizers));
  setTime(Math.min(time, timeline.end));
  showSteps(timeline.steps.filter(({ step }) => !["received", "refused"].includes(step)), timeline.start);
}

// MARK: events

$("mode-live").addEventListener("click", goLive);
$("surfaces").addEventListener("change", showLive);
$("file").addEventListener("change", ({ target }) => {
  const [file] = target.files;
  if (file) open(file.name, openFile(file));
  target.value = "";
});
for (const type of ["dragover", "dragleave", "drop"]) {
  addEventListener(type, (event) => {
    event.preventDefault();
    document.body.classList.toggle("dropping", type === "dragover");
    const file = event.dataTransfer?.files[0];
    if (type === "drop" && file) open(file.name, openFile(file));
  });
}
addEventListener("chosen", () => {
  if (view.mode !== "recording") return;
  setText("thresholds-name", view.chosen);
  thresholds.choose(view.chosen);
});
addEventListener("repaint", () => {
  view.isStale = true;
  strokes.draw();
});
addEventListener("hashchange", start);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", restyle);

function restyle() {
  readColours();
  showLegend();
  strokes.draw();
  view.isStale = true;
}

function start() {
  readAddress();
  goLive();
  if (hasRecording()) open("the recording", openServed());
}

restyle();
start();
startDrawing();
