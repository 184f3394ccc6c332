// Example: tells double taps from single ones. Run it with: node example.js.

import { connect } from "gestured";

const connection = await connect({ reconnect: true });

await connection.attach({
    recognizers: [
        { name: "double", type: "tap", numberOfTapsRequired: 2 },
        { name: "single", type: "tap", requireToFail: ["double"] },
    ],
});

for await (const event of await connection.subscribe({ recognizers: ["double", "single"] })) {
    switch (event.kind) {
        case "connected":
            console.log("listening on", event.snapshot.surfaces.map((surface) => surface.name));
            break;
        case "gesture":
            console.log(event.recognizer, "tap at", event.location?.x, event.location?.y, "on", event.surface);
            break;
        case "disconnected":
            console.log("gestured is gone, trying again:", event.error.message);
    }
}
