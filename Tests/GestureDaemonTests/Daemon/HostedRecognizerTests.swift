// Tests of a program's own recognizers in Swift, which decide in a daemon: they are those of an engine.

import ClientRecognizers
import Configuration
import GestureClient
import GestureRecognizerSubclass
import GestureWire
import Gestures
import Testing
import Touch
import TouchTesting

@testable import GestureDaemon

/// One finger that rests, recognized by its deadline.
private final class Resting: GestureRecognizer {
    override func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesBegan(touches, with: event)
        deadline = event.timestamp.adding(seconds: 0.05)
    }

    override func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesMoved(touches, with: event)
        fail(because: .because("it moved"))
    }

    override func deadlineReached(at time: Timestamp) { state = .recognized }
}

@Suite struct HostedRecognizerTests {
    /// Fingers that are at these places in 100 frames a second, then lift; then nothing for a while.
    private func recording(_ frames: [[(x: Int32, y: Int32)]]) -> Recording {
        var signals: [Signal] = []
        for (index, places) in frames.enumerated() {
            for (slot, place) in places.enumerated() {
                let id: [Signal] = index == 0 ? [.id(Int32(slot + 1))] : []
                signals += [.slot(Int32(slot))] + id + [.x(place.x), .y(place.y)]
            }
            signals.append(.report(Int64(index) * 10_000))
        }
        for slot in frames[0].indices { signals += [.slot(Int32(slot)), .id(-1)] }
        let end = Int64(frames.count) * 10_000
        return Fixtures.recording(signals + [.report(end), .slot(0), .report(end + 300_000)])
    }

    private let mark: [[(x: Int32, y: Int32)]] = [
        (100, 100), (120, 130), (140, 150), (170, 120), (210, 60),
    ].map { [$0] }

    /// The gestures of both recognizers of the same fingers, once both have seen them.
    private func compare(
        _ frames: [[(x: Int32, y: Int32)]], _ type: RecognizerType, _ make: @escaping @Sendable () -> GestureRecognizer
    ) throws {
        let configuration = Configuration(
            surfaces: Fixtures.inPoints, recognizers: [RecognizerRule(name: "theirs", type: type)])
        let daemon = try RunningDaemon(recording(frames), isLooping: true, configuration)
        defer { daemon.stop() }
        let connection = try daemon.connect()
        try connection.attach(recognizers: [.custom("mine", make)])
        _ = try connection.subscribe()
        var gestures: [[Int]: [String: [String]]] = [:]
        for _ in 0..<200 {
            guard let message = try connection.next() else { break }
            guard case .gesture(let gesture) = message, case let seen = gesture.notification,
                case .custom(let values) = seen.measurement
            else { continue }
            let words = "\(seen.state) " + values.members.map { "\($0.name) \($0.value)" }.joined(separator: ", ")
            gestures[seen.touches, default: [:]][seen.recognizer, default: []].append(words)
            let isOver = [.recognized, .ended].contains(seen.state) && seen.recognizer == "mine"
            if isOver, let theirs = gestures[seen.touches]?["theirs"], theirs.first?.hasPrefix("changed") != true {
                #expect(gestures[seen.touches]?["mine"] == theirs)
                return
            }
        }
        Issue.record("no gesture of both is whole: \(gestures)")
    }

    @Test("The checkmark of the texts is the same as gestured's")
    func checkmark() throws { try compare(mark, .checkmark) { CheckmarkGestureRecognizer() } }

    @Test("The tickle of the texts is the same as gestured's")
    func tickle() throws {
        let places: [Int32] = [100, 130, 100, 70, 100, 130, 140]
        try compare(places.map { [(x: $0, y: Int32(100))] }, .tickle) { TickleGestureRecognizer() }
    }

    @Test("The incremental pinch of the texts is the same as gestured's")
    func pinch() throws {
        let fingers = (0..<6 as Range<Int32>).map { step -> [(x: Int32, y: Int32)] in
            [(200 - 10 * step, 200), (300 + 10 * step, 200)]
        }
        try compare(fingers, .incrementalPinch) { IncrementalPinchGestureRecognizer() }
    }

    @Test("A pan waits until it has failed, and its reason is among the decisions")
    func waiting() throws {
        let daemon = try RunningDaemon(
            recording((0..<8 as Range<Int32>).map { [(x: 300 - 20 * $0, y: 100)] }), isLooping: true,
            Configuration(surfaces: Fixtures.inPoints, recognizers: []))
        defer { daemon.stop() }
        let connection = try daemon.connect()
        try connection.attach(
            recognizers: [.custom("mine") { CheckmarkGestureRecognizer() }.blocking("move"), .pan("move")])
        _ = try connection.subscribe(recognizers: ["move"])
        while let message = try connection.next() {
            if case .gesture(let gesture) = message, gesture.notification.state == .began { break }
        }
        let report = try connection.decisions().first { $0.recognizer == "mine" }
        #expect(report?.outcome == .failed && report?.reason.hasPrefix("moved to the left by 20.0 pt") == true)
    }

    @Test("A deadline of its own is kept, although no line comes")
    func deadline() throws {
        let daemon = try RunningDaemon(
            recording(Array(repeating: [(x: Int32(100), y: Int32(100))], count: 20)), isLooping: true,
            Configuration(surfaces: Fixtures.inPoints, recognizers: []))
        defer { daemon.stop() }
        let connection = try daemon.connect()
        let resting = AttachedRecognizer.custom("rests") { Resting() }
        try connection.attach(recognizers: [resting])
        _ = try connection.subscribe(recognizers: ["rests"])
        while let message = try connection.next() {
            if case .gesture(let gesture) = message { return #expect(gesture.notification.state == .recognized) }
        }
        Issue.record("the connection ended")
    }

    @Test("A sequence of events decides as well, beside the program's own task")
    func events() async throws {
        let daemon = try RunningDaemon(
            recording(mark), isLooping: true, Configuration(surfaces: Fixtures.inPoints, recognizers: []))
        defer { daemon.stop() }
        _ = try daemon.connect()
        let events = try GestureEvents(
            path: daemon.socket,
            attaching: Attachments(recognizers: [.custom("mine") { CheckmarkGestureRecognizer() }]))
        for try await case .gesture(let gesture) in events {
            return #expect(gesture.notification.state == .recognized && gesture.notification.recognizer == "mine")
        }
        Issue.record("the sequence ended")
    }
}
