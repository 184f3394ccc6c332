// Connections to gestured by the library, a new one when the last is lost.
//
// The library's own `reconnect` is not used: the page says why each attempt fails, and what it attaches depends on the
// rights that each connection has.
import { connect } from "/gestured/browser.js";
import { token } from "./token.js";

const pauses = [250, 500, 1000, 2000];

/** Calls `onOpen(connection)` for each connection, and `onState(text, isConnected)`. */
export class Connections {
  constructor({ onOpen, onState }) {
    Object.assign(this, { onOpen, onState });
    this.attempts = 0;
    this.open();
  }

  close() {
    clearTimeout(this.timer);
    this.closing.abort();
  }

  async open() {
    const { signal } = (this.closing = new AbortController());
    try {
      const url = `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/gestures?token=${token()}`;
      const connection = await connect({ url, signal });
      this.attempts = 0;
      connection.on("capabilities", () => {
        // What the page may attach and subscribe to is another now.
        this.close();
        this.open();
      });
      connection.on("close", (error) => this.lose(error, signal));
      this.onState(`connected to ${connection.server}`, true);
      this.onOpen(connection);
    } catch (error) {
      this.lose(error, signal);
    }
  }

  lose(error, signal) {
    if (signal.aborted) return;
    // A server that was started again has another token.
    if (error.code === "permission") return this.onState(`not connected: ${wordsOf(error)}`, false);
    const pause = pauses[Math.min(this.attempts, pauses.length - 1)];
    this.attempts += 1;
    this.onState(`not connected: ${wordsOf(error)}; trying again`, false);
    this.timer = setTimeout(() => this.open(), pause);
  }
}

/** Why there is no connection, without the addresses and the advice for programs of the library's messages. */
function wordsOf({ name, message, code, reason, cause }) {
  if (name !== "ConnectionError") return message;
  if (code === "permission") return "the token is wrong: open the address that the server printed";
  if (code === "unreachable" && cause) return "no answer from the server";
  if (reason === "HTTP status 503") return "too many pages are connected";
  return reason ?? "the connection was lost";
}
