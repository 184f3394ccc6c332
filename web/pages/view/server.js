// Requests to the server: its recording, and the playing of recordings.
import { token } from "./token.js";

/** The recording that the server was started with: name and text. */
export async function fetchRecording() {
  const response = await fetch(`/recording?token=${token()}`);
  if (!response.ok) throw new Error(await whyRefused(response));
  const name = decodeURIComponent(response.headers.get("X-Recording-Name") ?? "recording");
  return { name, text: await response.text() };
}

/** The schema of the configuration; nil where the server has none. */
export async function fetchSchema() {
  const response = await fetch("schema.json");
  return response.ok ? response.json() : null;
}

/** Plays a recording, as soon as the server has a place for it; throws an Error with the server's message. */
export async function replay(recording, configuration = null) {
  const request = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ recording, configuration }),
  };
  let response = await fetch(`/replay?token=${token()}`, request);
  while (response.status === 503) {
    const seconds = Number(response.headers.get("Retry-After")) || 1;
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
    response = await fetch(`/replay?token=${token()}`, request);
  }
  if (!response.ok) throw new Error(await whyRefused(response));
  return response.json();
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
