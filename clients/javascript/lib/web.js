// What the library uses of browsers.

import { Emitter } from "./emitter.js";
import { EventStream } from "./stream.js";
import { webPlace } from "./websocket.js";

/** The platform of `Connection` and `Subscription`; `lib/node.js` has that of Node. */
export const web = {
    Emitter,
    Stream: EventStream,

    /** The bridge that the options of `connect` name, or the one that the page comes from. */
    place({ url }) {
        return webPlace(url ?? ownBridge());
    },

    warn(text) {
        console.warn(`GesturedWarning: ${text}`);
    },
};

const key = "gestured-token";

function ownBridge() {
    const { protocol, host } = location;
    return `${protocol === "https:" ? "wss:" : "ws:"}//${host}/gestures?token=${token() ?? ""}`;
}

/** The bridge's token, from the page's address, from where it moves to the session's storage, or from there. */
function token() {
    const [, found] = /^#([0-9a-f]{32})$/.exec(location.hash) ?? [];
    try {
        if (found === undefined) return sessionStorage.getItem(key) ?? undefined;
        sessionStorage.setItem(key, found);
        history.replaceState(history.state, "", location.pathname + location.search);
    } catch {
        // Workers and pages in a sandbox have no storage.
    }
    return found;
}
