// The page's start, its two modes, and what opens recordings.
import { choices, invitation, showHeadline, showMessage, showWhy } from "./answer.js";
import { element, marked } from "./element.js";
import { openFile, openServed, playRecording } from "./files.js";
import { Live } from "./live.js";
import { MouseFingers } from "./mouse.js";
import { readColours } from "./paint.js";
import { play, setTime, showPlayer } from "./player.js";
import { touchedSurfaces } from "./recording.js";
import { showRights } from "./rights.js";
import { showLegend, startDrawing } from "./stage.js";
import { $, setText, view } from "./state.js";
import { showSteps } from "./steps.js";
import { Strokes } from "./strokes.js";
import { Thresholds } from "./thresholds.js";
import { hasRecording, readAddress } from "./token.js";
import { missedIn, recognizedIn } from "./words.js";

let live;
/** The number of files that were opened, and of turns to the live view: what was read before shows nothing more. */
let opened = 0;
const thresholds = new Thresholds($("thresholds"), (timeline) => showRecording(timeline, view.time), showFault);
const strokes = new Strokes($("strokes"));
const mouse = new MouseFingers($("panel"), { onBegin: showMouse, onEnd: openMouse });

// MARK: live

function goLive() {
  leave("live");
  view.timeline = undefined;
  Object.assign(view, { configuration: undefined, chosen: undefined, isChosen: false });
  showMode("live");
  showMessage(invitation);
  live = new Live({ onChange: showLive, onState: showConnection, onRights: showRights });
}

/** Ends what was shown, for another mode. */
function leave(mode) {
  live?.close();
  live = undefined;
  opened += 1;
  if (mode === "live") mouse.stop();
  thresholds.stop();
  strokes.adopt();
  play(false);
  Object.assign(view, { mode, fault: "", recording: undefined });
  for (const id of ["player", "thresholds", "attempt", "attempt-label", "rights", "surfaces"]) $(id).hidden = true;
  $("warnings").replaceChildren();
  showSteps([], 0);
}

function showMode(mode) {
  $("mode-live").setAttribute("aria-pressed", String(mode === "live"));
  $("mouse").setAttribute("aria-pressed", String(mouse.isOn));
  document.body.dataset.mode = mode;
  document.body.dataset.mouse = mouse.isOn ? "on" : "off";
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

/** Offers surfaces, of which one is shown; the chosen one stays where it is one of them. */
function offerSurfaces(names) {
  const select = $("surfaces");
  if (names.join() !== [...select.options].map(({ value }) => value).join()) {
    const { value } = select;
    select.replaceChildren(...names.map((name) => element("option", { value: name }, name)));
    if (names.includes(value)) select.value = value;
  }
  select.hidden = names.length < 2;
}

function chooseSurface({ target }) {
  if (view.mode === "live") showLive();
  if (view.mode !== "recording") return;
  $("attempt").value = "";
  thresholds.showSurface(target.value);
}

function showLive() {
  if (view.mode !== "live") return;
  const names = [...live.timelines.keys()];
  offerSurfaces(names);
  const timeline = live.timelines.get($("surfaces").value) ?? live.timelines.get(names[0]);
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
    // Without a choice, the gesture that has just not come is the most interesting, then the one that has.
    const isDown = last.fingers.some(({ to }) => to === null);
    const missed = view.isChosen || isDown ? undefined : (missedIn(last) ?? recognizedIn(last)[0]);
    if (isOther || missed) choices(timeline, missed ?? view.chosen);
    showWhy();
    showSteps(timeline.steps.slice(-100).reverse(), timeline.steps.at(-1)?.time ?? 0);
  }
}

// MARK: the mouse

/** Has the mouse be a finger on the panel's picture, or no longer. */
function switchMouse() {
  if (mouse.isOn) return goLive();
  showMouse(mouse.start(view.timeline?.surface));
  showMessage("Press the mouse's button on the panel. Hold Shift to keep a finger where the mouse is.");
}

/** Shows the fingers that the mouse draws. */
function showMouse(timeline) {
  leave("mouse");
  view.timeline = timeline;
  showMode("mouse");
  showConnection("the mouse is a finger", true);
  showSurface(timeline);
  showMessage("What gestured recognizes of it comes when the fingers have lifted.");
}

function openMouse(text) {
  const { isChosen, chosen } = view;
  open("the mouse", playRecording({ name: "the mouse", text }, view.configuration), isChosen ? chosen : undefined);
}

// MARK: recordings

/** Shows what opens, or what went wrong with it; a recognizer may be chosen already. */
async function open(name, opening, chosen) {
  const turn = (opened += 1);
  play(false);
  showMessage(`Reading ${name}…`);
  try {
    const { recording, configuration, answer, schema, timeline } = await opening;
    if (turn !== opened) return;
    if (recording.name !== "the mouse") mouse.stop();
    live?.close();
    live = undefined;
    Object.assign(view, { recording, configuration, mode: "recording", chosen, isChosen: Boolean(chosen) });
    view.answer = { configuration: answer.configuration, schema };
    $("rights").hidden = true;
    offerSurfaces(touchedSurfaces(answer));
    $("surfaces").value = timeline.surface.name;
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
  setTime(Math.min(Math.max(time, timeline.start), timeline.end));
  showSteps(timeline.steps.filter(({ step }) => !["received", "refused"].includes(step)), timeline.start);
}

// MARK: events

$("mode-live").addEventListener("click", goLive);
$("mouse").addEventListener("click", switchMouse);
$("surfaces").addEventListener("change", chooseSurface);
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
