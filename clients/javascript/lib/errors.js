// Errors of the client library, with advice.

const mostProblems = 100;

/** A request was refused. `path` is the place in the request, `hint` the remedy. */
export class RequestError extends Error {
    constructor(code, message, { path, hint, problems } = {}) {
        const own = `${message}${path ? ` (${path})` : ""}${hint ? `: ${hint}` : ""}`;
        // The first of the problems may be this one.
        const isProblem = path && problems?.[0]?.startsWith(`${path}: `);
        super([...(isProblem ? [] : [own]), ...(problems ?? [])].map(printable).join("\n  "));
        this.name = "RequestError";
        this.code = code;
        this.path = path;
        this.hint = hint;
        this.problems = problems ?? [];
    }

    /** The error in an answer, whatever its content. */
    static from(error) {
        const text = (value) => (typeof value === "string" ? value : undefined);
        const data = isObject(error?.data) ? error.data : {};
        return new RequestError(
            Number.isInteger(error?.code) ? error.code : -32603, text(error?.message) ?? "refused without a reason", {
                path: text(data.path),
                hint: text(data.hint),
                problems: Array.isArray(data.problems) ? data.problems.slice(0, mostProblems).map(String) : [],
            });
    }
}

/**
 * A connection could not be made or kept.
 *
 * `path` is that of the socket, or the address of the bridge, `reason` what the other side or the system says of it,
 * `cause` the system's error; both only if there is one.
 */
export class ConnectionError extends Error {
    constructor(code, path, { reason, cause } = {}) {
        const why = reason ?? cause?.message;
        const explain = (isWeb(path) && webExplanations[code]) || explanations[code];
        super(printable(explain(path, why ? ` (${why})` : "", why)), { cause });
        this.name = "ConnectionError";
        this.code = code;
        this.path = path;
        this.reason = why;
    }

    /** The error for the failure of a socket. */
    static from(error, path) {
        if (error instanceof ConnectionError || error instanceof RequestError) return error;
        if (error?.syscall !== "connect") return new ConnectionError("disconnected", path, { cause: error });
        const isForbidden = error.code === "EACCES" || error.code === "EPERM";
        return new ConnectionError(isForbidden ? "permission" : "unreachable", path, { cause: error });
    }
}

const explanations = {
    unreachable: (path, why) =>
        `gestured cannot be reached at ${path}${why}; is it running? See \`systemctl status gestured\`; `
        + "$GESTURED_SOCKET or the option `path` names another path",
    permission: (path, why) =>
        `not allowed to connect to ${path}${why}; become a member of the group that owns it, `
        + "usually with `usermod -aG gestures USER`, and log in again",
    protocol: (path, _, reason) => `the server at ${path} is not a gestured that this client understands: ${reason}`,
    disconnected: (path, why) => `gestured closed the connection at ${path}${why}; its journal says why`,
    closed: (path) => `the connection to ${path} is closed`,
};

const webExplanations = {
    unreachable: (path, why) =>
        `gestured cannot be reached through ${path}${why}; are it and \`gesturectl web\` running, and is this page's `
        + "origin allowed by `--allow-origin`?",
    permission: (path, why) =>
        `the bridge at ${path} refused the connection${why}; open the address that \`gesturectl web\` has printed`,
    disconnected: (path, why) => `the connection through ${path} is lost${why}`,
};

/** Whether the path of an error is the address of a bridge. */
export function isWeb(path) {
    return /^wss?:\/\//.test(path);
}

/** Whether it is worth trying again: the daemon starts, restarts or is full. */
export function mayPass(error) {
    if (error instanceof RequestError) return error.code === -32000;
    return error instanceof ConnectionError && (error.code === "unreachable" || error.code === "disconnected");
}

/** The text without what a terminal may obey: control and invisible format characters become escapes. */
export function printable(text) {
    return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (letter) => `\\u{${letter.codePointAt(0).toString(16)}}`);
}

/** Whether it is an object of JSON. */
export function isObject(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}
