// Public names of the client library in browsers; `index.js` has those in Node.

import { connectionOn } from "./lib/connection.js";
import { subscriptionOn } from "./lib/subscription.js";
import { web } from "./lib/web.js";

export { AttachedRegion } from "./lib/region.js";
export { ConnectionError, RequestError } from "./lib/errors.js";
export { GestureRecognizer } from "./lib/recognizers.js";
export { PageMap } from "./lib/pagemap.js";

export const Subscription = subscriptionOn(web);
export const Connection = connectionOn(web, Subscription);

/** Connects to gestured; see `ConnectOptions` of browser.d.ts. */
export function connect(options) {
    return Connection.open(options);
}
