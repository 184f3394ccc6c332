// Recordings and configurations that are chosen, dropped, or served beside the page.
import { timelineOf } from "./recording.js";
import { fetchRecording, fetchSchema, replay } from "./server.js";
import { view } from "./state.js";
import { hasRecording } from "./token.js";

const largest = 16 << 20;

/** Plays a recording; a YAML file is the configuration that it and the next ones are played with. */
export async function openFile(file) {
  if (file.size > largest) throw new Error(`it is larger than ${largest >> 20} MiB`);
  if (file.size === 0) throw new Error("it is empty");
  const text = textOf(await file.arrayBuffer());
  if (!/\.ya?ml$/i.test(file.name) || isOfLibinput(text)) {
    return playRecording({ name: file.name, text }, view.configuration);
  }
  if (view.recording === undefined) {
    throw new Error("it is a configuration; open a recording first, to play it with this configuration");
  }
  return playRecording(view.recording, text);
}

/** Plays the recording that the server was started with; nil if there is none. */
export async function openServed() {
  if (!hasRecording()) return undefined;
  return playRecording(await fetchRecording(), view.configuration);
}

/** Plays a recording with a configuration, or with that of the server's machine. */
export async function playRecording(recording, configuration) {
  const schema = await fetchSchema();
  const answer = await replay(recording.text, configuration);
  return { recording, configuration, answer, schema, timeline: timelineOf(answer) };
}

/** Whether it is what `libinput record` writes, which is YAML, too, whatever stands around it. */
function isOfLibinput(text) {
  return /^[ \t>|]*ndevices: *\d/m.test(text);
}

function textOf(buffer) {
  const bytes = new Uint8Array(buffer);
  // The shell of Windows writes UTF-16, with a byte order mark.
  const marks = { 0xfffe: "utf-16le", 0xfeff: "utf-16be" };
  const encoding = marks[(bytes[0] << 8) | bytes[1]] ?? "utf-8";
  if (encoding === "utf-8" && bytes.subarray(0, 4096).includes(0)) throw new Error(`it is not text. ${expected}`);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`it is not text. ${expected}`);
  }
}

const expected = "Open a recording by `gesturectl record`, evemu-record, libinput record, evtest or getevent";
