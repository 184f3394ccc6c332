// A connection to gestured through the WebSocket of the server, which is made again when it is lost.
import { refusal } from "./server.js";
import { token } from "./token.js";

const pauses = [250, 500, 1000, 2000];

/** Calls `onOpen(connection, capabilities)`, `onMessage(method, params)` and `onState(text, isConnected)`. */
export class Connection {
  constructor(handlers) {
    this.handlers = handlers;
    this.attempts = 0;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.answers = new Map();
    this.lastId = 0;
    this.refusal = ""; // Why gestured refused the connection, which it then ends.
    this.socket = new WebSocket(`${scheme}//${location.host}/gestures?token=${token()}`);
    this.socket.onmessage = ({ data }) => this.take(JSON.parse(data));
    this.socket.onclose = (event) => this.closed(this.socket, event);
  }

  close() {
    clearTimeout(this.timer);
    this.socket.onclose = null;
    this.socket.close();
  }

  /** Makes the connection anew, as what it may do has changed. */
  renew() {
    this.close();
    for (const { reject } of this.answers.values()) reject(new Error("the connection is made anew"));
    this.open();
  }

  /** Sends a request; the promise has its result, and is rejected when the connection is lost before that. */
  request(method, params = {}) {
    if (this.socket.readyState !== WebSocket.OPEN) return Promise.reject(new Error("there is no connection"));
    const id = (this.lastId += 1);
    this.socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return new Promise((resolve, reject) => this.answers.set(id, { resolve, reject }));
  }

  take(message) {
    const { id, method, params, result, error } = message;
    if (method === "hello") {
      this.attempts = 0;
      this.handlers.onState(`connected to ${params.server}`, true);
      this.handlers.onOpen(this, params.capabilities);
    } else if (method) {
      this.handlers.onMessage(method, params);
    } else if (error) {
      const refused = new Error([error.message, error.data?.hint].filter(Boolean).join("; "));
      if (this.answers.has(id)) this.answers.get(id).reject(refused);
      else this.refusal = refused.message;
      this.answers.delete(id);
    } else {
      this.answers.get(id)?.resolve(result);
      this.answers.delete(id);
    }
  }

  async closed(socket, { reason }) {
    for (const { reject } of this.answers.values()) reject(new Error("the connection was lost"));
    if (this.attempts === 0) this.handlers.onState("not connected", false);
    const known = this.refusal || reason;
    const { isFinal, words } = known ? { words: known } : ((await refusal()) ?? { words: "the connection was lost" });
    if (socket.onclose === null) return; // It was closed or made anew meanwhile.
    // A server that was started again has another token.
    if (isFinal) return this.handlers.onState(`not connected: ${words}`, false);
    const pause = pauses[Math.min(this.attempts, pauses.length - 1)];
    this.attempts += 1;
    this.handlers.onState(`not connected: ${words}; trying again`, false);
    this.timer = setTimeout(() => this.open(), pause);
  }
}
