// Comparison of two recognizers of the same fingers: which of them is recognized first.

import Gestures

/// A recognizer, and a rival that sees all its touches, as they are made for a surface.
///
/// Two exceptions are not considered: fingers that jump beyond the lengths of both in one frame, and panels that lose
/// some of the fingers.
struct RecognizerPair {
    /// The time at which the rival is recognized, relative to the other recognizer.
    enum Order {
        case before
        /// In the same event at the latest.
        case together
    }

    let rival: GestureRecognizer
    let other: GestureRecognizer
    /// The type of both; nil if they differ.
    let type: RecognizerType?
    /// The largest distance, in points, that a finger can have moved when the other recognizer is recognized, because
    /// pans prevent it.
    var reach = Double.infinity

    /// The time by which the rival is recognized whenever the other recognizer could be; nil if it can be later, or
    /// never.
    var order: Order? {
        let (fingers, needed) = (rival.numberOfTouchesAccepted, other.numberOfTouchesAccepted)
        guard fingers.lowerBound == needed.lowerBound, fingers.upperBound >= needed.upperBound else { return nil }
        if let begin = Self.movement(beginning: rival), let way = other.leastMovement {
            return begin < way ? .before : begin == way ? .together : nil
        }
        if let tap = rival as? TapGestureRecognizer, let press = other as? LongPressGestureRecognizer {
            return isTap(tap, partOf: press) ? .before : nil
        }
        return type.flatMap { order(in: $0) }
    }

    // MARK: - Movement

    /// After how much movement, in points, a recognizer begins; nil if it does not begin with any movement.
    static func movement(beginning recognizer: GestureRecognizer) -> Double? {
        switch recognizer {
        case is ScreenEdgePanGestureRecognizer: nil
        case let pan as PanGestureRecognizer: pan.hysteresis
        case let transform as TransformGestureRecognizer: transform.hysteresis
        default: nil
        }
    }

    /// Whether the rival has failed by its movement when the other recognizer is recognized: both are swipes that have
    /// no direction in common.
    var isElsewhere: Bool {
        guard let rival = rival as? SwipeGestureRecognizer, let other = other as? SwipeGestureRecognizer,
            rival.direction.isDisjoint(with: other.direction), let way = other.leastMovement
        else { return false }
        let both = rival.direction.union(other.direction)
        let isStraight = both.isSubset(of: [.left, .right]) || both.isSubset(of: [.up, .down])
        return rival.maximumOppositeMovement < way
            && (isStraight || rival.maximumSecondaryMovement <= other.minimumPrimaryMovement)
    }

    // MARK: - Taps and presses

    /// Whether the taps before a press are recognized as a gesture of their own.
    private func isTap(_ tap: TapGestureRecognizer, partOf press: LongPressGestureRecognizer) -> Bool {
        let limits = press.thresholds
        return tap.numberOfTapsRequired <= press.numberOfTapsRequired
            && tap.maximumTapDuration >= limits.tapMaximumDuration
            && tap.maximumIntervalBetweenSuccessiveTaps >= limits.tapMaximumInterval
            && tap.allowableMovement >= limits.tapAllowableMovement
    }

    // MARK: - A third recognizer

    /// The longest tap that people make without meaning to hold, in seconds.
    private static let longestTap = 0.3

    /// Whether a third recognizer may be recognized before the rival, with fingers of which the other one is
    /// recognized.
    func isPreceded(by third: GestureRecognizer) -> Bool {
        guard third.numberOfTouchesAccepted.lowerBound <= other.numberOfTouchesAccepted.upperBound else { return false }
        switch third {
        // It is over when a finger lands that does more than tap.
        case is TapGestureRecognizer:
            let press = rival as? LongPressGestureRecognizer
            return rival is TapGestureRecognizer || press.map { $0.numberOfTapsRequired > 0 } ?? false
        case let third as LongPressGestureRecognizer:
            switch (rival, other) {
            case (is TapGestureRecognizer, _): return third.minimumPressDuration < Self.longestTap
            case (let press as LongPressGestureRecognizer, _):
                return third.minimumPressDuration <= press.minimumPressDuration
            case (_, let swipe as SwipeGestureRecognizer):
                return third.minimumPressDuration < swipe.maximumDuration
            default: return true
            }
        // Fingers that tap and press do not move.
        default: return !(other is TapGestureRecognizer || other is LongPressGestureRecognizer)
        }
    }

    // MARK: - Two of one type

    /// The order if the rival accepts, by each of its properties, all that the other recognizer accepts.
    private func order(in type: RecognizerType) -> Order? {
        var isBefore: [Bool] = []
        for property in type.ownProperties {
            guard let one = property.value(of: rival), let two = property.value(of: other) else { return nil }
            switch (property.key, one, two) {
            // The order has compared the fingers.
            case ("numberOfTouchesRequired", _, _), ("minimumNumberOfTouches", _, _), ("maximumNumberOfTouches", _, _):
                break
            case (_, .directions(let one), .directions(let two)):
                guard one.isSuperset(of: two) else { return nil }
            case (_, .edges(let one), .edges(let two)):
                guard one.isSuperset(of: two) else { return nil }
            // A press without taps is also the last part of one with taps.
            case ("numberOfTapsRequired", .count(0), _): break
            case ("numberOfTapsRequired", .count(let one), .count(let two)) where type == .tap:
                guard one <= two else { return nil }
                isBefore.append(one < two)
            case ("minimumPressDuration", .seconds(let one), .seconds(let two)),
                ("minimumPrimaryMovement", .points(let one), .points(let two)),
                ("hysteresis", .points(let one), .points(let two)),
                ("hysteresis", .radians(let one), .radians(let two)),
                ("pinchHysteresis", .points(let one), .points(let two)),
                ("rotationHysteresis", .radians(let one), .radians(let two)):
                guard one <= two else { return nil }
                isBefore.append(one < two)
            case ("allowableMovement", .points(let one), .points(let two)):
                guard one >= min(two, reach) else { return nil }
            case ("maximumTapDuration", .seconds(let one), .seconds(let two)),
                ("maximumIntervalBetweenSuccessiveTaps", .seconds(let one), .seconds(let two)),
                ("maximumDuration", .seconds(let one), .seconds(let two)),
                ("maximumSecondaryMovement", .points(let one), .points(let two)),
                ("maximumOppositeMovement", .points(let one), .points(let two)),
                ("edgeWidth", .points(let one), .points(let two)):
                guard one >= two else { return nil }
            case ("edgeWidth", .fraction(let one), .fraction(let two)):
                guard one >= two else { return nil }
            default:
                guard one == two else { return nil }
            }
        }
        return !isBefore.isEmpty && isBefore.allSatisfy { $0 } ? .before : .together
    }

    // MARK: - Words

    /// Why the rival is recognized, and the other recognizer is not; as a predicate of the rival.
    ///
    /// - Parameters:
    ///   - name: The quoted name of the other recognizer.
    ///   - isTwin: Whether the other recognizer also accepts all that the rival accepts.
    ///   - isAwaited: Whether the other recognizer waits for the rival.
    func reason(_ name: String, isTwin: Bool, isAwaited: Bool) -> String {
        if order == .before { return reasonBefore(name) }
        let all =
            isTwin
            ? "recognizes the same"
            : type == nil ? "needs as little movement" : "accepts all that \(name) accepts"
        return all + (isAwaited ? ", and \(name) waits for it" : " and is configured first")
    }

    private func reasonBefore(_ name: String) -> String {
        if let begin = Self.movement(beginning: rival), let way = other.leastMovement {
            let begins = "begins after \(PropertyValue.points(begin)) points"
            return other is StrokeGestureRecognizer || other is CheckmarkGestureRecognizer
                ? "\(begins), before \(name) is finished" : "\(begins); \(name) needs \(PropertyValue.points(way))"
        }
        switch (rival, other) {
        case (let one as LongPressGestureRecognizer, let two as LongPressGestureRecognizer):
            return "begins after \(PropertyValue.seconds(one.minimumPressDuration)) s; \(name) needs "
                + "\(PropertyValue.seconds(two.minimumPressDuration)) s"
        case (is TapGestureRecognizer, is LongPressGestureRecognizer): return "is recognized before the press"
        case (is TapGestureRecognizer, is TapGestureRecognizer): return "needs fewer taps"
        default: return "begins earlier"
        }
    }
}
