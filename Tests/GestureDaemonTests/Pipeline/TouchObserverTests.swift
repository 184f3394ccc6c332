// Tests of observers of a surface's touches beside the publisher.

import Configuration
import GestureWire
import Gestures
import Testing
import Touch
import TouchTesting

@testable import GestureDaemon

/// Records what fingers do and what regions receive, with slots and device values, as a forwarder of touches needs
/// them.
private final class Forwarder: TouchObserver {
    unowned let pipeline: SurfacePipeline
    private(set) var fingers: [String] = []
    private(set) var received: [String] = []
    /// Called with the number of records so far.
    var didReceive: ((Int) -> Void)?

    init(_ pipeline: SurfacePipeline) { self.pipeline = pipeline }

    func surfaceWillProcess(_ frame: TouchFrame) {
        for touch in frame.all where touch.phase != .stationary {
            fingers.append("\(frame.time.microseconds / 1000): \(touch.phase) in slot \(touch.slot ?? -1)")
        }
    }

    func regionsDidReceive(_ touches: [RegionTouch], at time: Timestamp) {
        for touch in touches {
            let x = touch.slot.flatMap { pipeline.assembler.state(ofSlot: $0).x } ?? -1
            received.append("\(time.microseconds / 1000): \(touch.phase) in slot \(touch.slot ?? -1), x \(x)")
        }
        didReceive?(received.count)
    }
}

@Suite struct TouchObserverTests {
    /// Two fingers, of which the first is in the higher slot, and one moves.
    private let fingers: [Signal] = [
        .slot(3), .id(1), .x(100), .y(500), .report(0), .slot(1), .id(2), .x(700), .y(500), .report(10_000),
        .slot(3), .x(300), .report(20_000), .id(-1), .slot(1), .id(-1), .report(30_000),
    ]

    private func pipeline(
        _ signals: [Signal], _ recognizers: RecognizerRule..., touches: ((TouchNotification) -> Void)? = nil
    ) throws -> SurfacePipeline {
        var configuration = Configuration(recognizers: recognizers)
        configuration.surfaces = Fixtures.inPoints
        return try SurfacePipeline.playing(
            Fixtures.recording(signals), configuration, listeners: SoleListener(touches: touches) { _ in }
        ).pipeline
    }

    private func play(_ pipeline: SurfacePipeline) {
        while case .more = pipeline.read() {}
        while let deadline = pipeline.nextDeadline { pipeline.runOn(to: deadline) }
    }

    @Test("An observer receives the same touches as subscribers, with the slots and values of the device")
    func secondObserver() throws {
        var published: [String] = []
        let pipeline = try pipeline(fingers) { published += $0.touches.map { "\($0.phase)" } }
        let forwarder = Forwarder(pipeline)
        pipeline.add(forwarder)
        play(pipeline)
        #expect(
            forwarder.received == [
                "0: began in slot 3, x 100", "10: began in slot 1, x 700", "20: moved in slot 3, x 300",
                "30: ended in slot 3, x 300", "30: ended in slot 1, x 700",
            ])
        #expect(forwarder.fingers.count == 5)
        #expect(published == ["began", "began", "moved", "ended", "ended"])
    }

    @Test("An observer that is removed receives the cancellation of touches under way, and others their end")
    func removedUnderWay() throws {
        let pipeline = try pipeline(fingers)
        let (first, second) = (Forwarder(pipeline), Forwarder(pipeline))
        pipeline.add(first)
        pipeline.add(second)
        first.didReceive = { [unowned first] in if $0 == 3 { pipeline.remove(first) } }
        play(pipeline)
        #expect(
            first.received.suffix(2) == ["20: cancelled in slot 3, x 300", "20: cancelled in slot 1, x 700"])
        #expect(second.received.suffix(2) == ["30: ended in slot 3, x 300", "30: ended in slot 1, x 700"])
        #expect(first.received.count == 5 && second.received.count == 5)
    }

    @Test("A touch that a gesture takes is cancelled where it was received, and never received where it was withheld")
    func taken() throws {
        for (isWithheld, received) in [
            (false, ["0: began in slot 0, x 100", "50: cancelled in slot 0, x 100"]), (true, []),
        ] {
            let tap = RecognizerRule(name: "tap", type: .tap, properties: ["delaysTouchesBegan": .flag(isWithheld)])
            let pipeline = try pipeline(
                [.slot(0), .id(1), .x(100), .y(500), .report(0), .id(-1), .report(50_000)], tap)
            let forwarder = Forwarder(pipeline)
            pipeline.add(forwarder)
            play(pipeline)
            #expect(forwarder.received == received)
            #expect(forwarder.fingers == ["0: began in slot 0", "50: ended in slot 0"])
        }
    }
}
