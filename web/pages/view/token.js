// The token that the server's address has: kept for the session, and removed from the address.

const key = "gestured-token";
let isRecordingServed = false;
/** What the session keeps; also where it keeps nothing, as in a page without storage. */
let kept = "";

/** Reads the address: `#TOKEN`, or `#TOKEN&recording` if the server has a recording for the page. */
export function readAddress() {
  const [given, ...words] = location.hash.slice(1).split("&");
  isRecordingServed = given === "recording" || words.includes("recording");
  if (!/^[0-9a-f]{32}$/.test(given)) return;
  kept = given;
  try {
    sessionStorage.setItem(key, given);
  } catch {
    return; // The address keeps it, for when the page is loaded again.
  }
  const rest = isRecordingServed ? "#recording" : "";
  history.replaceState(null, "", location.pathname + location.search + rest);
}

export function token() {
  try {
    return sessionStorage.getItem(key) ?? kept;
  } catch {
    return kept;
  }
}

/** Whether the server has a recording for the page; also after the page was loaded again. */
export function hasRecording() {
  return isRecordingServed;
}
