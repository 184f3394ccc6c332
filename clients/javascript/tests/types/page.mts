// Uses of the library's types in browsers.

import { connect, GestureRecognizer, PageMap } from "gestured/browser";

const connection = await connect({ url: "ws://127.0.0.1:7337/gestures?token=1" });
const subscription = await connection.subscribe({ touches: true });
subscription.on("gesture", (gesture) => gesture.recognizer.length);
export const makes: typeof PageMap = PageMap;
export const extended: typeof GestureRecognizer = class extends GestureRecognizer {};
