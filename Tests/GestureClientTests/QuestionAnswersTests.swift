// Tests of the questions of own recognizers, and of a program's answers.

import Foundation
import GestureWire
import Testing

@testable import GestureClient

@Suite struct QuestionAnswersTests {
    private static func ask(
        _ number: Int, _ recognizer: String, _ subject: Question.Subject
    ) -> (inout LineWriter) -> Void {
        { $0.append(Question(question: number, recognizer: recognizer, subject: subject)) }
    }

    private static func answer(_ id: Int, _ question: Int, _ yes: Bool) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"answer","params":{"question":\#(question),"yes":\#(yes)}}"#
    }

    private static let touched = QuestionedTouch(surface: "panel", time: 2_500_000, touch: touch(.began).touches[0])

    @Test("Closures answer, each question by that of its recognizer, and others are not answered")
    func answering() async throws {
        let peer = try ScriptedPeer()
        let received = Handover<[String]>()
        peer.play { peer in
            var (caller, lines) = try peer.admitAttaching()
            try caller.say(Self.ask(1, "stranger", .begin(pan(.began))))
            try caller.say(Self.ask(2, "b", .receive(Self.touched)))
            // Each waits for the answer to the one before, as tasks run in no order.
            for (number, name, subject) in [
                (3, "a", Question.Subject.begin(pan(.began))), (4, "b", .begin(pan(.began))),
                (5, "a", .receive(Self.touched)),
            ] {
                try caller.say(Self.ask(number, name, subject))
                lines.append(try caller.nextLine())
                try caller.answer(lines.count - 1)
            }
            received.give(lines)
        }
        let recognizers: [AttachedRecognizer] = [
            .pan("a").shouldBegin { $0 == pan(.began) }.shouldReceive { $0 != Self.touched },
            .pan("b").shouldBegin { _ in false },
        ]
        let events = try GestureEvents(path: peer.path, attaching: Attachments(recognizers: recognizers))
        for try await event in events { guard case .connected = event else { throw Missing() } }
        let lines = try #require(await Task.detached { received.take() }.value)
        #expect(
            lines[0].contains(
                #""recognizers":[{"ask":["begin","receive"],"name":"a","type":"pan"},"#
                    + #"{"ask":["begin"],"name":"b","type":"pan"}]"#))
        #expect(lines[1...] == [Self.answer(1, 3, true), Self.answer(2, 4, false), Self.answer(3, 5, false)])
    }

    @Test("Recognizers ask again after a loss, and what the old connection asked is not answered")
    func reconnecting() async throws {
        let peer = try ScriptedPeer()
        let (gate, open) = AsyncStream<Bool>.makeStream()
        let received = Handover<[String]>()
        peer.play { peer in
            let (caller, _) = try peer.admitAttaching()
            try caller.say(Self.ask(1, "a", .receive(Self.touched)))
            shutdown(caller.descriptor, Int32(SHUT_WR))
            let (again, requests) = try peer.admitAttaching()
            // It stands behind the late answer.
            let update = try again.nextLine()
            try again.answer(1)
            try again.say(Self.ask(1, "a", .begin(pan(.began))))
            received.give(requests + [update, try again.nextLine()])
        }
        let isLate = Handover<Bool>()
        let recognizer = AttachedRecognizer.pan("a").shouldBegin { _ in true }
            .shouldReceive { _ in
                defer { isLate.give(true) }
                return await gate.first { _ in true } ?? true
            }
        let events = try GestureEvents(
            path: peer.path, attaching: Attachments(recognizers: [recognizer]), reconnects: true)
        var connections = 0
        for try await event in events {
            if case .disconnected = event, connections == 2 { break }
            guard case .connected = event else { continue }
            connections += 1
            guard connections == 2 else { continue }
            open.yield(false)
            _ = await Task.detached { isLate.take() }.value
            try await events.update(RegionChange("photo", isEnabled: true))
        }
        let lines = try #require(await Task.detached { received.take() }.value)
        #expect(lines[0].contains(#""ask":["begin","receive"]"#) && lines[1].contains("update"))
        #expect(lines[2] == Self.answer(2, 1, true))
    }

    @Test("A connection returns questions, and sends the answers that the program gives")
    func blocking() throws {
        let peer = try ScriptedPeer()
        let received = Handover<[String]>()
        peer.play { peer in
            let caller = try peer.greet()
            var lines = [try caller.nextLine()]
            try caller.answer(1, #"{"regions":[],"recognizers":["a"],"surfaces":[]}"#)
            try caller.say(Self.ask(7, "a", .begin(pan(.began))))
            lines.append(try caller.nextLine())
            try caller.answer(2)
            lines.append(try caller.nextLine())
            try caller.say(#"{"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"no such question"}}"#)
            received.give(lines)
        }
        let connection = try GestureConnection(path: peer.path)
        try connection.attach(recognizers: [.pan("a").asking(.begin).asking(.receive, .begin)])
        let question = Question(question: 7, recognizer: "a", subject: .begin(pan(.began)))
        #expect(try connection.next() == .question(question))
        try connection.answer(7, false)
        #expect(throws: ServerError.self) { try connection.answer(8, true) }
        let lines = try #require(received.take())
        #expect(lines[0].contains(#"{"ask":["begin","receive"],"name":"a","type":"pan"}"#))
        #expect(lines[1...] == [Self.answer(2, 7, false), Self.answer(3, 8, true)])
    }

    @Test("The row of the article begins when it is dragged sideways, and says nothing about touches")
    func row() async {
        let row = AttachedRecognizer.pan("row").shouldBegin { gesture in
            guard case .pan(_, let velocity, _) = gesture.measurement else { return true }
            return abs(velocity.x) > abs(velocity.y)
        }
        let list = AttachedRecognizer.pan("list").requiring(toFail: "row")
        let attachments = Attachments(recognizers: [list, row])
        for (x, y) in [(5.0, 1.0), (1, -5)] {
            var gesture = pan(.began)
            gesture.measurement = .pan(translation: .zero, velocity: WirePoint(x: x, y: y), projection: nil)
            let question = Question(question: 1, recognizer: "row", subject: .begin(gesture))
            #expect(await attachments.answer(to: question)?() == (x == 5))
        }
        let others = [
            Question(question: 1, recognizer: "row", subject: .receive(Self.touched)),
            Question(question: 1, recognizer: "list", subject: .begin(pan(.began))),
        ]
        for question in others { #expect(attachments.answer(to: question) == nil) }
    }
}
