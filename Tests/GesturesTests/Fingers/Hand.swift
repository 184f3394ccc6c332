// A whole hand for tests: each finger's path, landing and lift, in frames of a panel.

import Foundation
import Gestures
import Touch
import TouchTesting

/// Fingers on their paths, seen by a panel that sends a frame every 5 ms.
struct Hand {
    /// A finger at `place` of the time in seconds, from its landing to its lift.
    struct Finger {
        var landing: Double
        var lift: Double
        var place: (Double) -> Point
    }

    /// Two contacts that the panel merges for some frames; `lost` disappears.
    struct Merging {
        var stays = 0
        var lost = 1
        var start: Double
        var frames: Int
    }

    var fingers: [Finger] = []
    var mergings: [Merging] = []

    static let frame = 0.005

    /// `count` fingers that move like this; they land one by one within `spread` seconds, and begin to lift, likewise,
    /// `holding` seconds after the last has landed.
    ///
    /// - Parameter isFirstUpLast: Whether the finger that landed first lifts last.
    init(
        _ count: Int, spread: Double, holding: Double, isFirstUpLast: Bool = false,
        _ place: @escaping (_ finger: Int, _ time: Double) -> Point
    ) {
        for finger in 0..<count {
            let delay = count == 1 ? 0 : spread * Double(finger) / Double(count - 1)
            let lift = spread + holding + (isFirstUpLast ? spread - delay : delay)
            fingers.append(Finger(landing: delay, lift: lift) { place(finger, $0) })
        }
    }

    /// The hand with these mergings.
    func merging(_ mergings: Merging...) -> Hand {
        var hand = self
        hand.mergings = mergings
        return hand
    }

    /// The hand with its first two contacts merged at this time: the first is lost, or the second.
    func merged(at start: Double, frames: Int) -> [Hand] {
        [(0, 1), (1, 0)].map { merging(Merging(stays: $0.0, lost: $0.1, start: start, frames: frames)) }
    }

    private func frame(at time: Double) -> Int { Int((time / Self.frame).rounded()) }

    /// The frames of the panel.
    var steps: [FingerStep] {
        var steps: [FingerStep] = []
        var isDown = Array(repeating: false, count: fingers.count)
        for frame in 0...frame(at: fingers.map(\.lift).max() ?? 0) {
            let time = Double(frame) * Self.frame
            var places: [Point?] = fingers.map {
                self.frame(at: $0.landing) <= frame && frame < self.frame(at: $0.lift) ? $0.place(time) : nil
            }
            for merging in mergings {
                let age = frame - self.frame(at: merging.start)
                guard 0 <= age, age < merging.frames, let one = places[merging.stays], let other = places[merging.lost]
                else { continue }
                places[merging.stays] = one + (other - one) * 0.5
                places[merging.lost] = nil
            }
            for (finger, place) in places.enumerated() {
                if let place {
                    steps.append(
                        isDown[finger]
                            ? .move(finger, place.x, place.y, at: time) : .down(finger, place.x, place.y, at: time))
                } else if isDown[finger] {
                    steps.append(.up(finger, at: time))
                }
                isDown[finger] = place != nil
            }
        }
        return steps
    }
}

extension Stage {
    /// The names of the recognized gestures: discrete ones, and continuous ones that began, each as often as it did;
    /// with their end unless it is `ended`.
    var gestures: [String] {
        var open: Set<String> = []
        var names: [String] = []
        for entry in log {
            switch entry.state {
            case .began:
                open.insert(entry.name)
                names.append(entry.name)
            case .ended: if open.remove(entry.name) == nil { names.append(entry.name) }
            case .cancelled:
                open.remove(entry.name)
                names.append("\(entry.name) cancelled")
            default: break
            }
        }
        return names + open.map { "\($0) never ended" }
    }

    /// The names of the completed gestures, without revoked ones.
    var completed: [String] { log.filter { $0.state == .ended }.map(\.name) }
}

/// The place at this angle and distance from the middle of the stage.
func around(_ angle: Double, _ radius: Double) -> Point {
    Point(x: 900, y: 500) + Vector(x: cos(angle), y: sin(angle)) * radius
}
