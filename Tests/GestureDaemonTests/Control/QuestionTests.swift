// Tests of questions of attached recognizers in a whole daemon: what the client is asked, and what its answers do.

import Configuration
import GestureWire
import Testing
import Touch
import TouchTesting

@testable import GestureDaemon

@Suite struct QuestionTests {
    private let done = #"{"jsonrpc":"2.0","id":1,"result":{}}"#

    /// Taps of one finger, at 500 ms, 1500 ms and so on, each 80 ms long.
    private func taps(_ count: Int) -> Recording {
        var signals: [Signal] = [.report(0)]
        for index in 0..<count {
            let time = Int64(index) * 1_000_000 + 500_000
            signals += [
                .slot(0), .id(Int32(index) + 1), .x(300), .y(200), .report(time), .id(-1), .report(time + 80_000),
            ]
        }
        return Fixtures.recording(signals)
    }

    private func panel(_ recording: Recording, then more: [Recording] = [], isDisguised: Bool = false) throws
        -> ListenedPanel
    {
        try ListenedPanel(
            recording, then: more, Configuration(surfaces: Fixtures.inPoints, recognizers: []), isDisguised: isDisguised
        )
    }

    private func client(
        _ panel: ListenedPanel, _ recognizers: String,
        _ capabilities: Set<Capability> = [.gestures, .attach, .control],
        subscribes: Bool = true
    ) throws -> ListenedPanel.Client {
        let client = try panel.connect(capabilities)
        panel.request("attach", #"{"recognizers":[\#(recognizers)]}"#, by: client)
        if subscribes { panel.request("subscribe", by: client) }
        client.forget()
        return client
    }

    private let tap = #"{"name":"it","type":"tap","ask":["begin"]}"#

    private func answer(_ question: Int, _ yes: Bool, _ panel: ListenedPanel, by client: ListenedPanel.Client)
        -> [String]
    {
        client.forget()
        panel.request("answer", #"{"question":\#(question),"yes":\#(yes)}"#, by: client)
        defer { client.forget() }
        return words(client)
    }

    /// The received lines in short: `question 1: it recognized`, `it recognized`, `done`.
    private func words(_ client: ListenedPanel.Client) -> [String] {
        client.lines.map { line in
            if line == done { return "done" }
            let bytes = Array(line.replacing("\"time\":T", with: "\"time\":1.0").utf8)
            return switch try? ServerMessage.decode(bytes) {
            case .gesture(let gesture): "\(gesture.notification.recognizer) \(gesture.notification.state)"
            case .question(let question):
                switch question.subject {
                case .begin(let gesture): "question \(question.question): \(question.recognizer) \(gesture.state)"
                case .receive(let touch):
                    "question \(question.question): \(question.recognizer) receives \(touch.touch.phase)"
                }
            case .error(_, let error): "\(error.code) \(error.data?.path ?? "")"
            default: line
            }
        }
    }

    @Test(
        "A question has what the gesture will say, which comes with the answer, before the answer's own",
        arguments: [true, false])
    func yes(isDisguised: Bool) throws {
        let panel = try self.panel(taps(1), isDisguised: isDisguised)
        let client = try self.client(panel, tap)
        panel.play(until: 600)
        let asked = try #require(client.lines.first)
        #expect(client.lines.count == 1)
        let members = try #require(asked.firstMatch(of: /"gesture":\{(.*)\}\}\}$/)?.1)
        #expect(members.hasPrefix(#""recognizer":"it","type":"tap","gesture":"#))
        #expect(members.contains(#""location":{"x":300.0,"y":200.0},"touches":["#))
        client.forget()
        panel.request("answer", #"{"question":1,"yes":true}"#, by: client)
        #expect(client.lines.count == 2 && client.lines.last == done)
        #expect(client.lines.first?.hasSuffix(#""seq":1,\#(members)}}"#) == true, "\(client.lines), \(members)")
    }

    @Test("After a no there is no gesture; the next one is asked about with the next number")
    func no() throws {
        let panel = try self.panel(taps(2))
        let client = try self.client(panel, tap)
        panel.play(until: 600)
        #expect(words(client) == ["question 1: it recognized"])
        #expect(answer(1, false, panel, by: client) == ["done"])
        panel.play(until: 1590)
        #expect(words(client) == ["question 2: it recognized"])
        #expect(answer(2, true, panel, by: client) == ["it recognized", "done"])
    }

    @Test("Without an answer the gesture comes when the time is over; late and repeated answers change nothing")
    func timeout() throws {
        let panel = try self.panel(taps(1))
        let client = try self.client(panel, #"{"name":"it","type":"tap","ask":["begin"],"askTimeout":0.3}"#)
        panel.play(until: 870)
        #expect(words(client) == ["question 1: it recognized"])
        panel.play(until: 900)
        #expect(words(client) == ["question 1: it recognized", "it recognized"])
        for _ in 0..<3 { #expect(answer(1, false, panel, by: client) == ["done"]) }
    }

    @Test("A client without a subscription is asked, too, and receives nothing else")
    func unsubscribed() throws {
        let panel = try self.panel(taps(1))
        let client = try self.client(panel, tap, subscribes: false)
        panel.play(until: 600)
        #expect(words(client) == ["question 1: it recognized"])
        #expect(answer(1, true, panel, by: client) == ["done"])
    }

    @Test("What was never asked is refused; connections answer only what they were asked", arguments: [0, -1, 2, .max])
    func neverAsked(number: Int) throws {
        let panel = try self.panel(taps(1))
        let (client, other) = (try self.client(panel, tap), try self.client(panel, tap))
        let stranger = try panel.connect([.gestures, .attach])
        let powerless = try panel.connect([.gestures])
        panel.play(until: 600)
        #expect(answer(number, false, panel, by: client) == ["-32602 params.question"])
        #expect(answer(1, false, panel, by: stranger) == ["-32602 params.question"])
        #expect(answer(1, false, panel, by: powerless) == ["-32001 method"])
        #expect(answer(1, false, panel, by: other) == ["done"])
        #expect(answer(1, true, panel, by: client) == ["it recognized", "done"])
    }

    @Test("A gesture that began and ended during the wait is told in order, without a gap")
    func inOrder() throws {
        let panel = try self.panel(Finger.drawn)
        let client = try self.client(panel, #"{"name":"drag","type":"pan","ask":["begin"],"askTimeout":1}"#)
        panel.play(until: 1200)
        #expect(words(client) == ["question 1: drag began"])
        #expect(answer(1, true, panel, by: client) == ["drag began", "drag changed", "done"])
        panel.play(until: 1600)
        #expect(words(client).last == "drag ended")
        let late = try self.panel(Finger.drawn)
        let slow = try self.client(late, #"{"name":"drag","type":"pan","ask":["begin"],"askTimeout":1}"#)
        late.play(until: 1600)
        #expect(answer(1, true, late, by: slow) == ["drag began", "drag ended", "done"])
    }

    @Test("Nothing else waits: own recognizers, others', and configured ones")
    func others() throws {
        let panel = try ListenedPanel(
            taps(1),
            Configuration(surfaces: Fixtures.inPoints, recognizers: [RecognizerRule(name: "theirs", type: .tap)]))
        let client = try self.client(
            panel,
            tap
                + #",{"name":"free","type":"tap","simultaneousWith":["it"]},{"name":"waits","type":"tap","requireToFail":["it"],"simultaneousWith":["free"]}"#
        )
        let other = try self.client(panel, #"{"name":"mine","type":"tap"}"#)
        panel.play(until: 600)
        #expect(words(client) == ["theirs recognized", "question 1: it recognized", "free recognized"])
        #expect(words(other) == ["theirs recognized", "mine recognized"])
        #expect(answer(1, false, panel, by: client) == ["waits recognized", "done"])
    }

    @Test("The end of a recognizer, of its region and of its rights, and a rotation, close its question")
    func ends() throws {
        let ends: [(ListenedPanel, ListenedPanel.Client) -> Void] = [
            { $0.request("detach", by: $1) }, { $0.request("detach", #"{"recognizers":["it"]}"#, by: $1) },
            { $0.request("detach", #"{"regions":["all"]}"#, by: $1) },
            { $0.request("setEnabled", #"{"recognizer":"it","enabled":false}"#, by: $1) },
            { $0.request("rotate", #"{"surface":"panel","rotation":90}"#, by: $1) },
            { panel, client in
                panel.allow([.gestures], to: client)
                panel.allow([.gestures, .attach], to: client)
            },
        ]
        for end in ends {
            let panel = try self.panel(taps(1))
            let client = try panel.connect([.gestures, .attach, .control])
            let frame = #"{"x":"0%","y":"0%","width":"100%","height":"100%"}"#
            panel.request(
                "attach",
                #"{"regions":[{"name":"all","frame":\#(frame)}],"recognizers":[{"name":"it","type":"tap","region":"all","ask":["begin"],"askTimeout":1}]}"#,
                by: client)
            panel.request("subscribe", by: client)
            client.forget()
            panel.play(until: 600)
            #expect(words(client) == ["question 1: it recognized"])
            client.forget()
            end(panel, client)
            #expect(!words(client).contains("it recognized"))
            #expect(answer(1, true, panel, by: client) == ["done"])
            panel.play(until: 7000)
            #expect(!words(client).contains("it recognized"))
        }
    }

    @Test("A client that leaves with open questions leaves nothing behind")
    func gone() throws {
        let panel = try self.panel(taps(2))
        let (leaving, staying) = (try self.client(panel, tap), try self.client(panel, tap))
        panel.play(until: 600)
        panel.disconnect(leaving)
        #expect(answer(1, true, panel, by: staying) == ["it recognized", "done"])
        panel.play(until: 1600)
        #expect(words(staying) == ["question 2: it recognized"] && panel.control.attachments.all.count == 1)
        _ = answer(2, false, panel, by: staying)
        panel.play(until: 1700)
        #expect(panel.isAtRest)
    }

    @Test("A touch is asked about with its members, and given to the recognizer or not", arguments: [true, false])
    func receive(isYes: Bool) throws {
        let panel = try self.panel(taps(1))
        let client = try self.client(panel, #"{"name":"it","type":"tap","ask":["receive"],"askTimeout":1}"#)
        panel.play(until: 510)
        let line = try #require(client.lines.first)
        #expect(
            line.replacing(/"id":[0-9]+/, with: "\"id\":N")
                == #"{"jsonrpc":"2.0","method":"question","params":{"question":1,"ask":"receive","recognizer":"it","touch":{"surface":"panel","time":T,"id":N,"phase":"began","location":{"x":300.0,"y":200.0},"previousLocation":{"x":300.0,"y":200.0},"region":"root","tapCount":1,"force":0.0,"majorRadius":0.0}}}"#
        )
        #expect(answer(1, isYes, panel, by: client) == ["done"])
        panel.play(until: 2000)
        #expect(words(client) == (isYes ? ["it recognized"] : []))
    }

    @Test("A tap that is over before its touch is accepted comes with the answer", arguments: [true, false])
    func receiveLate(isYes: Bool) throws {
        let panel = try self.panel(taps(1))
        let client = try self.client(panel, #"{"name":"it","type":"tap","ask":["receive","begin"],"askTimeout":1}"#)
        panel.play(until: 600)
        #expect(words(client) == ["question 1: it receives began", "question 2: it recognized"])
        #expect(answer(2, true, panel, by: client) == ["done"])
        #expect(answer(1, isYes, panel, by: client) == (isYes ? ["it recognized", "done"] : ["done"]))
        #expect(panel.isAtRest)
    }

    @Test("Places are in the surface's pixels, and a failed gesture has no number")
    func pixels() throws {
        var surfaces = Fixtures.inPoints
        surfaces[0].settings.pixels = Size(width: 4000, height: 2000)
        let panel = try ListenedPanel(taps(1), Configuration(surfaces: surfaces, recognizers: []))
        let client = try self.client(panel, tap, [.gestures, .locations, .touches, .attach])
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
        let panel = try ListenedPanel(
            taps(2),
            Configuration(
                surfaces: Fixtures.inPoints,
                recognizers: [RecognizerRule(name: "theirs", type: .tap), RecognizerRule(name: "it", type: .pan)]))
        let client = try self.client(panel, tap, [.gestures, .touches, .attach])
        let other = try self.client(panel, #"{"name":"mine","type":"tap"}"#, [.gestures, .touches, .attach])
        func decided(_ client: ListenedPanel.Client) -> [String] {
            client.forget()
            panel.request("list", #"{"what":"decisions"}"#, by: client)
            defer { client.forget() }
            return (client.lines.first ?? "").matches(of: /"recognizer":"(\w+)"(.*?)}/).map { match in
                let outcome = match.2.firstMatch(of: /"outcome":"(\w+)"/)?.1 ?? ""
                return "\(match.1) \(outcome)" + (match.2.firstMatch(of: /"reason":"(.*)"/).map { ": \($0.1)" } ?? "")
            }
        }
        #expect(decided(client) == ["it none", "theirs none"])
        panel.play(until: 630)
        #expect(decided(client)[0] == "it waiting: waits for the client's answer (50 ms)")
        #expect(decided(other) == ["mine recognized", "theirs recognized", "it failed: moved 0.0 pt, 10.0 needed"])
        _ = answer(1, false, panel, by: client)
        #expect(decided(client)[0] == "it failed: the client refused it")
        // Another attachment leaves the decisions of what was there.
        panel.request("attach", #"{"recognizers":[{"name":"new","type":"tap"}]}"#, by: client)
        panel.play(until: 1400)
        #expect(decided(client) == ["it failed: the client refused it", "new none", "theirs recognized"])
    }

    @Test("The list of decisions says that a wait is over when the client has refused the touch")
    func refusedTouch() throws {
        let panel = try self.panel(taps(1))
        let client = try self.client(
            panel, #"{"name":"it","type":"tap","ask":["receive"],"askTimeout":1}"#, [.gestures, .touches, .attach])
        panel.play(until: 630)
        _ = answer(1, false, panel, by: client)
        panel.request("list", #"{"what":"decisions"}"#, by: client)
        let refused = #""outcome":"none","resting":false,"fingers":1,"reason":"the client refused the touch""#
        #expect(client.lines.first?.contains(refused) == true, "\(client.lines)")
    }

    @Test("A recognizer that asks is not idle, one that asks nobody is")
    func idle() throws {
        let panel = try self.panel(taps(1))
        let client = try self.client(panel, tap + #",{"name":"silent","type":"tap"}"#, subscribes: false)
        panel.play(until: 600)
        #expect(words(client) == ["question 1: it recognized"])
        panel.allow([.gestures], to: client)
        client.forget()
        panel.play(until: 1000)
        #expect(words(client) == [] && panel.isAtRest)
    }
}
