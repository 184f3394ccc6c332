// Recordings and configurations that are chosen, dropped, or served beside the page.
import { timelineOf } from "./recording.js";
import { fetchRecording, replay } from "./server.js";
import { view } from "./state.js";
import { hasRecording } from "./token.js";

const largest = 16 << 20;

/** Plays a recording; a YAML file is the configuration that it and the next ones are played with. */
export async function openFile(file) {
  if (file.size > largest) throw new Error(`it is larger than ${largest >> 20} MiB`);
  if (file.size === 0) throw new Error("it is empty");
  if (!/\.ya?ml$/i.test(file.name)) {
    return playRecording({ name: file.name, text: textOf(await file.arrayBuffer()) }, view.configuration);
  }
  if (view.recording === undefined) {
    throw new Error("it is a configuration; open a recording first, to play it with this configuration");
  }
  return playRecording(view.recording, textOf(await file.arrayBuffer()));
}

/** Plays the recording that the server was started with; nil if there is none. */
export async function openServed() {
  if (!hasRecording()) return undefined;
  return playRecording(await fetchRecording(), view.configuration);
}

async function playRecording(recording, configuration) {
  const answer = await replay(recording.text, configuration);
  return { recording, configuration, answer, timeline: timelineOf(answer) };
}

function textOf(buffer) {
  const bytes = new Uint8Array(buffer);
  if (bytes.subarray(0, 4096).includes(0)) throw new Error(`it is not text. ${expected}`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`it is not text. ${expected}`);
  }
}

const expected = "Open a recording by `gesturectl record`, evemu-record or libinput record";
