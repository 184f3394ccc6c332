// WebSockets to the bridge `gestured-web`, which passes each line on as a message.

import { ConnectionError } from "./errors.js";
import { longestLine } from "./limits.js";

/** How much of what has arrived may wait, where the platform cannot stop the sender. */
const mostWaiting = { lines: 65_536, units: 4 * longestLine };
const tryAgainLater = 1013;

/** The bridge at this address: `path` is the address without its token, `dial` connects to it. */
export function webPlace(url) {
    const { href, protocol, host, pathname } = new URL(url, globalThis.location?.href);
    if (protocol !== "ws:" && protocol !== "wss:") throw new TypeError("`url` begins with neither ws:// nor wss://");
    if (typeof WebSocket === "undefined") throw new TypeError("`url` needs WebSocket, which Node has since version 22");
    const path = `${protocol}//${host}${pathname}`;
    // Only WebSocketStream has flow control.
    const Socket = typeof WebSocketStream === "undefined" ? PlainSocket : StreamSocket;
    return { path, dial: (closed) => new Socket(href, path, closed) };
}

/** A WebSocket for a `Link`. */
class WebSocketToBridge {
    #url;
    #closed;
    #isGreeted = false;
    #asking = new AbortController();

    path;
    isOpen = false;
    /** Why it was closed here. */
    error;

    constructor(url, path, closed) {
        this.#url = url;
        this.path = path;
        this.#closed = closed;
    }

    /** Whether it was closed here. */
    get isClosed() {
        return this.error !== undefined;
    }

    close(error = new ConnectionError("closed", this.path)) {
        if (this.isClosed) return;
        this.error = error;
        this.#asking.abort();
        this.hangUp();
        this.#closed();
    }

    /** A message as a line. */
    line(message) {
        if (typeof message !== "string") throw this.#mistake("it sent a message that is not text");
        // Its bytes are not fewer.
        if (message.length > longestLine) throw this.#mistake(`it sent a line of more than ${longestLine} bytes`);
        this.#isGreeted = true;
        return message;
    }

    /** Why it has ended: as it was closed here, or by what the WebSocket says. */
    async failure(end) {
        const failure = await this.#failure(end);
        return this.error ?? failure;
    }

    async #failure({ code, reason }) {
        const what = reason || (code === undefined || code === 1006 ? undefined : `close code ${code}`);
        const about = what === undefined ? {} : { reason: what };
        if (code === tryAgainLater && !this.#isGreeted) return new ConnectionError("unreachable", this.path, about);
        return this.isOpen ? new ConnectionError("disconnected", this.path, about) : this.#refusal();
    }

    /** Why it was not opened, which pages learn only from an ordinary request. */
    async #refusal() {
        try {
            const address = this.#url.replace(/^ws/, "http");
            const { signal } = this.#asking;
            const response = await fetch(address, { cache: "no-store", redirect: "error", signal });
            void response.body?.cancel();
            const code = response.status === 403 ? "permission" : "unreachable";
            return new ConnectionError(code, this.path, { reason: `HTTP status ${response.status}` });
        } catch (cause) {
            return new ConnectionError("unreachable", this.path, { reason: "it does not answer", cause });
        }
    }

    #mistake(reason) {
        return new ConnectionError("protocol", this.path, { reason });
    }
}

/** One whose messages are not read while nobody takes them, so that the bridge and gestured wait. */
class StreamSocket extends WebSocketToBridge {
    #opening = new AbortController();
    #socket;
    #reader;
    #writer;

    constructor(url, ...others) {
        super(url, ...others);
        this.#socket = new WebSocketStream(url, { signal: this.#opening.signal });
        this.#socket.opened.catch(() => {});
        this.#socket.closed.catch(() => {});
    }

    send(line) {
        this.#writer.write(line).catch(() => {}); // The end of the sequence says why.
    }

    hangUp() {
        if (this.#reader === undefined) return this.#opening.abort();
        this.#socket.close();
        this.#reader.cancel().catch(() => {}); // Ends what waits for a message; the bridge may not answer the close.
    }

    async *[Symbol.asyncIterator]() {
        try {
            const { readable, writable } = await this.#socket.opened;
            this.isOpen = true;
            [this.#reader, this.#writer] = [readable.getReader(), writable.getWriter()];
            this.#writer.closed.catch(() => {});
            if (this.isClosed) this.hangUp();
            for (;;) {
                const { value, done } = await this.#reader.read();
                if (done || this.isClosed) break;
                yield [this.line(value)];
            }
        } catch (error) {
            if (error instanceof ConnectionError) throw error;
        }
        throw this.error ?? await this.#end();
    }

    async #end() {
        // A WebSocketError has the same members.
        const { closeCode: code, reason } = await this.#socket.closed.catch((error) => error);
        return this.failure({ code, reason });
    }
}

/** One of any browser: messages wait here while nobody takes them, and gestured does not learn of it. */
class PlainSocket extends WebSocketToBridge {
    #socket;
    #waiting = [];
    #units = 0;
    #last;
    #wake = () => {};

    constructor(url, ...others) {
        super(url, ...others);
        this.#socket = new WebSocket(url);
        this.#socket.binaryType = "arraybuffer";
        this.#socket.onopen = () => {
            this.#socket.onerror = null;
            this.isOpen = true;
        };
        // Some versions of Node do not emit `close` when it was never open.
        this.#socket.onerror = () => this.#end({});
        this.#socket.onmessage = ({ data }) => this.#keep(data);
        this.#socket.onclose = (event) => this.#end(event);
    }

    send(line) {
        this.#socket.send(line);
    }

    hangUp() {
        this.#socket.onmessage = null;
        this.#socket.close();
        this.#wake();
    }

    async *[Symbol.asyncIterator]() {
        for (;;) {
            if (this.isClosed) throw this.error;
            if (this.#waiting.length > 0) yield this.#taken();
            else if (this.#last !== undefined) throw await this.failure(this.#last);
            else await new Promise((resolve) => (this.#wake = resolve));
        }
    }

    *#taken() {
        while (this.#waiting.length > 0 && !this.isClosed) {
            const message = this.#waiting.shift();
            this.#units -= message.length ?? 0;
            yield this.line(message);
        }
    }

    #keep(message) {
        this.#waiting.push(message);
        this.#units += message.length ?? 0;
        if (this.#waiting.length > mostWaiting.lines || this.#units > mostWaiting.units) {
            const reason = "the page did not take its events";
            this.close(new ConnectionError("disconnected", this.path, { reason }));
        } else this.#wake();
    }

    #end({ code, reason }) {
        this.#last = { code, reason };
        this.#wake();
    }
}
