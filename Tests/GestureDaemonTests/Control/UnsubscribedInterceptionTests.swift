// Tests of `interceptUnsubscribed: false`, with which applications have the touches that nobody would act on.

import Configuration
import GestureWire
import Testing
import Touch
import TouchTesting

@testable import GestureDaemon

@Suite struct UnsubscribedInterceptionTests {
    /// Taps at 1, 2, 3 and 4 s.
    private static let taps = Fixtures.recording(
        [.report(0)]
            + (1...4).flatMap { second -> [Signal] in
                let time = Int64(second) * 1_000_000
                return [
                    .slot(0), .id(Int32(second)), .x(500 + Int32(second)), .y(500), .report(time), .id(-1),
                    .report(time + 100_000),
                ]
            })

    @Test(
        "A tap is kept from applications only while one who may know places subscribes to it, as in no locked session")
    func heard() throws {
        let tap = RecognizerRule(name: "tap", type: .tap, properties: ["intercepts": .word("possible")])
        let hold = RecognizerRule(name: "hold", type: .longPress)
        let panel = try ListenedPanel(
            Self.taps, Configuration(surfaces: Fixtures.inPoints, recognizers: [tap, hold]), isDisguised: false)
        // The tap excludes what this one subscribes to, and so is at work.
        let other = try panel.connect([.gestures])
        panel.request("subscribe", #"{"recognizers":["hold"]}"#, by: other)
        let clone = try panel.intercept(takesUnsubscribed: false)
        panel.play(until: 1500)
        #expect(clone.words() == "0+ | 0- |")
        let client = try panel.connect([.gestures, .locations])
        panel.request("subscribe", #"{"recognizers":["tap"]}"#, by: client)
        panel.play(until: 2500)
        #expect(clone.words() == "")
        panel.allow([.gestures], to: client)
        client.forget()
        panel.play(until: 3500)
        #expect(clone.words() == "0+ | 0- |")
        #expect(client.lines.contains { $0.contains(#""recognizer":"tap""#) }, "it still receives the gesture")
        panel.allow([.gestures, .locations], to: client)
        panel.request("unsubscribe", #"{"subscription":1}"#, by: client)
        panel.play(until: 4500)
        #expect(clone.words() == "0+ | 0- |")
    }
}
