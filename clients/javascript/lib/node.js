// What the library uses of Node.

import { EventEmitter } from "node:events";
import net from "node:net";
import { Readable } from "node:stream";
import { Lines } from "./lines.js";
import { webPlace } from "./websocket.js";

/** The platform of `Connection` and `Subscription`; `lib/web.js` has that of browsers. */
export const node = {
    Emitter: EventEmitter,
    Stream: Readable,

    /** The server that the options of `connect` name: `path` for messages, and `dial` to connect to it. */
    place({ path, url }) {
        if (url !== undefined) return webPlace(url);
        const socket = path ?? (process.env.GESTURED_SOCKET || "/run/gestured/gestured.sock");
        return { path: socket, dial: (closed) => new UnixSocket(socket, closed) };
    },

    warn(text) {
        process.emitWarning(text, "GesturedWarning");
    },
};

/** A Unix socket for a `Link`. */
class UnixSocket {
    #socket;

    constructor(path, closed) {
        this.#socket = net.connect({ path });
        this.#socket.on("error", () => {}); // The iteration throws it, too.
        this.#socket.on("close", closed);
    }

    get isClosed() {
        return this.#socket.destroyed;
    }

    send(line) {
        this.#socket.write(`${line}\n`);
    }

    close(error) {
        this.#socket.destroy(error);
    }

    async *[Symbol.asyncIterator]() {
        const lines = new Lines();
        for await (const chunk of this.#socket) yield lines.split(chunk);
    }
}
