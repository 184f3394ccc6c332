// Collection of what a picture shows, while a recording is played.

internal import GestureDaemon
internal import GestureWire
internal import Gestures
internal import Touch

/// Collects the sequence in progress and adds it to the page when it is over.
final class PlotTrace {
    private(set) var page: PlotPage
    private let places: [ObjectIdentifier: Int]
    private let names: [UTF8Key: Int]
    private let isWanted: (Int) -> Bool
    private let spacing: Double
    private var sequence: PlottedSequence
    /// The places in `sequence.fingers` of the touches that are down.
    private var down: [Int: Int] = [:]
    private var wanted = 0
    /// The number of sequences that are over.
    private(set) var count = 0

    /// - Parameters:
    ///   - recognizers: Those with lanes, in their order.
    ///   - isWanted: Whether a sequence is drawn.
    init(_ page: PlotPage, recognizers: [GestureRecognizer], isWanted: @escaping (Int) -> Bool) {
        self.page = page
        self.isWanted = isWanted
        spacing = page.spacing
        places = [ObjectIdentifier: Int](
            recognizers.enumerated().map { (ObjectIdentifier($1), $0) }, uniquingKeysWith: { first, _ in first })
        names = [UTF8Key: Int](
            recognizers.enumerated().map { (UTF8Key($1.name), $0) }, uniquingKeysWith: { first, _ in first })
        sequence = PlottedSequence(recognizers: recognizers.count)
    }

    /// Whether the sequence in progress will be drawn.
    private var isCollecting: Bool { isWanted(count + 1) && wanted < PlotPage.maximumSequences }

    func write(_ frame: TouchFrame, root: Region) {
        guard isCollecting else { return }
        for touch in frame.began {
            sequence.note(frame.time)
            guard sequence.fingers.count < ExplainedSequence.maximumFingers else { continue }
            down[touch.id] = sequence.fingers.count
            sequence.fingers.append(
                PlottedFinger(
                    id: touch.id, start: frame.time, region: (root.regionOfTouch(at: touch.location) ?? root).name,
                    trail: PlottedTrail(from: touch.location, spacing: spacing)))
        }
        for touch in frame.moved {
            if let index = down[touch.id] { sequence.fingers[index].trail.add(touch.location) }
        }
        for touch in frame.ended { end(touch, at: frame.time, isLost: false) }
        for touch in frame.cancelled { end(touch, at: frame.time, isLost: true) }
    }

    private func end(_ touch: Touch, at time: Timestamp, isLost: Bool) {
        sequence.note(time)
        guard let index = down.removeValue(forKey: touch.id) else { return }
        sequence.fingers[index].trail.add(touch.location)
        (sequence.fingers[index].end, sequence.fingers[index].isLost) = (time, isLost)
    }

    func write(_ decision: Decision, words: String?) {
        guard isCollecting, let place = places[ObjectIdentifier(decision.recognizer)],
            let (step, _) = decision.verdict.step
        else { return }
        sequence.note(decision.time)
        sequence.lanes[place].take(step, words: words ?? step.rawValue, at: decision.time)
    }

    /// Takes a gesture that is published.
    func write(_ gesture: GestureNotification) {
        guard isCollecting, gesture.state == .changed, let place = names[UTF8Key(gesture.recognizer)] else { return }
        sequence.lanes[place].change(at: Timestamp(microseconds: gesture.time))
    }

    /// The sequence is over.
    func close(_ explained: ExplainedSequence) {
        if isCollecting {
            page.add(sequence, explained, number: count + 1)
            wanted += 1
        }
        count += 1
        sequence = PlottedSequence(recognizers: sequence.lanes.count)
        down = [:]
    }
}
