// Attachments chosen by a fuzzer's bytes, mostly valid ones.

import Configuration
import GestureWire

/// Makes requests to attach from bytes.
struct ChosenAttachment {
    private static let names = ["a", "b", "c", "tap", "pan", "left", "root", "inner", "", "pinch", "double-tap"]
    private static let types = RecognizerType.allCases.map(\.rawValue) + ["click", ""]
    private static let keys =
        [
            "name", "type", "region", "requireToFail", "simultaneousWith", "blocks", "then", "parent", "surface",
            "frame", "x",
            "y",
            "width", "height", "points", "minimumCutoff", "beta", "transform", "shape", "above", "enabled",
            "exclusive", "ask", "askTimeout",
        ] + Set(RecognizerType.allCases.flatMap { $0.properties.map(\.key) }).sorted()
    private static let words = [
        "50%", "0%", "100%", "10mm", "20pt", "300px", "-5%", "1e9pt", "0.3s", "300ms", "30deg", "left", "right", "up",
        "all", "circle", "ellipse", "touchscreen", "panel", "root", "tap", "on", "off", "\u{0}", "ä\u{301}",
        "99999999999999999999",
    ]
    private static let numbers = [0, 1, 2, 3, 10, 64, 0.5, -1, 100, 1e9, 1e300, -0.0001]

    private var bytes: ByteReader

    /// - Parameter bytes: The choices; the remaining bytes are in ``rest`` afterwards.
    init(_ bytes: ByteReader) { self.bytes = bytes }

    /// The remaining bytes.
    var rest: ByteReader { bytes }

    /// The next request.
    mutating func next() -> AttachRequest {
        let counts = bytes.next()
        return AttachRequest(
            regions: (0..<Int(counts & 3)).map { _ in region() },
            recognizers: (0..<Int(counts >> 2 & 7)).map { _ in recognizer() })
    }

    private mutating func region() -> WireValue {
        var members = [
            WireValue.Member(name: "name", value: .text(bytes.choice(of: Self.names))),
            WireValue.Member(name: "frame", value: frame()),
        ]
        members += more(["parent", "surface"]) + changes()
        return object(members)
    }

    /// The next changes of regions.
    mutating func nextUpdate() -> UpdateRequest {
        UpdateRequest(
            regions: (0..<bytes.next(below: 5)).map { _ in
                let name = WireValue.Member(name: "name", value: .text(bytes.choice(of: Self.names)))
                let kind = bytes.next()
                var members = [name] + changes()
                if kind & 1 == 0 { members.append(.init(name: "frame", value: frame())) }
                if kind == 255 { members += more([]) }
                return object(members)
            })
    }

    private mutating func changes() -> [WireValue.Member] {
        let kind = bytes.next()
        var members: [WireValue.Member] = []
        if kind & 1 != 0 { members.append(.init(name: "enabled", value: .flag(kind & 32 == 0))) }
        if kind & 2 != 0 { members.append(.init(name: "transform", value: numbers(6))) }
        if kind & 16 != 0 { members.append(.init(name: "exclusive", value: .flag(kind & 32 == 0))) }
        if kind & 4 != 0 {
            members.append(.init(name: "above", value: kind & 32 == 0 ? .null : .text(bytes.choice(of: Self.names))))
        }
        if kind & 8 != 0 {
            let points = (0..<bytes.next(below: 6)).map { _ in numbers(2) }
            members.append(.init(name: "shape", value: points.isEmpty ? .text("ellipse") : .list(points)))
        }
        return members
    }

    /// Mostly small ones.
    private mutating func numbers(_ count: Int) -> WireValue {
        .list(
            (0..<count).map { _ in
                let byte = bytes.next()
                return byte == 255 ? value(depth: 6) : .number(Double(byte) / 16 - 4)
            })
    }

    private mutating func frame() -> WireValue {
        let kind = bytes.next()
        if kind == 255 { return value(depth: 1) }
        let sides = ["x", "y", "width", "height"].map { side in
            WireValue.Member(name: side, value: .text("\(bytes.next() % 101)\(kind & 1 == 0 ? "%" : "mm")"))
        }
        return object(sides)
    }

    private mutating func recognizer() -> WireValue {
        var members = [
            WireValue.Member(name: "name", value: .text(bytes.choice(of: Self.names))),
            WireValue.Member(name: "type", value: .text(bytes.choice(of: Self.types))),
        ]
        members += more(["region", "requireToFail", "blocks", "then", "simultaneousWith"]) + questions()
        return object(members)
    }

    /// What it asks, if anything.
    private mutating func questions() -> [WireValue.Member] {
        let kind = bytes.next()
        let asks = (kind & 1 == 0 ? [] : ["begin"]) + (kind & 2 == 0 ? [] : ["receive"])
        if asks.isEmpty { return [] }
        let members = [WireValue.Member(name: "ask", value: .list(asks.map { .text($0) }))]
        if kind & 4 == 0 { return members }
        return members + [.init(name: "askTimeout", value: .number(Double(kind) / 255))]
    }

    /// Members that refer to others, and arbitrary ones.
    private mutating func more(_ references: [String]) -> [WireValue.Member] {
        let switches = bytes.next()
        var members: [WireValue.Member] = []
        for (index, key) in references.enumerated() where switches & (1 << UInt8(index)) != 0 {
            members.append(.init(name: key, value: .text(bytes.choice(of: Self.names))))
        }
        for _ in 0..<Int(switches >> 4 & 3) {
            members.append(.init(name: bytes.choice(of: Self.keys), value: value(depth: 1)))
        }
        return members
    }

    private mutating func value(depth: Int) -> WireValue {
        switch bytes.next(below: depth > 5 ? 5 : 8) {
        case 0: return .text(bytes.choice(of: Self.words))
        case 1: return .text(bytes.choice(of: Self.names))
        case 2: return .flag(bytes.next() & 1 == 0)
        case 3: return .integer(Int64(bytes.next() & 15))
        case 4:
            let number = bytes.choice(of: Self.numbers)
            return Int64(exactly: number).map(WireValue.integer) ?? .number(number)
        case 5: return .list((0..<bytes.next(below: 5)).map { _ in value(depth: depth + 1) })
        case 6:
            return object(
                (0..<bytes.next(below: 5)).map { _ in
                    .init(name: bytes.choice(of: Self.keys), value: value(depth: depth + 1))
                })
        default: return .null
        }
    }

    /// Each name once and in order, as in parsed values.
    private func object(_ members: [WireValue.Member]) -> WireValue {
        var kept: [WireValue.Member] = []
        for member in members where !kept.contains(where: { $0.name == member.name }) { kept.append(member) }
        return .object(kept.sorted { $0.name < $1.name })
    }
}
