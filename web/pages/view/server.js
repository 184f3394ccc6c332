// Requests to the server: its recording, and the playing of recordings.
import { token } from "./token.js";

/** The recording that the server was started with: name and text. */
export async function fetchRecording() {
  const response = await fetch(`/recording?token=${token()}`);
  if (!response.ok) throw new Error(await whyRefused(response));
  const name = decodeURIComponent(response.headers.get("X-Recording-Name") ?? "recording");
  return { name, text: await response.text() };
}

/** Plays a recording; throws an Error with the server's message. */
export async function replay(recording, configuration = null) {
  const response = await fetch(`/replay?token=${token()}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ recording, configuration }),
  });
  if (!response.ok) throw new Error(await whyRefused(response));
  return response.json();
}

/** Why the server gives the page no WebSocket, which browsers do not tell: status and words; nil where it does. */
export async function refusal() {
  const response = await fetch(`/gestures?token=${token()}`).catch(() => undefined);
  if (!response) return { words: "no answer from the server" };
  const isOffered = response.status === 426;
  return isOffered ? undefined : { isFinal: response.status === 403, words: await whyRefused(response) };
}

/** Why the server refused a request, in words. */
async function whyRefused(response) {
  if (response.status === 403) return "the token is wrong: open the address that the server printed";
  if (response.status === 413) return "it is larger than 16 MiB";
  const text = (await response.text()).trim();
  try {
    // The names of the program and of its copy of the recording say nothing here.
    return JSON.parse(text).message.trim().replace(/^gesturectl: (panel: )?/, "");
  } catch {
    return text || `the server answered ${response.status}`;
  }
}
