// Requests chosen by a fuzzer's bytes, mostly valid ones.

import GestureWire

/// Makes requests from bytes.
struct ChosenRequest {
    private static let filters = [
        SubscriptionFilter(), SubscriptionFilter(touches: true), SubscriptionFilter(maxRate: 10),
        SubscriptionFilter(recognizers: ["p*"], surfaces: ["panel"]),
        SubscriptionFilter(recognizers: ["a", "tap"], touches: true, maxRate: 30),
        SubscriptionFilter(states: GestureStates([.changed, .recognized])),
        SubscriptionFilter(states: GestureStates(GestureState.allCases), touches: true),
        SubscriptionFilter(surfaces: ["[!p]*"], touches: true),
        SubscriptionFilter(maxRate: 30, coordinates: .region, locations: true),
        SubscriptionFilter(coordinates: .region), SubscriptionFilter(touches: true, locations: true),
        SubscriptionFilter(touches: true, predicted: true),
    ]
    private static let names = ["a", "b", "tap", "pan", "pinch", "press", "left", "root", "none"]

    private var bytes: ByteReader

    init(_ bytes: ByteReader) { self.bytes = bytes }

    /// The remaining bytes.
    var rest: ByteReader { bytes }

    /// The next request as a line.
    mutating func next() -> [UInt8] {
        let kind = bytes.next()
        let request = request(kind & 15)
        var writer = LineWriter()
        switch kind >> 4 {
        case 0: writer.append(request, identifier: .null)
        case 1: writer.append(request, identifier: .string("ä\"\u{1}"))
        case 2: writer.append(request, identifier: .number(0.1))
        case 15:
            writer.append(request, identifier: .integer(0))
            return Array(String(decoding: writer.bytes, as: UTF8.self).replacing("\"id\":0,", with: "").utf8)
        default: writer.append(request, identifier: .integer(Int64(kind)))
        }
        return writer.bytes
    }

    private mutating func request(_ kind: UInt8) -> Request {
        switch kind {
        case 0...3: return .subscribe(bytes.choice(of: Self.filters))
        case 4: return .unsubscribe(subscription: Int(bytes.next() & 7))
        case 5: return .list(bytes.choice(of: ListKind.allCases))
        case 6, 7:
            var chosen = ChosenAttachment(bytes)
            defer { bytes = chosen.rest }
            return .attach(chosen.next())
        case 8:
            let kind = bytes.next()
            if kind & 1 == 0 {
                let first = kind & 6 == 2 ? "custom" : "pan"
                return .attach(AttachRequest(recognizers: [simple(first), simple("tap")]))
            }
            var chosen = ChosenAttachment(bytes)
            defer { bytes = chosen.rest }
            return .update(chosen.nextUpdate())
        case 9: return .detach(DetachRequest())
        case 10: return .detach(DetachRequest(regions: names(), recognizers: names()))
        case 11: return .setEnabled(recognizer: bytes.choice(of: Self.names), isEnabled: bytes.next() & 1 == 0)
        case 12:
            // The second of the three changes how fingers are treated.
            let region = bytes.next()
            if region & 5 == 4 { return .swallow(surface: region & 2 == 0 ? nil : bytes.choice(of: Self.names)) }
            return region & 1 == 0
                ? .status : .setPrivate(region: bytes.choice(of: Self.names), isPrivate: region & 2 == 0)
        case 14:
            // Most questions are recent, some were never asked.
            let number = bytes.next()
            if number & 128 != 0 { return .recognize(decision(number)) }
            return .answer(question: Int(number >> 1 & 31), yes: number & 1 == 0)
        case 13: return .rotate(surface: "panel", bytes.choice(of: QuarterTurn.allCases))
        default: return .reload
        }
    }

    /// A decision about a recent attempt, mostly; the state may be one that cannot follow.
    private mutating func decision(_ number: UInt8) -> RecognizeRequest {
        let choice = bytes.next()
        return RecognizeRequest(
            recognizer: bytes.choice(of: Self.names), attempt: Int(number & 7), change: Int(choice >> 4),
            state: choice & 1 == 0 ? bytes.choice(of: GestureState.allCases) : nil,
            values: choice & 2 == 0 ? CustomMembers([.init("count", .count(Int(choice)))]) : nil,
            ignore: choice & 12 == 0 ? [Int(number >> 3 & 15)] : [])
    }

    /// A recognizer of a type, with any name.
    private mutating func simple(_ type: String) -> WireValue {
        let name = WireValue.Member(name: "name", value: .text(bytes.choice(of: Self.names)))
        return .object([name, WireValue.Member(name: "type", value: .text(type))])
    }

    private mutating func names() -> [String]? {
        let count = Int(bytes.next() & 3)
        return count == 3 ? nil : (0..<count).map { _ in bytes.choice(of: Self.names) }
    }
}
