// Tests of `ask` and `askTimeout`, which only attached recognizers have.

import Configuration
import GestureWire
import Gestures
import Testing

@Suite struct AttachedQuestionTests {
    private let configuration = Configuration(recognizers: [])

    private func read(_ keys: [(String, WireValue)]) throws(AttachmentError) -> RecognizerRule? {
        var members = [("name", "a" as WireValue), ("type", "tap")]
        members += keys
        return try configuration.attached(
            regions: [], recognizers: [.object(members.map { WireValue.Member(name: $0.0, value: $0.1) })],
            beside: AttachedRules(), surfaces: []
        ).recognizers.first
    }

    @Test(
        "A recognizer asks what is listed, and waits as long as it says",
        arguments: [
            ([], [], 0.1), ([("ask", ["begin"])], .begin, 0.1), ([("ask", ["receive"])], .receive, 0.1),
            ([("ask", ["receive", "begin"]), ("askTimeout", 1)], [.begin, .receive], 1),
            ([("ask", ["begin"]), ("askTimeout", "50ms")], .begin, 0.05),
            ([("askTimeout", 0.001), ("ask", ["begin"])], .begin, 0.001),
        ] as [([(String, WireValue)], GestureQuestions, Double)])
    func read(keys: [(String, WireValue)], asks: GestureQuestions, timeout: Double) throws {
        let rule = try #require(try read(keys))
        #expect(rule.questions.asks == asks && rule.questions.timeout == timeout)
        let recognizer = rule.makeRecognizer()
        #expect(recognizer.asks == asks && recognizer.answerTimeout == timeout)
    }

    @Test(
        "Anything else is refused, with its path",
        arguments: [
            ([("ask", "begin")], ".ask: `ask` must be a list of begin, receive or both, not `begin`"),
            ([("ask", true)], ".ask: `ask` must be a list of begin, receive or both, not `true`"),
            ([("ask", nil)], ".ask: `ask` must be a list of begin, receive or both, not nothing"),
            ([("ask", [])], ".ask: `ask` must be a list of begin, receive or both, not an empty list"),
            (
                [("ask", ["begin", "recieve"])],
                ".ask[1]: `ask` must be a list of begin, receive or both, not `recieve`; did you mean `receive`?"
            ),
            ([("ask", [1])], ".ask[0]: `ask` must be a list of begin, receive or both, not `1`"),
            ([("ask", ["begin", "begin"])], ".ask[1]: `begin` is in the list twice"),
            (
                [("ask", ["begin"]), ("askTimeout", 0)],
                ".askTimeout: `askTimeout` must be a time of more than 0 and at most 1 second, such as 0.05 or 50ms, "
                    + "not `0`"
            ),
            (
                [("ask", ["begin"]), ("askTimeout", 1.5)],
                ".askTimeout: `askTimeout` must be a time of more than 0 and at most 1 second, such as 0.05 or 50ms, "
                    + "not `1.5`"
            ),
            (
                [("ask", ["begin"]), ("askTimeout", ["begin"])],
                ".askTimeout: `askTimeout` must be a time of more than 0 and at most 1 second, such as 0.05 or 50ms, "
                    + "not a list of 1"
            ),
            (
                [("askTimeout", 0.2)],
                #".askTimeout: `askTimeout` has no effect without `ask`; add "ask": ["begin"]"#
            ),
            ([("asks", ["begin"])], ".asks: unknown key `asks`; did you mean `ask`?"),
        ] as [([(String, WireValue)], String)])
    func refused(keys: [(String, WireValue)], problem: String) throws {
        let error = try #require(throws: AttachmentError.self) { try read(keys) }
        #expect(error.description == "params.recognizers[0]" + problem)
    }

    @Test("In the file, a recognizer has no such keys, with or without a type", arguments: ["ask", "askTimeout"])
    func file(key: String) throws {
        for type in ["type: tap, ", ""] {
            let error = try #require(throws: ConfigurationError.self) {
                try Configuration(yaml: "recognizers: [{ name: a, \(type)\(key): [begin] }]", file: "file")
            }
            #expect(error.problems.map(\.message).contains("only recognizers that a client attaches have `\(key)`"))
            #expect(error.problems.count == (type.isEmpty ? 2 : 1))
        }
    }
}
