// Time and kind of a line, found without parsing the rest.

import Glibc

/// The kinds of measured lines.
enum LineKind {
    /// A gesture that changes.
    case changed
    /// Touches that move.
    case moved

    fileprivate var mark: String {
        switch self {
        case .changed: "\"state\":\"changed\""
        case .moved: "\"phase\":\"moved\""
        }
    }
}

/// Reads similar lines.
struct LineContent {
    private var mark: Pattern
    private var timeMember = Pattern("\"time\":")

    init(_ kind: LineKind) {
        mark = Pattern(kind.mark)
    }

    /// The member `time` in microseconds; nil in a line of another kind.
    mutating func time(in line: UnsafeRawBufferPointer) -> Int? {
        guard mark.end(in: line) != nil, let start = timeMember.end(in: line) else { return nil }
        var value = 0
        var digits = 0
        for byte in line[start...] {
            if byte == UInt8(ascii: ".") { continue }
            guard byte >= 0x30, byte <= 0x39 else { break }
            value = value * 10 + Int(byte - 0x30)
            digits += 1
        }
        return digits > 6 ? value : nil
    }

    /// Passes on each complete line with its LF; returns the number of consumed bytes.
    static func forEachLine(of bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) -> Int {
        var start = 0
        while start < bytes.count, let base = bytes.baseAddress,
            let end = memchr(base + start, 0x0A, bytes.count - start)
        {
            let next = UnsafeRawPointer(end) - base + 1
            body(UnsafeRawBufferPointer(rebasing: bytes[start..<next]))
            start = next
        }
        return start
    }
}

/// A search for bytes that begins near their last place: a thousand subscribers share one processor.
private struct Pattern {
    private let bytes: [UInt8]
    private var lastPlace = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    /// The place after an occurrence.
    mutating func end(in line: UnsafeRawBufferPointer) -> Int? {
        let last = line.count - bytes.count
        guard last >= 0 else { return nil }
        let near = max(0, lastPlace - 8)...max(0, lastPlace + 8)
        guard let place = place(in: line, near.clamped(to: 0...last)) ?? place(in: line, 0...last) else { return nil }
        lastPlace = place
        return place + bytes.count
    }

    private func place(in line: UnsafeRawBufferPointer, _ places: ClosedRange<Int>) -> Int? {
        places.first { place in line[place] == bytes[0] && isAt(place, in: line) }
    }

    private func isAt(_ place: Int, in line: UnsafeRawBufferPointer) -> Bool {
        for index in bytes.indices where line[place + index] != bytes[index] { return false }
        return true
    }
}
