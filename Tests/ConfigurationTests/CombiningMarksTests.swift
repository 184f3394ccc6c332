// Texts of combining marks, at every place of a request: none takes longer than letters.

import GestureWire
import Testing

@testable import Configuration

@Suite(.serialized, .timeLimit(.minutes(60))) struct CombiningMarksTests {
    private static let size = 100_000

    /// Two classes of marks, of which the second comes first in canonical order.
    private static let run =
        String(repeating: "\u{345}", count: size / 4) + String(repeating: "\u{334}", count: size / 4)
    private static let letters = String(repeating: "abcdefghij", count: size / 10)

    @Test(
        "Keys are printable ASCII of at most 256 bytes",
        arguments: ["ключ", "a\u{301}", String(repeating: "k", count: 257)])
    func keys(key: String) {
        let shown = key.unicodeScalars.count > 40 ? String(key.prefix(40)) + "…" : key
        #expect(messages(of: "\(key): 1") == ["1:1 unknown key `\(shown)`"])
        let value = WireValue.object([.init("name", "a"), .init("type", "tap"), .init(key, 1)])
        #expect(
            Configuration.standard.refusals(recognizers: [value]).first?.hasSuffix(": unknown key `\(shown)`") == true
        )
    }

    /// Places of a request that have a text.
    private static func requests(_ text: String) -> [(regions: [WireValue], recognizers: [WireValue])] {
        let recognizer: WireValue = ["type": "tap", "name": "a"]
        let text = WireValue.text(text)
        return [
            ([], [text]), ([], [["name": text, "type": "tap"]]), ([], [["name": "a", "type": text]]),
            ([], [recognizer.with("region", text)]), ([], [recognizer.with("requireToFail", .list([text, text]))]),
            ([], [recognizer.with("enabled", text)]), ([], [recognizer.with("numberOfTapsRequired", text)]),
            ([region("b").with("surface", text)], []), ([region("b").with("parent", text)], []),
            ([["name": "b", "frame": ["x": text, "y": 0, "width": 1, "height": 1]]], []),
            ([["name": text, "frame": half]], []),
        ]
    }

    @Test("A request of combining marks is refused as quickly as one of letters")
    func requests() {
        func time(_ text: String) -> [Duration] {
            Self.requests(text).map { request in
                processorTime {
                    for _ in 0..<10 {
                        _ = Configuration.standard.refusals(
                            regions: request.regions, recognizers: request.recognizers, surfaces: ["panel"])
                    }
                }
            }
        }
        let baselines = time(Self.letters)
        let baseline = baselines.max() ?? .zero
        for (index, duration) in time(Self.run).enumerated() {
            #expect(duration < baseline * 12, "request \(index)")
        }
    }

    @Test("Only the first problems of a request have hints")
    func hints() throws {
        let wrong = (0..<64).map { WireValue.object([.init("name", .text("r\($0)")), .init("type", "tapp")]) }
        let error = #expect(throws: AttachmentError.self) {
            try Configuration.standard.attached(
                regions: [], recognizers: wrong, beside: AttachedRules(), surfaces: [])
        }
        let hints = try #require(error).problems.map(\.hint)
        #expect(hints.count == 64 && hints.prefix(4).allSatisfy { $0 == "did you mean `tap`?" })
        #expect(hints.dropFirst(4).allSatisfy { $0 == nil })
    }
}
