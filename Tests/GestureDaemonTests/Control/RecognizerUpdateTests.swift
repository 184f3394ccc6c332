// Tests of recognizers that a connection changes while the daemon runs.

import Configuration
import GestureWire
import Testing
import Touch
import TouchTesting

@testable import GestureDaemon

@Suite struct RecognizerUpdateTests {
    private let done = #"{"jsonrpc":"2.0","id":1,"result":{}}"#

    private func attached(
        _ recognizers: String, _ recording: Recording = Fixtures.taps((300, 200), (300, 200), (300, 200))
    ) throws -> (ListenedPanel, ListenedPanel.Client) {
        let panel = try ListenedPanel(recording, Configuration(surfaces: Fixtures.inPoints, recognizers: []))
        let client = try panel.connect([.gestures, .attach, .control])
        panel.request("attach", #"{"recognizers":[\#(recognizers)]}"#, by: client)
        panel.request("subscribe", by: client)
        client.forget()
        return (panel, client)
    }

    private func update(_ changes: String, _ panel: ListenedPanel, by client: ListenedPanel.Client) -> String {
        client.forget()
        panel.request("update", #"{"recognizers":[\#(changes)]}"#, by: client)
        defer { client.forget() }
        return client.lines.last ?? ""
    }

    @Test("Properties, relations and the switch change without a detach, and null is the default")
    func changes() throws {
        let (panel, client) = try attached(
            #"{"name":"it","type":"tap"},{"name":"other","type":"tap","simultaneousWith":["it"]}"#)
        panel.play(until: 600)
        #expect(client.takeEvents() == ["it recognized on panel", "other recognized on panel"])
        #expect(
            update(
                #"{"name":"it","numberOfTouchesRequired":2},{"name":"other","enabled":true}"#, panel, by: client)
                == done)
        panel.play(until: 1600)
        #expect(client.takeEvents() == ["other recognized on panel"])
        #expect(
            update(
                #"{"name":"it","numberOfTouchesRequired":null},{"name":"other","simultaneousWith":null,"requireToFail":["it"]}"#,
                panel, by: client) == done)
        panel.play(until: 2600)
        #expect(client.takeEvents() == ["it recognized on panel"])
    }

    @Test("An attempt under way keeps what it began with, the next one has what has changed")
    func underWay() throws {
        let (panel, client) = try attached(#"{"name":"it","type":"tap"}"#)
        panel.play(until: 510)
        #expect(update(#"{"name":"it","numberOfTouchesRequired":2}"#, panel, by: client) == done)
        panel.play(until: 600)
        #expect(client.takeEvents() == ["it recognized on panel"])
        panel.play(until: 3000)
        #expect(client.takeEvents() == [])
    }

    @Test("After an attempt under way, it waits for a configured recognizer that nobody has needed before")
    func configured() throws {
        let rules = [RecognizerRule(name: "theirs", type: .tap)]
        let panel = try ListenedPanel(
            Fixtures.taps((300, 200), (300, 200), (300, 200)),
            Configuration(surfaces: Fixtures.inPoints, recognizers: rules))
        let client = try panel.connect([.gestures, .attach, .control])
        panel.request("attach", #"{"recognizers":[{"name":"it","type":"tap"}]}"#, by: client)
        panel.request("subscribe", #"{"recognizers":["it"]}"#, by: client)
        panel.play(until: 510)
        client.forget()
        #expect(update(#"{"name":"it","requireToFail":["theirs"]}"#, panel, by: client) == done)
        panel.play(until: 600)
        #expect(client.takeEvents() == ["it recognized on panel"])
        panel.play(until: 4000)
        #expect(client.takeEvents() == [])
    }

    @Test("`enabled` applies at once, whatever `setEnabled` has said before")
    func enabled() throws {
        let (panel, client) = try attached(#"{"name":"it","type":"tap"}"#)
        panel.request("setEnabled", #"{"recognizer":"it","enabled":false}"#, by: client)
        panel.play(until: 600)
        #expect(update(#"{"name":"it","enabled":true}"#, panel, by: client) == done)
        panel.play(until: 1510)
        #expect(client.takeEvents() == [])
        #expect(update(#"{"name":"it","enabled":false}"#, panel, by: client) == done)
        panel.play(until: 3000)
        #expect(client.takeEvents() == [])
    }

    @Test(
        "A faulty change is refused with its place, and nothing changes",
        arguments: [
            (
                #"{"name":"it","numberOfTouchesRequired":2},{"name":"ti"}"#,
                #"this connection has no recognizer called `ti`","data":{"path":"params.recognizers[1].name","hint":"did you mean `it`?"#
            ),
            (#"{"name":"it","type":"pan"}"#, "`type` cannot change: detach the recognizer, and attach it"),
            (#"{"name":"it","region":null}"#, "`region` cannot change: detach the recognizer, and attach it"),
            (#"{"name":"it"},{"name":"it"}"#, "`it` is changed already in this request"),
            (#"{"name":"it","numberOfTapsRequired":0}"#, #""path":"params.recognizers[0].numberOfTapsRequired""#),
            (#"{"name":"it","requireToFail":["other"]}"#, "`it` waits for"),
            (#"{"enabled":true}"#, "a change needs the `name` of a recognizer"), ("5", "a change must be a mapping"),
        ])
    func refused(changes: String, message: String) throws {
        let (panel, client) = try attached(
            #"{"name":"it","type":"tap"},{"name":"other","type":"tap","requireToFail":["it"]}"#)
        let refusal = update(changes, panel, by: client)
        #expect(refusal.contains(message), "\(refusal)")
        panel.play(until: 600)
        #expect(client.takeEvents() == ["it recognized on panel"])
    }
}
