// Tests of recognizers that clients attach and that take touches from applications, in a whole daemon.

import Configuration
import GestureWire
import Testing
import Touch
import TouchTesting

@testable import GestureDaemon

private let pan = #"{"name":"pan","type":"pan","intercepts":"recognized"}"#
private let double = #"{"name":"double","type":"tap","numberOfTapsRequired":2,"intercepts":"possible"}"#
private let press = #"{"name":"press","type":"longPress","intercepts":"possible"}"#
private let custom = #"{"name":"it","type":"custom","intercepts":"possible"}"#
private let all: Set<Capability> = [.gestures, .touches, .attach, .intercept]

@Suite struct AttachedInterceptionTests {
    /// A finger that lands at 500 ms, moves by 20 and 100 points at 520 and 540 ms, and lifts at 600 ms; and one that
    /// lands at 1000 ms, and lifts at 1100 ms.
    private static let drag = Fixtures.recording([
        .report(0), .slot(0), .id(1), .x(500), .y(500), .report(500_000), .x(520), .report(520_000), .x(620),
        .report(540_000), .id(-1), .report(600_000), .id(2), .x(500), .report(1_000_000), .id(-1), .report(1_100_000),
    ])

    private func intercepted(
        _ recording: Recording = drag, _ recognizers: [RecognizerRule] = []
    ) throws -> (panel: ListenedPanel, clone: CloneWords) {
        let panel = try ListenedPanel(
            recording, Configuration(surfaces: Fixtures.inPoints, recognizers: recognizers), isDisguised: false)
        return (panel, try panel.intercept())
    }

    private func attach(_ recognizers: String, by client: ListenedPanel.Client, _ panel: ListenedPanel) throws {
        client.forget()
        panel.request("attach", #"{"recognizers":[\#(recognizers)]}"#, by: client)
        try #require(client.lines.last?.contains("result") == true, "\(client.lines)")
    }

    @Test("Without the capability `intercept` a recognizer that takes touches is refused, and how to get it is said")
    func refused() throws {
        let (panel, _) = try intercepted()
        let client = try panel.connect([.gestures, .attach])
        panel.request("attach", #"{"recognizers":[\#(pan)]}"#, by: client)
        let refusal = try #require(client.lines.last)
        #expect(refusal.contains(#""code":-32001,"message":"the capability `intercept` is missing""#))
        #expect(refusal.contains("allow: [gestures, attach, intercept] }], then gesturectl reload"))
        client.forget()
        try attach(#"{"name":"pan","type":"pan","intercepts":"never"}"#, by: client, panel)
        panel.request("update", #"{"recognizers":[{"name":"pan","intercepts":"possible"}]}"#, by: client)
        #expect(client.lines.last?.contains("`intercept` is missing") == true)
    }

    @Test("A gesture of any client, and of none that listens, cancels its touches, and what it took stays away")
    func taken() throws {
        let (panel, clone) = try intercepted()
        let (client, other) = (try panel.connect(all), try panel.connect(all))
        try attach(pan, by: client, panel)
        try attach(double, by: other, panel)
        panel.play(until: 510)
        #expect(clone.words() == "", "two taps may come")
        panel.play(until: 550)
        #expect(clone.words() == "")
        panel.disconnect(client)
        panel.disconnect(other)
        panel.play(until: 610)
        #expect(clone.words() == "")
        panel.play(until: 1200)
        #expect(clone.words() == "0+ | 0- |")
    }

    @Test("Applications receive a touch when the recognizers of all layers have failed")
    func released() throws {
        let tap = RecognizerRule(name: "tap", type: .tap, properties: ["intercepts": .word("possible")])
        let (panel, clone) = try intercepted(Self.drag, [tap])
        let client = try panel.connect(all)
        try attach(press, by: client, panel)
        panel.play(until: 530)
        #expect(clone.words() == "", "the press has failed")
        panel.play(until: 610)
        #expect(clone.words() == "0+ | 0 | 0 | 0- |")
    }

    @Test("Who attaches while a finger is down takes those that land later")
    func late() throws {
        let (panel, clone) = try intercepted()
        let client = try panel.connect(all)
        panel.play(until: 510)
        try attach(custom + "," + pan, by: client, panel)
        panel.play(until: 610)
        #expect(clone.words() == "0+ | 0 | 0 | 0- |")
        panel.play(until: 1010)
        #expect(clone.words() == "")
    }

    @Test("The end of the connection, of the capability and of the recognizer releases what was withheld")
    func ends() throws {
        let ends: [(ListenedPanel, ListenedPanel.Client) -> Void] = [
            { $0.disconnect($1) }, { $0.request("detach", by: $1) },
            { $0.allow([.gestures, .touches, .attach], to: $1) }, { $0.allow([.gestures, .intercept], to: $1) },
            { $0.request("setEnabled", #"{"recognizer":"double","enabled":false}"#, by: $1) },
            { $0.request("update", #"{"recognizers":[{"name":"double","enabled":false}]}"#, by: $1) },
        ]
        for end in ends {
            let (panel, clone) = try intercepted(Fixtures.taps((300, 200), (300, 200)))
            let client = try panel.connect(all)
            try attach(double, by: client, panel)
            panel.play(until: 510)
            #expect(clone.words() == "")
            end(panel, client)
            #expect(clone.words() == "0+ |")
            panel.play(until: 590)
            #expect(clone.words() == "0- |")
            panel.play(until: 1600)
            #expect(clone.words() == "0+ | 0- |")
        }
    }

    @Test("A recognizer takes touches again when its client has the capability again")
    func regained() throws {
        let (panel, clone) = try intercepted(Fixtures.taps((300, 200), (300, 200)))
        let client = try panel.connect(all)
        try attach(press, by: client, panel)
        panel.allow([.gestures, .attach], to: client)
        panel.play(until: 510)
        #expect(clone.words() == "0+ |")
        panel.allow(all, to: client)
        panel.play(until: 590)
        #expect(clone.words() == "0- |")
        panel.play(until: 1510)
        #expect(clone.words() == "")
    }

    @Test("A client that does not decide withholds touches for its time, and one that decides takes them")
    func decided() throws {
        let (panel, clone) = try intercepted(Fixtures.taps((300, 200), (300, 200)))
        let client = try panel.connect(all)
        try attach(custom, by: client, panel)
        panel.play(until: 595)
        #expect(clone.words() == "")
        panel.play(until: 605)
        #expect(clone.words() == "0+ | 0- |")
        panel.play(until: 1590)
        panel.request("recognize", #"{"recognizer":"it","attempt":2,"state":"recognized"}"#, by: client)
        panel.play(until: 2000)
        #expect(clone.words() == "")
    }

    @Test("A question that nobody answers withholds touches for its time")
    func asked() throws {
        let (panel, clone) = try intercepted()
        let client = try panel.connect(all)
        let asking = pan.replacing("recognized", with: "possible").replacing("}", with: #","ask":["begin"]}"#)
        try attach(asking, by: client, panel)
        panel.play(until: 550)
        #expect(clone.words() == "" && client.lines.last?.contains("question") == true)
        panel.request("answer", #"{"question":1,"yes":false}"#, by: client)
        #expect(clone.words() == "0+ | 0 | 0 |")
    }
}
