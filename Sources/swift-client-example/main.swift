// Example client that tells double taps from single ones with its own recognizers.

import GestureClient
import GestureWire

let events = try GestureEvents(
    recognizers: ["double", "single"],
    attaching: Attachments(recognizers: [
        .tap("double", numberOfTapsRequired: 2), .tap("single").requiring(toFail: "double"),
    ]),
    reconnects: true)

for try await event in events {
    switch event {
    case .connected(let snapshot):
        print("listening on", snapshot.surfaces.map(\.name).joined(separator: ", "))
    case .gesture(let gesture):
        let gesture = gesture.notification
        // Own recognizers always say where; configured ones only to connections with the capability `locations`.
        guard let place = gesture.location else { continue }
        print(gesture.recognizer, "tap at", place.x, place.y, "on", gesture.surface)
    case .disconnected(let error):
        print("\(error) Trying again.")
    case .touch, .surface, .reloaded, .lagged:
        break
    }
}
