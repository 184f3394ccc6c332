// Tests of questions of attached recognizers in a whole daemon: what the client is asked, and what its answers do.

import Configuration
import GestureWire
import Testing
import Touch
import TouchTesting

@testable import GestureDaemon

private let done = #"{"jsonrpc":"2.0","id":1,"result":{}}"#
private let tap = #"{"name":"it","type":"tap","ask":["begin"]}"#
private let (one, two) = (Fixtures.taps((300, 200)), Fixtures.taps((300, 200), (300, 200)))

private func panel(
    _ recording: Recording, _ recognizers: [RecognizerRule] = [], isDisguised: Bool = false
) throws -> ListenedPanel {
    try ListenedPanel(
        recording, Configuration(surfaces: Fixtures.inPoints, recognizers: recognizers), isDisguised: isDisguised)
}

/// A client that has attached recognizers and receives everything, in short: `question 1: it recognized`, `done`.
private struct Asked {
    let panel: ListenedPanel
    let client: ListenedPanel.Client

    init(
        _ panel: ListenedPanel, _ recognizers: String = tap,
        _ capabilities: Set<Capability> = [.gestures, .attach, .control]
    ) throws {
        self.panel = panel
        client = try panel.connect(capabilities)
        request("attach", #"{"recognizers":[\#(recognizers)]}"#)
        request("subscribe")
    }

    /// Plays up to a time in milliseconds, and returns what came since the last call.
    func play(until end: Int) -> [String] {
        panel.play(until: end)
        return words()
    }

    @discardableResult
    func request(_ method: String, _ params: String = "{}") -> [String] {
        client.forget()
        panel.request(method, params, by: client)
        return words()
    }

    func answer(_ question: Int, _ yes: Bool) -> [String] {
        request("answer", #"{"question":\#(question),"yes":\#(yes)}"#)
    }

    func words() -> [String] {
        defer { client.forget() }
        return client.lines.map { line in
            if line == done { return "done" }
            let bytes = Array(line.replacing("\"time\":T", with: "\"time\":1.0").utf8)
            return switch try? ServerMessage.decode(bytes) {
            case .gesture(let gesture): "\(gesture.notification.recognizer) \(gesture.notification.state)"
            case .question(let question):
                switch question.subject {
                case .begin(let gesture): "question \(question.question): \(question.recognizer) \(gesture.state)"
                case .receive(let touch):
                    "question \(question.question): \(question.recognizer) receives \(touch.touch.phase)"
                case .pair(let kind, let pair):
                    "question \(question.question): \(question.recognizer) \(kind) \(pair.other)"
                }
            case .error(_, let error): "\(error.code) \(error.data?.path ?? "")"
            default: line
            }
        }
    }
}

@Suite struct QuestionTests {
    @Test(
        "A question has what the gesture will say, which comes with the answer, before the answer's own",
        arguments: [true, false])
    func yes(isDisguised: Bool) throws {
        let panel = try panel(one, isDisguised: isDisguised)
        let client = try Asked(panel).client
        panel.play(until: 600)
        #expect(client.lines.count == 1)
        let members = try #require(client.lines.first?.firstMatch(of: /"gesture":\{(.*)\}\}\}$/)?.1)
        #expect(members.hasPrefix(#""recognizer":"it","type":"tap","gesture":"#))
        #expect(members.contains(#""location":{"x":300.0,"y":200.0},"touches":["#))
        client.forget()
        panel.request("answer", #"{"question":1,"yes":true}"#, by: client)
        #expect(client.lines.count == 2 && client.lines.last == done)
        #expect(client.lines.first?.hasSuffix(#""seq":1,\#(members)}}"#) == true, "\(client.lines), \(members)")
    }

    @Test("After a no there is no gesture; the next one is asked about with the next number")
    func no() throws {
        let asked = try Asked(panel(two))
        #expect(asked.play(until: 600) == ["question 1: it recognized"])
        #expect(asked.answer(1, false) == ["done"])
        #expect(asked.play(until: 1590) == ["question 2: it recognized"])
        #expect(asked.answer(2, true) == ["it recognized", "done"])
    }

    @Test("Nothing else waits: own recognizers, others', and configured ones")
    func others() throws {
        let panel = try panel(one, [RecognizerRule(name: "theirs", type: .tap)])
        let asked = try Asked(
            panel,
            tap
                + #",{"name":"free","type":"tap","simultaneousWith":["it"]},{"name":"waits","type":"tap","requireToFail":["it"],"simultaneousWith":["free"]}"#
        )
        let other = try Asked(panel, #"{"name":"mine","type":"tap"}"#)
        #expect(asked.play(until: 600) == ["theirs recognized", "question 1: it recognized", "free recognized"])
        #expect(other.words() == ["theirs recognized", "mine recognized"])
        #expect(asked.answer(1, false) == ["waits recognized", "done"])
    }

    @Test("The end of a recognizer, of its region and of its rights, and a rotation, close its question")
    func ends() throws {
        let ends: [(Asked) -> [String]] = [
            { $0.request("detach") }, { $0.request("detach", #"{"recognizers":["it"]}"#) },
            { $0.request("detach", #"{"regions":["all"]}"#) },
            { $0.request("setEnabled", #"{"recognizer":"it","enabled":false}"#) },
            { $0.request("rotate", #"{"surface":"panel","rotation":90}"#) },
            {
                $0.panel.allow([.gestures], to: $0.client)
                $0.panel.allow([.gestures, .attach], to: $0.client)
                return $0.words()
            },
        ]
        for end in ends {
            let asked = try Asked(panel(one), "")
            let frame = #"{"x":"0%","y":"0%","width":"100%","height":"100%"}"#
            asked.request(
                "attach",
                #"{"regions":[{"name":"all","frame":\#(frame)}],"recognizers":[{"name":"it","type":"tap","region":"all","ask":["begin"],"askTimeout":1}]}"#
            )
            asked.request("subscribe")
            #expect(asked.play(until: 600) == ["question 1: it recognized"])
            #expect(!end(asked).contains("it recognized"))
            #expect(asked.answer(1, true) == ["done"])
            #expect(!asked.play(until: 7000).contains("it recognized"))
        }
    }

    @Test("A client that leaves with open questions leaves nothing behind")
    func gone() throws {
        let panel = try panel(two)
        let (leaving, staying) = (try Asked(panel), try Asked(panel))
        panel.play(until: 600)
        panel.disconnect(leaving.client)
        #expect(staying.answer(1, true) == ["it recognized", "done"])
        #expect(staying.play(until: 1600) == ["question 2: it recognized"])
        #expect(panel.control.attachments.all.count == 1)
        _ = staying.answer(2, false)
        panel.play(until: 1700)
        #expect(panel.isAtRest)
    }

    @Test("Two recognizers that share a touch are asked about at once; the answer holds for the attempt")
    func pairs() throws {
        let recognizers =
            #"{"name":"it","type":"tap","ask":["simultaneous","requireFailure"]},{"name":"other","type":"tap"}"#
        let asked = try Asked(panel(two), recognizers)
        #expect(asked.play(until: 510) == ["question 1: it simultaneous other", "question 2: it requireFailure other"])
        #expect(asked.answer(1, true) == ["done"])
        #expect(asked.play(until: 600) == ["it recognized", "other recognized"])
        #expect(asked.answer(2, true) == ["done"])
        #expect(
            asked.play(until: 2000) == [
                "question 3: it simultaneous other", "question 4: it requireFailure other", "it recognized",
            ])
    }

    @Test("A touch is asked about with its members, and given to the recognizer or not", arguments: [true, false])
    func receive(isYes: Bool) throws {
        let asked = try Asked(panel(one), #"{"name":"it","type":"tap","ask":["receive"],"askTimeout":1}"#)
        asked.panel.play(until: 510)
        let line = try #require(asked.client.lines.first)
        #expect(
            line.replacing(/"id":[0-9]+/, with: "\"id\":N")
                == #"{"jsonrpc":"2.0","method":"question","params":{"question":1,"ask":"receive","recognizer":"it","touch":{"surface":"panel","time":T,"id":N,"phase":"began","location":{"x":300.0,"y":200.0},"previousLocation":{"x":300.0,"y":200.0},"region":"root","tapCount":1,"force":0.0,"majorRadius":0.0}}}"#
        )
        #expect(asked.answer(1, isYes) == ["done"])
        #expect(asked.play(until: 2000) == (isYes ? ["it recognized"] : []))
    }

    @Test("Places are in the surface's pixels, and a failed gesture has no number")
    func pixels() throws {
        var surfaces = Fixtures.inPoints
        surfaces[0].settings.pixels = Size(width: 4000, height: 2000)
        let panel = try ListenedPanel(one, Configuration(surfaces: surfaces, recognizers: []))
        let client = try Asked(panel, tap, [.gestures, .locations, .touches, .attach]).client
        panel.request("subscribe", #"{"states":["failed"],"coordinates":"region"}"#, by: client)
        client.forget()
        panel.play(until: 600)
        #expect(client.lines.first?.contains(#""location":{"x":600.3,"y":400.4}"#) == true, "\(client.lines)")
        client.forget()
        panel.request("answer", #"{"question":1,"yes":false}"#, by: client)
        #expect(client.lines.first?.contains(#""gesture":0,"state":"failed""#) == true, "\(client.lines)")
    }

    @Test("The list of decisions tells its own client, and nobody else, what a recognizer waits for, and why it failed")
    func decisions() throws {
        let panel = try panel(
            two, [RecognizerRule(name: "theirs", type: .tap), RecognizerRule(name: "it", type: .pan)])
        let asked = try Asked(panel, tap, [.gestures, .touches, .attach])
        let other = try Asked(panel, #"{"name":"mine","type":"tap"}"#, [.gestures, .touches, .attach])
        func decided(_ client: ListenedPanel.Client) -> [String] {
            client.forget()
            panel.request("list", #"{"what":"decisions"}"#, by: client)
            defer { client.forget() }
            return (client.lines.first ?? "").matches(of: /"recognizer":"(\w+)"(.*?)}/).map { match in
                let outcome = match.2.firstMatch(of: /"outcome":"(\w+)"/)?.1 ?? ""
                return "\(match.1) \(outcome)" + (match.2.firstMatch(of: /"reason":"(.*)"/).map { ": \($0.1)" } ?? "")
            }
        }
        #expect(decided(asked.client) == ["it none", "theirs none"])
        panel.play(until: 630)
        #expect(decided(asked.client)[0] == "it waiting: waits for the client's answer (50 ms)")
        #expect(
            decided(other.client) == ["mine recognized", "theirs recognized", "it failed: moved 0.0 pt, 10.0 needed"])
        _ = asked.answer(1, false)
        #expect(decided(asked.client)[0] == "it failed: the client refused it")
        // Another attachment leaves the decisions of what was there.
        asked.request("attach", #"{"recognizers":[{"name":"new","type":"tap"}]}"#)
        panel.play(until: 1400)
        #expect(decided(asked.client) == ["it failed: the client refused it", "new none", "theirs recognized"])
    }
}
