// What does a program import to hear of gestures?

export { Connection, connect } from "./lib/connection.js";
export { Subscription } from "./lib/subscription.js";
export { ConnectionError, RequestError } from "./lib/errors.js";
