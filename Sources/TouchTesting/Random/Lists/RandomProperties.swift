// Random properties of recognizers, mostly ones with which they can be recognized.

import Gestures
import Touch

extension RandomList.RecognizerPlan {
    /// The recognizer, with its flags.
    func make(_ book: Watch) -> GestureRecognizer {
        let recognizer = makeRecognizer(book)
        recognizer.cancelsTouchesInView = cancelsTouches
        recognizer.delaysTouchesBegan = delaysBegan
        recognizer.delaysTouchesEnded = delaysEnded
        recognizer.isEnabled = isEnabled
        return recognizer
    }

    /// The standard thresholds; gestures of three in four recognizers can be revoked.
    var thresholds: Thresholds {
        var thresholds = Thresholds.standard
        if numbers % 4 != 0 { thresholds.landingInterval = Thresholds.shipped.landingInterval }
        return thresholds
    }

    private func makeRecognizer(_ book: Watch) -> GestureRecognizer {
        var random = SeededNumbers(seed: numbers)
        switch kind {
        case .tap:
            let tap = WatchedTap(book)
            tap.numberOfTapsRequired = Self.few(&random)
            tap.numberOfTouchesRequired = Self.few(&random)
            return tap
        case .longPress:
            let press = WatchedLongPress(book)
            press.numberOfTapsRequired = random.isOne(in: 4) ? 1 : 0
            press.numberOfTouchesRequired = Self.few(&random)
            press.minimumPressDuration = random.isOne(in: 6) ? 0 : .random(in: 0.05...0.5, using: &random)
            return press
        case .swipe:
            let swipe = WatchedSwipe(book)
            swipe.numberOfTouchesRequired = Self.few(&random)
            swipe.direction = SwipeDirection(rawValue: random.isOne(in: 2) ? 15 : .random(in: 0...15, using: &random))
            return swipe
        case .pan:
            let pan = WatchedPan(book)
            pan.minimumNumberOfTouches = Self.few(&random)
            pan.maximumNumberOfTouches = random.isOne(in: 2) ? .max : .random(in: 1...3, using: &random)
            if random.isOne(in: 4) { pan.hysteresis = 0 }
            return pan
        case .screenEdgePan:
            let pan = WatchedScreenEdgePan(book)
            pan.edges = !random.isOne(in: 3) ? .all : RectEdge(rawValue: .random(in: 0...15, using: &random))
            if random.isOne(in: 2) { pan.edgeWidth = .random(in: 0...300, using: &random) }
            if random.isOne(in: 4) { pan.hysteresis = 0 }
            return pan
        case .pinch:
            let pinch = WatchedPinch(book)
            if random.isOne(in: 4) { pinch.hysteresis = 0 }
            return pinch
        case .rotation:
            let rotation = WatchedRotation(book)
            if random.isOne(in: 4) { rotation.hysteresis = 0 }
            return rotation
        case .transform:
            let transform = WatchedTransform(book)
            transform.minimumNumberOfTouches = Self.few(&random)
            transform.maximumNumberOfTouches = random.isOne(in: 2) ? .max : .random(in: 1...4, using: &random)
            if random.isOne(in: 4) { transform.hysteresis = 0 }
            if random.isOne(in: 4) { transform.rotationHysteresis = 0 }
            return transform
        case .stroke:
            let stroke = WatchedStroke(book)
            stroke.templates = Self.templates
            stroke.minimumScore = random.isOne(in: 3) ? 0 : 0.7
            stroke.isRotationInvariant = random.isOne(in: 2)
            // So short that it could also be a tap.
            if !random.isOne(in: 3) { stroke.minimumLength = 15 }
            return stroke
        case .hostile: return HostileRecognizer(book)
        case .client:
            let client = WatchedClient(book)
            client.minimumNumberOfTouches = Self.few(&random)
            client.maximumNumberOfTouches = random.isOne(in: 2) ? .max : .random(in: 1...3, using: &random)
            client.decisionTimeout = random.isOne(in: 16) ? 0 : .random(in: 0.01...0.3, using: &random)
            return client
        }
    }

    /// A check mark, a line or an arc.
    private static let templates = [
        ("check", [Point(x: 0, y: 0), Point(x: 30, y: 30), Point(x: 90, y: -60)]),
        ("line", [Point(x: 0, y: 0), Point(x: 100, y: 0)]),
        ("arc", [Point(x: 0, y: 0), Point(x: 30, y: -20), Point(x: 60, y: -20), Point(x: 90, y: 0)]),
    ].compactMap { try? StrokeTemplate(name: $0.0, points: $0.1) }

    /// Usually one.
    private static func few(_ random: inout SeededNumbers) -> Int {
        random.isOne(in: 3) ? .random(in: 1...3, using: &random) : 1
    }

    /// Whether it is recognized at the first tap.
    var isSingleTap: Bool {
        let recognizer = makeRecognizer(Watch(index: 0, plan: self, run: nil))
        return (recognizer as? TapGestureRecognizer)?.numberOfTapsRequired == 1
    }

    /// The properties in words.
    var properties: String {
        let words: [String] =
            switch makeRecognizer(Watch(index: 0, plan: self, run: nil)) {
            case let tap as TapGestureRecognizer:
                ["taps \(tap.numberOfTapsRequired)", "touches \(tap.numberOfTouchesRequired)"]
            case let press as LongPressGestureRecognizer:
                [
                    "taps \(press.numberOfTapsRequired)", "touches \(press.numberOfTouchesRequired)",
                    "duration \(press.minimumPressDuration)",
                ]
            case let swipe as SwipeGestureRecognizer:
                ["directions \(swipe.direction.rawValue)", "touches \(swipe.numberOfTouchesRequired)"]
            case let pan as ScreenEdgePanGestureRecognizer:
                ["edges \(pan.edges.rawValue)", "width \(pan.edgeWidth)", "hysteresis \(pan.hysteresis)"]
            case let pan as PanGestureRecognizer:
                [
                    "touches \(pan.minimumNumberOfTouches) to \(pan.maximumNumberOfTouches)",
                    "hysteresis \(pan.hysteresis)",
                ]
            case let pinch as PinchGestureRecognizer: ["hysteresis \(pinch.hysteresis)"]
            case let rotation as RotationGestureRecognizer: ["hysteresis \(rotation.hysteresis)"]
            case let transform as TransformGestureRecognizer:
                [
                    "touches \(transform.minimumNumberOfTouches) to \(transform.maximumNumberOfTouches)",
                    "hysteresis \(transform.hysteresis), \(transform.rotationHysteresis)",
                ]
            case let stroke as StrokeGestureRecognizer:
                [
                    "score \(stroke.minimumScore)", "invariant \(stroke.isRotationInvariant)",
                    "length \(stroke.minimumLength)",
                ]
            case let other: ["touches \(other.numberOfTouchesAccepted)", "numbers \(numbers)"]
            }
        return words.joined(separator: ", ")
    }
}

extension GestureEvent {
    /// Whether all its numbers are finite and in range.
    var isFinite: Bool {
        let isPossible =
            switch measurement {
            case .pinch(let scale, _), .transform(_, _, _, let scale, _): scale > 0
            case .longPress(let duration): duration >= 0
            default: true
            }
        return isPossible && location.x.isFinite && location.y.isFinite
            && measurement.numbers.allSatisfy(\.isFinite)
    }
}
