// Fingers for tests that type on an on-screen keyboard, as events of a touchscreen.

import Touch
import TouchTesting

/// The keys of an on-screen keyboard on the lower half of a surface of 2000 by 1000 points.
enum Keyboard {
    private static let rows = ["qwertyuiop", "asdfghjkl;", "zxcvbnm,._"]
    private static let top = 500.0

    /// The middle of a key.
    static func place(of key: Character) -> (x: Double, y: Double) {
        for (index, row) in rows.enumerated() {
            if let column = Array(row).firstIndex(of: key) {
                return (Double(column) * 200 + 100, top + Double(index) * 160 + 80)
            }
        }
        preconditionFailure("no such key")
    }

    /// The key at a place; nil above the keyboard.
    static func key(x: Double, y: Double) -> Character? {
        guard y >= top, x >= 0 else { return nil }
        let row = Array(rows[min(Int((y - top) / 160), rows.count - 1)])
        return row[min(Int(x / 200), row.count - 1)]
    }
}

/// Fingers with times in milliseconds, in any order.
struct TypedText {
    /// The time after the last event.
    static let end = 6000

    private var frames: [(time: Int, order: Int, signals: [Signal])] = []
    private var lastID: Int32 = 0

    /// A finger that stays at one place.
    mutating func tap(_ place: (x: Double, y: Double), slot: Int32 = 0, from start: Int, until end: Int) {
        move([place], slot: slot, from: start, until: end)
    }

    /// A finger that moves straight from one place to the next, a frame each 10 ms.
    mutating func move(_ path: [(x: Double, y: Double)], slot: Int32 = 0, from start: Int, until end: Int) {
        lastID += 1
        add(start, [.slot(slot), .id(lastID), .x(Int32(path[0].x)), .y(Int32(path[0].y))])
        if path.count > 1 {
            for time in stride(from: start + 10, to: end, by: 10) {
                let position = Double(time - start) / Double(end - start) * Double(path.count - 1)
                let index = min(Int(position), path.count - 2)
                let (from, to, part) = (path[index], path[index + 1], position - Double(index))
                let x = from.x + (to.x - from.x) * part
                let y = from.y + (to.y - from.y) * part
                add(time, [.slot(slot), .x(Int32(x)), .y(Int32(y))])
            }
        }
        add(end, [.slot(slot), .id(-1)])
    }

    private mutating func add(_ time: Int, _ signals: [Signal]) { frames.append((time, frames.count, signals)) }

    /// The events of the touchscreen.
    var recording: Recording {
        // A recording's time begins with its first event.
        var signals: [Signal] = [.report(0)]
        let sorted = frames.sorted { ($0.time, $0.order) < ($1.time, $1.order) }
        for (index, frame) in sorted.enumerated() {
            signals += frame.signals
            if index + 1 == sorted.count || sorted[index + 1].time != frame.time {
                signals.append(.report(Int64(frame.time) * 1000))
            }
        }
        return Fixtures.recording(signals + [.report(Int64(Self.end) * 1000)])
    }
}

/// A way of typing a word.
enum Typing: CaseIterable {
    /// One key after the other, with one finger.
    case oneFinger
    /// One key after the other, so quickly that two of the same are a double tap.
    case quickFinger
    /// Each key is pressed before the last one is released.
    case twoThumbs
    /// The finger goes from key to key without lifting.
    case swipe
    /// Each key is held until a long press begins.
    case longPresses
    /// One finger types, another one rests and moves outside of the keyboard.
    case restingFinger
    /// One finger types, another one taps outside of the keyboard in between.
    case tapsBetween

    /// The events of typing a word between two taps outside of the keyboard; nil types nothing.
    func recording(_ word: String?) -> Recording {
        var text = TypedText()
        text.tap((300, 100), from: 100, until: 150)
        if let word { type(word, &text) }
        switch self {
        case .restingFinger: text.move([(200, 200), (1800, 300), (900, 100)], slot: 5, from: 700, until: 5000)
        case .tapsBetween:
            for start in stride(from: 1100, to: 4500, by: 350) {
                text.tap((1500, 200), slot: 5, from: start, until: start + 40)
            }
        case .oneFinger, .quickFinger, .twoThumbs, .swipe, .longPresses: break
        }
        text.tap((300, 100), from: 5400, until: 5450)
        return text.recording
    }

    private func type(_ word: String, _ text: inout TypedText) {
        let keys = word.map { Keyboard.place(of: $0) }
        // The time of a key, how long it is held, and the number of fingers that take turns.
        let (interval, hold, fingers) =
            switch self {
            case .oneFinger, .restingFinger, .tapsBetween: (400, 70, 1)
            case .quickFinger: (200, 50, 1)
            case .twoThumbs: (100, 150, 2)
            case .longPresses: (900, 700, 1)
            case .swipe: (0, 0, 0)
            }
        if self == .swipe { return text.move(keys, from: 1000, until: 4000) }
        for (index, key) in keys.prefix(self == .longPresses ? 4 : keys.count).enumerated() {
            let start = 1000 + index * interval
            text.tap(key, slot: Int32(index % fingers), from: start, until: start + hold)
        }
    }
}
