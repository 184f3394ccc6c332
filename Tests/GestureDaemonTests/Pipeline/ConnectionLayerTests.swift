// Tests of a connection's own regions and recognizers beside the configured ones.

import Configuration
import GestureWire
import Gestures
import Testing
import Touch
import TouchTesting

@testable import GestureDaemon

@Suite struct ConnectionLayerTests {
    private let connections = Connections()

    private func tap(
        _ name: String, taps: Int = 1, in region: String = "root", after: [String] = []
    ) -> RecognizerRule {
        RecognizerRule(
            name: name, type: .tap, region: region, properties: ["numberOfTapsRequired": .count(taps)],
            requireToFail: after)
    }

    private func pan(_ name: String, after: [String] = []) -> RecognizerRule {
        RecognizerRule(name: name, type: .pan, requireToFail: after)
    }

    /// A pipeline whose source is played with `play` up to a time in milliseconds.
    private final class Played {
        let source: RecordingSource
        let pipeline: SurfacePipeline

        init(_ signals: [Signal], _ configuration: Configuration, _ listeners: any Listeners) throws {
            (pipeline, source) = try SurfacePipeline.playing(
                Fixtures.recording(signals), configuration, listeners: listeners)
            source.limit = Timestamp(microseconds: -1)
        }

        func play(to milliseconds: Int64) {
            let end = Timestamp(microseconds: milliseconds * 1000)
            // Deadlines fire at their time, as with the daemon's timer.
            while let deadline = pipeline.nextDeadline, deadline < end {
                advance(to: deadline)
                if pipeline.nextDeadline == deadline { break }
            }
            advance(to: end)
        }

        private func advance(to time: Timestamp) {
            source.limit = time
            // The recording is over, but time continues.
            if case .gone = pipeline.advance(to: time) { pipeline.runOn(to: time) }
        }
    }

    private func configured(_ recognizers: RecognizerRule...) -> Configuration {
        var configuration = Configuration(recognizers: recognizers)
        configuration.surfaces = Fixtures.inPoints
        return configuration
    }

    /// One finger that taps this many times at a place, 100 ms each and 100 ms apart.
    private func taps(_ count: Int, x: Int32 = 500, from start: Int64 = 0) -> [Signal] {
        (0..<count).flatMap { index -> [Signal] in
            let time = (start + Int64(index) * 200) * 1000
            return [
                .slot(0), .id(Int32(index) + 1), .x(x), .y(500), .report(time), .id(-1), .report(time + 100_000),
            ]
        }
    }

    /// One finger that moves 300 units to the right within 300 ms.
    private var drag: [Signal] {
        var signals: [Signal] = [.slot(0), .id(1), .x(500), .y(500), .report(0)]
        for step in 1...30 as ClosedRange<Int64> { signals += [.x(500 + Int32(step) * 10), .report(step * 10_000)] }
        return signals + [.id(-1), .report(310_000)]
    }

    @Test("Attachments of others leave no gap in the numbers of gestures")
    func numbers() throws {
        connections.attach(1, [tap("it")])
        connections.attach(2, [tap("a"), tap("double", taps: 2)])
        let played = try Played(taps(3), configured(tap("it")), connections)
        played.play(to: 3000)
        #expect(connections.numbers[0] == [1, 2, 3])
        #expect(connections.numbers[1] == [firstOwnNumber, firstOwnNumber + 1, firstOwnNumber + 2])
        let second = try #require(connections.numbers[2])
        #expect(second == Array(firstOwnNumber..<(firstOwnNumber + second.count)) && !second.isEmpty)
    }

    @Test("A number of a gesture is never reused during a connection, whatever it detaches and attaches")
    func numbersGoOn() throws {
        let attachments = ConnectionAttachments()
        let tap = WireValue.object([.init(name: "name", value: .text("it")), .init(name: "type", value: .text("tap"))])
        func next() throws -> Int {
            _ = try attachments.attach(
                AttachRequest(recognizers: [tap]), for: 1, ofUserWith: [1], configuration: configured(), surfaces: [])
            return attachments.all[0].numbers.next()
        }
        #expect(try next() == firstOwnNumber)
        try attachments.detach(DetachRequest(), for: 1)
        #expect(try next() == firstOwnNumber + 1)
        try attachments.detach(DetachRequest(recognizers: ["it"]), for: 1)
        #expect(try next() == firstOwnNumber + 2)
        attachments.remove(1)
        #expect(try next() == firstOwnNumber, "it is another connection's then")
    }

    @Test("Recognizers that own ones require are idle while those have no subscribers, and after they are detached")
    func restsWithOwn() throws {
        connections.wanted = []
        connections.attach(7, [tap("single", after: ["double"]), pan("other")])
        let played = try Played(taps(2, from: 0) + taps(1, from: 2000), configured(tap("double", taps: 2)), connections)
        #expect(played.pipeline.awakeCount == 0)
        played.play(to: 1500)
        #expect(connections.published == [])
        // A recognizer that wakes up between two touches waits like one that was never idle.
        connections.wanted = ["single"]
        played.pipeline.update()
        #expect(played.pipeline.awakeCount == 1)
        played.play(to: 4000)
        #expect(connections.published == ["7: single recognized"])
        connections.attach(7, [pan("other")])
        connections.wanted = ["other"]
        played.pipeline.update()
        #expect(played.pipeline.awakeCount == 0)
    }

    @Test("A recognizer attached during a touch sees only fingers that land later")
    func late() throws {
        let played = try Played(taps(2), configured(), connections)
        played.play(to: 50)
        connections.attach(7, [tap("mine")])
        played.pipeline.update()
        played.play(to: 1000)
        #expect(connections.published == ["7: mine recognized"])
    }

    @Test("A gesture under way of a detached recognizer is cancelled; other recognizers are unaffected")
    func detaching() throws {
        var together = pan("stays")
        together.simultaneousWith = ["goes"]
        connections.attach(7, [pan("goes"), together])
        let played = try Played(drag, configured(), connections)
        played.play(to: 200)
        connections.attach(7, [together])
        played.pipeline.update()
        #expect(connections.published == ["7: goes began", "7: stays began", "7: goes cancelled"])
        played.play(to: 1000)
        #expect(connections.published.last == "7: stays ended")
        connections.attachments = []
        played.pipeline.update()
        #expect(connections.published.count == 4)
    }

    @Test("Own regions lie above configured ones for their connection only")
    func regions() throws {
        let half = RegionFrame.part(0, 0, 0.5, 1)
        var configuration = configured(tap("theirs", in: "left"))
        configuration.regions = [RegionRule(name: "left", frame: half)]
        connections.attach(
            7, [tap("over", in: "canvas"), tap("below", in: "left")],
            regions: [RegionRule(name: "canvas", frame: half)])
        let played = try Played(taps(1), configuration, connections)
        played.play(to: 1000)
        #expect(connections.published == ["theirs recognized", "7: over recognized"])
    }

    @Test("A connection with attachments sees touches as its own regions do, others as configured ones do")
    func touches() throws {
        connections.wantsTouches = true
        connections.attach(7, [pan("mine")])
        let played = try Played(taps(1), configured(tap("theirs")), connections)
        played.play(to: 1000)
        #expect(
            connections.touches == [
                "all but [7]: began in root", "7: began in root", "all but [7]: cancelled in root", "7: ended in root",
            ])
    }

    @Test("A connection whose attachments go receives the cancellation of the touches that its regions have received")
    func cancelledTouches() throws {
        connections.wantsTouches = true
        connections.attach(7, [tap("mine")])
        let played = try Played(taps(1), configured(), connections)
        played.play(to: 50)
        connections.attachments = []
        played.pipeline.update()
        #expect(
            connections.touches == ["all but [7]: began in root", "7: began in root", "7: cancelled in root"])
    }

    @Test("When the device is removed, own gestures are closed like configured ones")
    func deviceGoes() throws {
        connections.attach(7, [pan("mine")])
        let played = try Played(drag, configured(pan("theirs")), connections)
        played.play(to: 200)
        played.pipeline.removeDevice(because: "the device is gone", at: Timestamp(microseconds: 205_000))
        #expect(
            connections.published == ["theirs began", "7: mine began", "theirs cancelled", "7: mine cancelled"])
    }
}
