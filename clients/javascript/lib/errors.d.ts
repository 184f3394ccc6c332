// Types of the library's errors.

/** gestured refused a request. */
export class RequestError extends Error {
    readonly name: "RequestError";
    /**
     * -32700 not JSON or too long, -32600 not a request, -32601 no such method, -32602 wrong params, -32603 a defect of
     * gestured, -32000 a limit is reached, -32001 a capability is missing, -32002 the configuration has problems.
     */
    readonly code: number;
    /** Where in the request: `params.states[0]`. */
    readonly path?: string;
    /** A remedy. */
    readonly hint?: string;
    /** Of `attach`, `update` and `reload`: every problem, each with its place. */
    readonly problems: string[];
}

/** The connection could not be made or kept; the message has a remedy. */
export class ConnectionError extends Error {
    readonly name: "ConnectionError";
    /**
     * `closed` by the application itself; `protocol`: the server is not a gestured that this library understands.
     *
     * Through the bridge: `permission` if it refuses the token or the page's origin (HTTP 403), `unreachable` if it or
     * gestured is not there (close code 1013), or has too many connections (HTTP 503).
     */
    readonly code: "unreachable" | "permission" | "protocol" | "disconnected" | "closed";
    /** The path of the socket, or the address of the bridge without its token. */
    readonly path: string;
    /** What the bridge, gestured or the system says of it, for messages of your own: `HTTP status 503`. */
    readonly reason?: string;
    /** The system's or the browser's error, if there is one. */
    readonly cause?: unknown;
}
