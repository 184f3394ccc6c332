// Stage for tests: an engine with finger scripts, and a log of its gestures.

public import Gestures
public import Touch

/// An engine with recognizers and a log of what they did.
public final class Stage: GestureObserver {
    /// A notification and its time.
    public struct Entry: CustomStringConvertible {
        /// The recognizer's name.
        public let name: String
        /// The published state.
        public let state: GestureRecognizer.State
        /// Seconds.
        public let time: Double
        /// The touches' serial numbers.
        public let touches: [Int]
        /// The centroid.
        public let location: Point
        /// The measurement.
        public let measurement: GestureMeasurement
        /// As in "pan began".
        public var description: String { "\(name) \(state)" }
    }

    /// The engine.
    public let engine: GestureEngine
    /// The surface's touches.
    public let table = TouchTable()
    private var fingers: [Int: Touch] = [:]
    /// All notifications in order, without failures.
    public private(set) var log: [Entry] = []
    /// The failures.
    public private(set) var failures: [Entry] = []
    /// In words and in order: the notifications, what actions saw, and what regions received; see `watchTouches()`.
    public internal(set) var journal: [String] = []
    /// What the regions received; see `watchTouches()`.
    public internal(set) var regionTouches: [RegionTouch] = []
    /// Every decision in words; see `watchDecisions()`.
    public internal(set) var decisions: [String] = []
    /// Called after each frame and after each advance of time, in addition to the check of the engine's invariants.
    public var check: (GestureEngine) -> Void = { _ in }

    /// A stage with these recognizers, added in this order.
    public convenience init(_ recognizers: GestureRecognizer...) {
        self.init(recognizers)
    }

    /// A stage with these recognizers, added in this order.
    public init(_ recognizers: [GestureRecognizer], order: RecognizerOrder = .innermostFirst) {
        engine = GestureEngine(size: Size(width: 2000, height: 1000), order: order)
        engine.observer = self
        for recognizer in recognizers { add(recognizer, to: engine.root) }
    }

    /// Adds a region with these recognizers: to `parent`, or to the root.
    @discardableResult
    public func addRegion(
        _ name: String, x: Double = 0, y: Double = 0, width: Double, height: Double, in parent: Region? = nil,
        _ recognizers: GestureRecognizer...
    ) -> Region {
        let region = Region(name: name, origin: Point(x: x, y: y), size: Size(width: width, height: height))
        (parent ?? engine.root).addRegion(region)
        for recognizer in recognizers { add(recognizer, to: region) }
        return region
    }

    /// Adds a recognizer whose actions are in the journal: "pan acts began".
    public func add(_ recognizer: GestureRecognizer, to region: Region) {
        recognizer.addAction(identifier: "stage") { [weak self] in self?.journal.append("\($0.name) acts \($0.state)") }
        region.addGestureRecognizer(recognizer)
    }

    /// Plays fingers, which stay down for the next call unless they lift; then advances time by `rest` seconds.
    ///
    /// Traps when the engine's invariants do not hold after a frame: later results would mean nothing.
    @discardableResult
    public func play(_ steps: [FingerStep], rest: Double = 0) -> Stage {
        table.deliversContactChanges = engine.asksForContactChanges
        FingerScript(steps).play(in: table, fingers: &fingers, deliver: process)
        if let last = steps.last, rest > 0 { wait(until: last.time + rest) }
        return self
    }

    /// Delivers a test's own changes of the `table`, at `time` seconds.
    public func deliver(at time: Double) {
        table.deliversContactChanges = engine.asksForContactChanges
        table.deliver(at: Timestamp.zero.adding(seconds: time), to: process)
    }

    private func process(_ frame: TouchFrame) {
        engine.process(frame)
        verify()
    }

    /// Advances time to `time` seconds.
    @discardableResult
    public func wait(until time: Double) -> Stage {
        engine.advance(to: Timestamp.zero.adding(seconds: time))
        verify()
        return self
    }

    private func verify() {
        let violations = engine.verifyInvariants()
        precondition(violations.isEmpty, violations.joined(separator: "; "))
        check(engine)
    }

    /// The log as "name state" words.
    public var words: [String] { log.map(\.description) }

    /// The log of one recognizer as states.
    public func states(of name: String) -> [GestureRecognizer.State] {
        log.filter { $0.name == name }.map(\.state)
    }

    /// Records the notifications of the engine.
    public func gestureEngine(_ engine: GestureEngine, didSend event: GestureEvent) {
        let recognizer = event.recognizer
        let entry = Entry(
            name: recognizer.name, state: event.state, time: event.time.seconds,
            touches: Array(recognizer.touchIDs), location: event.location, measurement: event.measurement)
        if event.state == .failed { failures.append(entry) } else { log.append(entry) }
        journal.append(entry.description)
    }
}
