// Tests of members of custom gesture types.

import GestureWire
import Testing

private typealias Member = CustomMembers.Member

/// The members that follow the common ones in a line of a custom type.
private func written(_ own: [CustomMembers.Member]) -> String {
    members(sample(type: "own", .custom(CustomMembers(own))))
}

struct CustomMembersTests {
    @Test("members come in the order of their names, numbers with a point and counts without")
    func everyKind() {
        let own = [
            Member("way", .point(WirePoint(x: 1, y: 2.5))), Member("text", .text("a\"b\\c\n")), Member("n", .number(5)),
            Member("count", .count(-5)), Member("Angle", .number(1.0 / 3)),
        ]
        #expect(
            written(own)
                == #","Angle":0.333333,"count":-5,"n":5.0,"text":"a\"b\\c\n","way":{"x":1.0,"y":2.5}"#)
    }

    @Test(
        "a name that is not a letter followed by at most 31 letters and digits is ignored",
        arguments: [
            "", "1a", "a b", "a\"b", "a\\", "a\n", "a_b", "a-b", "ü", "aü", "a\u{301}", "@", "[", "`", "{", "a\u{0}",
            "a" + String(repeating: "b", count: 32), String(repeating: "x", count: 1_000_000),
        ])
    func names(name: String) {
        #expect(written([Member(name, .count(1)), Member("good", .count(2))]) == #","good":2"#)
    }

    @Test("a common member cannot be repeated")
    func commonMembers() throws {
        let common = try #require(
            line(sample(type: "own", .none)).split(separator: #""params":{"#).last?.matches(of: #/"([a-zA-Z]+)":/#)
                .map { String($0.1) }.filter { $0 != "x" && $0 != "y" })
        #expect(common.count == 11)
        #expect(written(common.map { Member($0, .count(1)) }) == "")
    }

    @Test("of two members with one name the first is written")
    func twins() {
        #expect(written([Member("a", .count(1)), Member("a", .count(2))]) == #","a":1"#)
    }

    @Test("of many members the first 16 are written")
    func many() {
        let own = CustomMembers((0..<100_000).map { Member("m\($0)", .count($0)) })
        #expect(own.members.count == customMembers)
        #expect(own["m15"] == .count(15))
        #expect(own["m16"] == nil)
    }

    @Test("a text is cut to as many whole Unicode characters as fit into 256 bytes")
    func longText() {
        let long = CustomMembers([
            Member("ascii", .text(String(repeating: "x", count: 10_000_000))),
            Member("wide", .text("x" + String(repeating: "😀", count: 100))),
            Member("fits", .text(String(repeating: "ü", count: 128))),
            Member("marks", .text("e" + String(repeating: "\u{301}", count: 1000))),
        ])
        #expect(long["ascii"] == .text(String(repeating: "x", count: customTextBytes)))
        #expect(long["wide"] == .text("x" + String(repeating: "😀", count: 63)))
        #expect(long["fits"] == .text(String(repeating: "ü", count: 128)))
        #expect(long["marks"] == .text("e" + String(repeating: "\u{301}", count: 127)))
    }

    @Test("any content gives valid JSON that reads back", arguments: UInt64(1)...200)
    func anything(seed: UInt64) throws {
        var generator = SplitMix(state: seed)
        let scalars = Array("aZ09 \"\\\u{0}\n\u{7f}\u{9b}ü😀{}[]:,\u{2028}".unicodeScalars)
        func text() -> String {
            let count = Int.random(in: 0...300, using: &generator)
            return (0..<count).reduce(into: "") { text, _ in
                text.unicodeScalars.append(scalars[Int.random(in: 0..<scalars.count, using: &generator)])
            }
        }
        func value() -> CustomValue {
            switch Int.random(in: 0...3, using: &generator) {
            // An odd number of eighths: a number without a fraction would read back as a count.
            case 0: .number(Double(Int.random(in: -1000...1000, using: &generator)) + 0.125)
            case 1: .count(Int(truncatingIfNeeded: generator.next()))
            case 2: .text(text())
            default:
                .point(WirePoint(x: Double(bitPattern: generator.next()), y: Double(bitPattern: generator.next())))
            }
        }
        let own = CustomMembers(
            (0..<20).map { number in
                Member(Bool.random(using: &generator) ? "m\(number % 12)" : String(text().prefix(4)), value())
            })
        let written = line(sample(type: "own", .custom(own)))
        #expect(written.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
        let read = try #require(try received(written))
        #expect(read.notification.measurement == (own.members.isEmpty ? .none : .custom(own)))
        #expect(read.change == nil)
    }
}
