// Tests of the notification of a question, and of its answer.

import GestureWire
import Testing

private func line(_ question: Question) -> String {
    var writer = LineWriter()
    writer.append(question)
    return String(decoding: writer.bytes, as: UTF8.self)
}

private func decode(_ params: String) -> Result<Request, RequestError> {
    IncomingRequest.decode(Array(#"{"jsonrpc":"2.0","id":1,"method":"answer","params":\#(params)}"#.utf8)[...]).content
}

struct QuestionTests {
    static let begin = Question(
        question: 7, recognizer: "zoom", subject: .begin(sample(state: .began, .pinch(scale: 1.02, velocity: 0.8))))
    static let receive = Question(
        question: 8, recognizer: "a\"b",
        subject: .receive(
            QuestionedTouch(surface: "panel", time: 1_234_567_890, touch: TouchNotificationTests.began)))
    static let all = [
        begin, receive,
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

    @Test("a question about a beginning has what the gesture's notification would have")
    func beginning() {
        #expect(
            line(Self.begin)
                == #"{"jsonrpc":"2.0","method":"question","params":{"question":7,"ask":"begin","recognizer":"zoom","#
                + #""gesture":{"recognizer":"zoom","type":"pinch","gesture":7,"state":"began","surface":"panel","#
                + #""region":"root","time":1234.567890,"location":{"x":512.0,"y":300.5},"touches":[3,4],"#
                + #""scale":1.02,"delta":1.02,"velocity":0.8}}}"# + "\n")
    }

    @Test("a question about a touch has what its notification would have, with surface and time")
    func receiving() {
        #expect(
            line(Self.receive)
                == #"{"jsonrpc":"2.0","method":"question","params":{"question":8,"ask":"receive","#
                + #""recognizer":"a\"b","touch":{"surface":"panel","time":1234.567890,"id":4,"phase":"began","#
                + #""location":{"x":0.0,"y":0.0},"previousLocation":{"x":0.0,"y":0.0},"#
                + #""region":"left \"half\"\n","tapCount":1}}}"# + "\n")
    }

    @Test("every question reads back as written", arguments: all)
    func readingBack(question: Question) throws {
        #expect(try ServerMessage.decode(Array(line(question).utf8)) == .question(question))
    }

    @Test(
        "what lacks its subject is not a question",
        arguments: [
            #"{"question":1,"ask":"begin","recognizer":"a"}"#, #"{"question":1,"ask":"receive","recognizer":"a"}"#,
            #"{"question":1,"recognizer":"a"}"#, #"{"question":1,"ask":2,"recognizer":"a"}"#, #"{"ask":"begin"}"#,
            #"{"question":1,"ask":"receive","recognizer":"a","touch":{"surface":"panel"}}"#,
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

    @Test("an answer is read as a client writes it")
    func answer() throws {
        for request in [Request.answer(question: 7, yes: true), .answer(question: -1, yes: false)] {
            var writer = LineWriter()
            writer.append(request, identifier: .integer(7))
            #expect(try IncomingRequest.decode(writer.bytes[...]).content.get() == request)
        }
    }

    @Test(
        "anything else is refused with its place and a hint",
        arguments: [
            ("{}", "params.question", "missing"), (#"{"question":7}"#, "params.yes", "missing"),
            (#"{"question":7,"yes":null}"#, "params.yes", "missing"),
            (#"{"question":7,"yes":1}"#, "params.yes", "wrong type"),
            (#"{"question":7.5,"yes":true}"#, "params.question", "wrong type"),
            (#"{"question":"7","yes":true}"#, "params.question", "wrong type"),
            (#"{"question":7,"yes":true,"no":false}"#, "params.no", "unknown member"),
        ])
    func refused(params: String, path: String, message: String) {
        guard case .failure(let error) = decode(params) else {
            Issue.record("let through: \(params)")
            return
        }
        #expect(error.code == .invalidParameters && error.path == path && error.message == message)
        #expect(!error.hint.isEmpty)
    }
}
