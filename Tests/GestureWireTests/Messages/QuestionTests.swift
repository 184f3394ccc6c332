// Sample questions, and tests of unusable ones.

import GestureWire
import Testing

struct QuestionTests {
    static let begin = Question(
        question: 7, recognizer: "zoom", subject: .begin(sample(state: .began, .pinch(scale: 1.02, velocity: 0.8))))
    static let receive = Question(
        question: 8, recognizer: "a\"b",
        subject: .receive(
            QuestionedTouch(surface: "panel", time: 1_234_567_890, touch: TouchNotificationTests.began)))
    static let pair = Question(
        question: 9, recognizer: "pan",
        subject: .pair(
            .requireFailure, QuestionedPair(surface: "panel", time: 1_234_567_890, other: "pinch")))
    static let all = [
        begin, receive, pair,
        Question(
            question: 10, recognizer: "pan",
            subject: .pair(.simultaneous, QuestionedPair(surface: "panel", time: 0, other: "q\"\n"))),
        Question(
            question: 9_007_199_254_740_991, recognizer: "double",
            subject: .begin(sample(type: "tap", state: .recognized, .tap(taps: 2)))),
        Question(
            question: 1, recognizer: "own",
            subject: .begin(
                sample(type: "own", state: .began, .custom(CustomMembers([.init("n", .count(3))]))))),
        Question(
            question: 2, recognizer: "pan",
            subject: .receive(
                QuestionedTouch(surface: "q\"\n", time: 0, touch: TouchNotificationTests.began))),
    ]

    @Test(
        "what lacks its subject is not a question",
        arguments: [
            #"{"question":1,"ask":"begin","recognizer":"a"}"#, #"{"question":1,"ask":"receive","recognizer":"a"}"#,
            #"{"question":1,"recognizer":"a"}"#, #"{"question":1,"ask":2,"recognizer":"a"}"#, #"{"ask":"begin"}"#,
            #"{"question":1,"ask":"receive","recognizer":"a","touch":{"surface":"panel"}}"#,
            #"{"question":1,"ask":"simultaneous","recognizer":"a","pair":{"surface":"panel","time":1}}"#,
        ])
    func others(params: String) {
        let text = #"{"jsonrpc":"2.0","method":"question","params":\#(params)}"#
        #expect(throws: DecodingError.self) { try ServerMessage.decode(Array(text.utf8)) }
    }

    @Test("a question that asks something else is one of a later version, and ignored")
    func unknown() throws {
        let text = #"{"jsonrpc":"2.0","method":"question","params":{"question":1,"ask":"end","recognizer":"a"}}"#
        #expect(try ServerMessage.decode(Array(text.utf8)) == .other(method: "question"))
    }
}
