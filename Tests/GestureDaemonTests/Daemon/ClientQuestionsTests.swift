// Test of a client whose closures answer the questions of its recognizers, with a whole daemon.

import Foundation
import GestureClient
import GestureWire
import Synchronization
import Testing
import TouchTesting

@Suite struct ClientQuestionsTests {
    @Test("A client's closures decide whether a recognizer begins, and which touches it receives")
    func answers() async throws {
        let recording = try RecordingCatalogue.recording("ed-isdv4e6-double-tap-center")
        let running = try RunningDaemon(recording, isLooping: true)
        // It waits for the socket.
        _ = try running.connect()
        let taps = Mutex<[GestureWire.Measurement]>([])
        let recognizers: [AttachedRecognizer] = [
            .tap("double", numberOfTapsRequired: 2).setting("askTimeout", to: 1)
                .shouldBegin { gesture in
                    taps.withLock { taps in
                        taps.append(gesture.measurement)
                        return taps.count.isMultiple(of: 2)
                    }
                },
            .tap("single").requiring(toFail: "double"),
            .tap("deaf").setting("askTimeout", to: 1).simultaneous(with: "double", "single").shouldReceive { _ in false
            },
            .tap("hearing").requiring(toFail: "deaf").simultaneous(with: "double", "single"),
        ]
        // While other tests keep this one from reading for minutes, the daemon disconnects it: its panel never rests.
        let events = try GestureEvents(
            path: running.socket, recognizers: ["double", "single", "hearing"],
            attaching: Attachments(recognizers: recognizers), reconnects: true)
        // What declines is followed by what waits for it.
        var expected = ["single", "double", "hearing"]
        for try await event in events {
            guard case .gesture(let gesture) = event, gesture.notification.recognizer == expected.first else {
                continue
            }
            if expected.first == "single", taps.withLock(\.isEmpty) { continue }
            expected.removeFirst()
            if expected.isEmpty { break }
        }
        #expect(expected.isEmpty)
        #expect(taps.withLock { $0.allSatisfy { $0 == .tap(taps: 2) } })
        running.stop()
    }
}
