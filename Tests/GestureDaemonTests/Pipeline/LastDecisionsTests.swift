// Tests of the last decision of each recognizer.

import Configuration
import GestureClient
import GestureWire
import Gestures
import Testing
import Touch
import TouchTesting

@testable import GestureDaemon

@Suite(.serialized) struct LastDecisionsTests {
    private func tap(_ name: String, fingers: Int = 1, taps: Int = 1) -> RecognizerRule {
        RecognizerRule(
            name: name, type: .tap,
            properties: ["numberOfTouchesRequired": .count(fingers), "numberOfTapsRequired": .count(taps)])
    }

    /// The last decisions after a recording of fingers, in the form of `list` of decisions.
    private func decisions(
        _ recording: Recording, _ recognizers: [RecognizerRule], prepare: EnginePreparation? = nil
    ) throws -> [String] {
        let (pipeline, source) = try SurfacePipeline.playing(
            recording, Configuration(recognizers: recognizers), prepare: prepare)
        _ = pipeline.playToEnd(of: source)
        return pipeline.decisions().configured.map { "\($0.recognizer) \($0.outcome): \($0.reason)" }
    }

    @Test("A finger that moved too far has the distance and the limit; two fingers of which one landed are reported")
    func failed() throws {
        let lines = try decisions(Finger.drawn, [tap("tap"), tap("two-finger-tap", fingers: 2)])
        #expect(lines[0].hasPrefix("tap failed: moved ") && lines[0].hasSuffix(" allowed"), "\(lines[0])")
        #expect(lines[1] == "two-finger-tap failed: never saw enough fingers: had 1, needs 2")
    }

    @Test("A recognized gesture has its reason, and a prevented one the rival")
    func prevented() throws {
        let swipe = RecognizerRule(name: "swipe", type: .swipe)
        let pan = RecognizerRule(name: "pan", type: .pan)
        let lines = try decisions(Finger.drawn, [pan, swipe])
        #expect(lines[0].hasPrefix("pan ended: moved "), "\(lines[0])")
        #expect(lines[1] == "swipe failed: pan was recognized first")
    }

    @Test("A waiting recognizer names the others until the wait ends")
    func waiting() throws {
        let recording = try RecordingCatalogue.recording("ed-isdv4e6-single-tap-center")
        let waits: EnginePreparation = { engine, _ in
            let all = engine.root.gestureRecognizers
            for one in all where one.name == "tap" {
                for other in all where other !== one { one.require(toFail: other) }
            }
        }
        let rules = [tap("tap"), tap("double-tap", taps: 2)]
        let (pipeline, _) = try SurfacePipeline.playing(recording, Configuration(recognizers: rules), prepare: waits)
        while case .more = pipeline.read() {}
        let held = pipeline.decisions().configured[0]
        #expect(held.outcome == .waiting && held.reason == "waits for double-tap to fail")
        while let deadline = pipeline.nextDeadline { pipeline.runOn(to: deadline) }
        let decided = pipeline.decisions().configured
        #expect(decided.map(\.outcome) == [.recognized, .failed])
        #expect(decided[1].reason.contains("no other tap within"), "\(decided[1].reason)")
    }

    @Test("A recognizer that becomes idle during a gesture gives that reason, also to a later subscriber")
    func resting() throws {
        let pinch = RecognizerRule(name: "pinch", type: .pinch)
        let threeFingerTap = tap("three-finger-tap", fingers: 3)
        let configuration = Configuration(recognizers: [pinch, threeFingerTap])
        let running = try RunningDaemon(Finger.pinching(seconds: 100), configuration)
        let first = try running.connect()
        let subscription = try first.subscribe(recognizers: ["pinch"]).subscription
        while try nextGesture(first)?.notification.state != .began {}
        #expect(try first.decisions()[0].outcome == .began)
        try first.unsubscribe(subscription)
        while try !first.decisions().allSatisfy(\.resting) {}
        let second = try running.connect()
        for _ in 0..<2 {
            let decisions = try second.decisions()
            #expect(decisions[0].outcome == .cancelled && decisions[0].reason == "no client subscribed to it any more")
            #expect(!decisions.contains { $0.reason.contains("switched off") }, "\(decisions)")
            // A recognizer that wakes up does not see fingers that are down, so nothing new is decided.
            _ = try second.subscribe()
        }
        running.stop()
    }
}
