// Public names of the client library in Node; `browser.js` has those in browsers.

import { connectionOn } from "./lib/connection.js";
import { node } from "./lib/node.js";
import { subscriptionOn } from "./lib/subscription.js";

export { AttachedRegion } from "./lib/region.js";
export { ConnectionError, RequestError } from "./lib/errors.js";
export { GestureRecognizer } from "./lib/recognizers.js";

export const Subscription = subscriptionOn(node);
export const Connection = connectionOn(node, Subscription);

/** Connects to gestured; see `ConnectOptions` of index.d.ts. */
export function connect(options) {
    return Connection.open(options);
}
