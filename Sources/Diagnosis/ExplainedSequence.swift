// One sequence of touches for `explain`: fingers, time line, and outcome of each recognizer.

import GestureDaemon
import Gestures
import Touch

/// Collects one sequence of touches.
///
/// `text(number:)` puts it in words. However long it lasts, it takes no more memory than its first ten thousand lines.
final class ExplainedSequence {
    /// One touch from down to up.
    struct Finger {
        let id: Int
        let startTime: Timestamp
        var endTime: Timestamp?
        /// The largest distance from where it landed.
        var way = 0.0
    }

    struct Line {
        let time: Timestamp
        /// The recognizer's name; nil for steps of fingers.
        let name: String?
        var text: String
    }

    /// A touch that began in this event, and the recognizers that receive it.
    private struct Arrival {
        let id: Int
        let line: Int?
        /// By their places among the recognizers.
        var seers: [Int] = []
        /// Whether only those that have failed already were offered it.
        var comesTooLate = false
    }

    private(set) var recognizers: [ExplainedRecognizer]
    let isShown: [Bool]
    /// Those with lines of their own.
    var shown: [ExplainedRecognizer] { zip(recognizers, isShown).filter(\.1).map(\.0) }
    private let places: [ObjectIdentifier: Int]
    /// The first touches; those beyond are only counted.
    private(set) var fingers: [Finger] = []
    private(set) var fingerCount = 0
    private(set) var lines: [Line] = []
    private(set) var lineCount = 0
    private(set) var lastLift: Timestamp?
    /// The places in `fingers` of those that are down.
    private var down: [Int: Int] = [:]
    private var arrivals: [Arrival] = []

    private static let maximumLines = 10_000
    static let maximumFingers = 20

    /// A sequence of which nothing has happened yet.
    init(_ recognizers: [GestureRecognizer], isShown: (String) -> Bool) {
        self.recognizers = recognizers.map { ExplainedRecognizer($0) }
        self.isShown = recognizers.map { isShown($0.name) }
        places = Dictionary(
            uniqueKeysWithValues: recognizers.enumerated().map { (ObjectIdentifier($1), $0) })
    }

    // MARK: - What fingers do

    /// Begins a frame: writes the last frame's new touches with the recognizers that received them.
    func beginEvent() {
        for arrival in arrivals { if let line = arrival.line { lines[line].text += text(for: arrival) } }
        arrivals = []
    }

    func begin(_ touch: Touch, in region: String, at time: Timestamp) {
        fingerCount += 1
        if fingers.count < Self.maximumFingers {
            down[touch.id] = fingers.count
            fingers.append(Finger(id: touch.id, startTime: time))
        }
        let place = "\(touch.location.x.fixed(1)), \(touch.location.y.fixed(1))"
        arrivals.append(Arrival(id: touch.id, line: add("touch \(touch.id) at \(place) in \(region)", at: time)))
    }

    func move(_ touch: Touch) {
        guard let index = down[touch.id] else { return }
        fingers[index].way = max(fingers[index].way, (touch.location - touch.startLocation).length)
    }

    func end(_ touch: Touch, at time: Timestamp) {
        add("touch \(touch.id) \(touch.phase == .cancelled ? "lost" : "lifted")", at: time)
        lastLift = time
        if let index = down.removeValue(forKey: touch.id) { fingers[index].endTime = time }
    }

    private func text(for arrival: Arrival) -> String {
        let seers = arrival.seers.sorted()
        if seers.count == recognizers.count, seers.count > 1 { return ", seen by all recognizers" }
        guard seers.isEmpty else { return ", seen by " + listed(seers.map { recognizers[$0].name }) }
        return arrival.comesTooLate ? ", seen by no recognizer: they have failed already" : ", seen by no recognizer"
    }

    // MARK: - What recognizers make of it

    /// Records a decision.
    ///
    /// - Parameter pass: Receives a decision about a recognizer that is shown, with its words, if there are any.
    func record(_ decision: Decision, pass: (Decision, String?) -> Void) {
        guard let place = places[ObjectIdentifier(decision.recognizer)] else { return }
        let text = recognizers[place].record(decision)
        if isShown[place] { pass(decision, text) }
        switch decision.verdict {
        // The receivers of a new touch are in the touch's own line.
        case .received(let touch) where isNew(touch, to: place): return
        case .refused(let touch, .failed):
            if let index = arrivals.firstIndex(where: { $0.id == touch.id }) { arrivals[index].comesTooLate = true }
        default: break
        }
        guard let text, isShown[place] else { return }
        add(text, by: recognizers[place].name, at: decision.time)
    }

    private func isNew(_ touch: Touch, to place: Int) -> Bool {
        guard let index = arrivals.firstIndex(where: { $0.id == touch.id }) else { return false }
        guard !arrivals[index].seers.contains(place) else { return false }
        arrivals[index].seers.append(place)
        return true
    }

    /// Adds a line.
    ///
    /// - Returns: Where it is; nil when there are too many.
    @discardableResult
    func add(_ text: String, by name: String? = nil, at time: Timestamp) -> Int? {
        lineCount += 1
        guard lines.count < Self.maximumLines else { return nil }
        lines.append(Line(time: time, name: name, text: text))
        return lines.count - 1
    }
}
