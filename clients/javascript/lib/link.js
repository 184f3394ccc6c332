// One connection to gestured, from the greeting to its end.
//
//   connecting ──connected──► greeting ──hello──► open ──end, error, close()──► ended
//        └───────────────────────┴── refused, no greeting, another protocol ──────┘

import { ConnectionError, RequestError, isObject } from "./errors.js";

const protocol = 1;
const longestRequest = 65_536;
const greetingTimeout = 10_000;

export class Link {
    #path;
    #receiver;
    #socket;
    #greeting = deferred();
    #ending = deferred();
    #pending = new Map();
    #lastId = 0;
    #wake = () => {};
    #isClosed = false;

    /** The greeting's name and version of the server. */
    hello;

    /**
     * A link after its greeting.
     *
     * `dial(closed)` returns a socket: an asynchronous sequence of batches of lines, which throws why it failed. It has
     * `send(line)`, `close(error)`, which ends the sequence at once, and `isClosed`; it calls `closed` when it is.
     * `path` is for messages.
     *
     * The receiver has `notify(method, params)`, called for each notification, and `hasRoom()`: while that is false
     * and no answer is awaited, nothing is read, until `wake()`.
     */
    static async open(path, dial, receiver, signal) {
        const link = new Link(path, dial, receiver, signal);
        await link.#greeting.promise;
        return link;
    }

    constructor(path, dial, receiver, signal) {
        this.#path = path;
        this.#receiver = receiver;
        // Removed at its end: the listener would stay as long as the signal.
        const close = () => this.close();
        signal.addEventListener("abort", close, { once: true });
        this.#socket = dial(() => {
            signal.removeEventListener("abort", close);
            this.#wake();
        });
        void this.#run();
    }

    /** Why it ended, when it has. Never rejected. */
    get ended() {
        return this.#ending.promise;
    }

    /** Reads on if there is room again. */
    wake() {
        this.#wake();
    }

    close() {
        this.#isClosed = true;
        this.#socket.close(new ConnectionError("closed", this.#path));
    }

    /**
     * Sends a request, and returns `accept` of the result.
     *
     * `accept` is called before anything that follows the answer is read.
     */
    request(method, params, accept = (result) => result) {
        const id = ++this.#lastId;
        const line = JSON.stringify({ jsonrpc: "2.0", id, method, params });
        if (byteLength(line) > longestRequest) {
            const hint = `a request has at most ${longestRequest} bytes; divide it`;
            return Promise.reject(new RequestError(-32700, "too long", { path: "params", hint }));
        }
        if (this.#socket.isClosed) {
            return Promise.reject(new ConnectionError(this.#isClosed ? "closed" : "disconnected", this.#path));
        }
        const answer = deferred();
        this.#pending.set(id, { accept, answer });
        this.#socket.send(line);
        this.#wake();
        return answer.promise;
    }

    async #run() {
        const timeout = setTimeout(() => {
            const reason = `no greeting within ${greetingTimeout / 1000} s`;
            this.#socket.close(new ConnectionError("unreachable", this.#path, { reason }));
        }, greetingTimeout);
        void this.#greeting.promise.catch(() => {}).finally(() => clearTimeout(timeout));
        try {
            await this.#read();
            throw new ConnectionError("disconnected", this.#path);
        } catch (error) {
            this.#end(ConnectionError.from(error, this.#path));
        }
    }

    async #read() {
        for await (const lines of this.#socket) {
            try {
                for (const line of lines) {
                    this.#hear(line);
                    while (this.#pending.size === 0 && !this.#receiver.hasRoom() && !this.#socket.isClosed) {
                        await new Promise((resolve) => (this.#wake = resolve));
                    }
                }
            } catch (error) {
                if (error instanceof RequestError || error instanceof ConnectionError) throw error;
                throw new ConnectionError("protocol", this.#path, { reason: error.message, cause: error });
            }
        }
    }

    #hear(line) {
        const message = parsed(line);
        if (!isObject(message)) throw new TypeError("it sent a line that is no object");
        if (this.hello === undefined) return this.#greet(message);
        if (typeof message.method === "string") {
            if (message.method === "capabilities" && Array.isArray(message.params?.capabilities)) {
                this.hello = { ...this.hello, capabilities: message.params.capabilities.map(String) };
            }
            if (!("id" in message)) this.#receiver.notify(message.method, message.params, this);
        } else if ("id" in message && ("result" in message || "error" in message)) {
            this.#settle(message);
        } else {
            throw new TypeError("it sent a line that is neither a notification nor an answer");
        }
    }

    #greet({ method, params, error }) {
        if (error !== undefined) throw RequestError.from(error);
        if (method !== "hello" || !isObject(params)) throw new TypeError("it sent no greeting");
        if (params.protocol !== protocol) {
            throw new TypeError(`it speaks version ${params.protocol} of the protocol, this client ${protocol}`);
        }
        this.hello = {
            protocol,
            server: String(params.server),
            capabilities: Array.isArray(params.capabilities) ? params.capabilities.map(String) : [],
        };
        this.#greeting.resolve();
    }

    #settle({ id, result, error }) {
        // Unreadable requests are refused without an id; answers come in the order of requests.
        const key = id === null && error !== undefined ? this.#pending.keys().next().value : id;
        const pending = this.#pending.get(key);
        if (pending === undefined) return;
        this.#pending.delete(key);
        if (error !== undefined) return pending.answer.reject(RequestError.from(error));
        try {
            pending.answer.resolve(pending.accept(result, this));
        } catch (cause) {
            pending.answer.reject(new ConnectionError("protocol", this.#path, { reason: cause.message, cause }));
            throw cause;
        }
    }

    #end(error) {
        this.#socket.close();
        this.#greeting.reject(error);
        const pending = [...this.#pending.values()];
        this.#pending.clear();
        for (const { answer } of pending) answer.reject(error);
        this.#ending.resolve(error);
    }
}

const encoder = new TextEncoder();

function byteLength(line) {
    return line.length > longestRequest ? line.length : encoder.encode(line).length;
}

function parsed(line) {
    try {
        return JSON.parse(line);
    } catch (cause) {
        throw new SyntaxError("it sent a line that is not JSON", { cause });
    }
}

function deferred() {
    const parts = {};
    parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
    return parts;
}
