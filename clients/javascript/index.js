// Public names of the client library.

export { Connection, connect } from "./lib/connection.js";
export { AttachedRegion } from "./lib/region.js";
export { Subscription } from "./lib/subscription.js";
export { ConnectionError, RequestError } from "./lib/errors.js";
