// Tests of regions that a connection moves while the daemon runs.

import Configuration
import GestureWire
import Testing
import Touch
import TouchTesting

@testable import GestureDaemon

@Suite struct RegionUpdateTests {
    private let configuration = Configuration(
        surfaces: Fixtures.inPoints, regions: [RegionRule(name: "left", frame: .part(0, 0, 0.5, 1))], recognizers: [])

    /// A panel with a client that has the region `photo`, 200 points from the corner and as wide, and its taps.
    private func attached(_ recording: Recording) throws -> (ListenedPanel, ListenedPanel.Client) {
        let panel = try ListenedPanel(recording, configuration)
        let client = try panel.connect([.gestures, .locations, .touches, .attach, .control])
        panel.request(
            "attach",
            #"{"regions":[{"name":"photo","frame":{"x":200,"y":200,"width":200,"height":200}}],"#
                + #""recognizers":[{"name":"on","type":"tap","region":"photo"},{"name":"drag","type":"pan","region":"photo"}]}"#,
            by: client)
        panel.request("subscribe", by: client)
        client.forget()
        return (panel, client)
    }

    private func update(_ changes: String, _ panel: ListenedPanel, by client: ListenedPanel.Client) -> String {
        client.forget()
        panel.request("update", #"{"regions":[\#(changes)]}"#, by: client)
        defer { client.forget() }
        return client.lines.last ?? ""
    }

    private let done = #"{"jsonrpc":"2.0","id":1,"result":{}}"#

    @Test("A finger that has landed, though that was not read yet, is in the region where it has seen it")
    func landed() throws {
        let (panel, client) = try attached(
            Fixtures.recording([.slot(0), .id(1), .x(300), .y(300), .report(0), .id(-1), .report(100_000)]))
        #expect(update(#"{"name":"photo","enabled":false}"#, panel, by: client) == done)
        panel.play(until: 1000)
        #expect(client.takeEvents() == ["on recognized on panel"])
    }

    @Test("A faulty request changes nothing, and names the place of its first problem")
    func refused() throws {
        let (panel, client) = try attached(Fixtures.taps((300, 300)))
        let refusal = update(
            #"{"name":"photo","enabled":false},{"name":"left","enabled":false}"#, panel, by: client)
        #expect(refusal.contains(#""path":"params.regions[1].name","hint":"a reload of the configuration changes it""#))
        let other = try panel.connect([.gestures, .attach])
        #expect(
            update(#"{"name":"photo","enabled":false}"#, panel, by: other).contains("this connection has no region"))
        panel.play(until: 1000)
        #expect(client.takeEvents() == ["on recognized on panel"])
    }

    @Test("A drag goes on, and its touch stays with the region, while the region moves with the finger")
    func underWay() throws {
        let (panel, client) = try attached(Finger.restless(seconds: 3))
        panel.request(
            "update", #"{"regions":[{"name":"photo","frame":{"x":450,"y":450,"width":100,"height":100}}]}"#, by: client)
        panel.request("subscribe", #"{"touches":true,"states":[]}"#, by: client)
        client.forget()
        panel.play(until: 1500)
        #expect(client.takeEvents() == ["drag began on panel"])
        for step in 0..<10 {
            panel.play(until: 1500 + step * 100)
            #expect(!client.lines.contains { $0.contains(#""phase":"cancelled""#) })
            #expect(client.takeEvents() == [])
            #expect(
                update(
                    #"{"name":"photo","transform":[0.8,0.6,-0.6,0.8,\#(step),0],"enabled":\#(step % 2 == 0),"#
                        + #""frame":{"x":\#(step * 40),"y":0,"width":50,"height":50}}"#, panel, by: client) == done)
        }
        panel.play(until: 6000)
        #expect(client.takeEvents() == ["drag ended on panel"])
    }

    @Test("Places, order and switches last through a reload, a rotation, and the next panel")
    func lasting() throws {
        let surfaces = "surfaces: [{ name: panel, size: 311.5mm x 155.67mm }]\n"
        let file = try ConfigurationFile(surfaces + "recognizers: []\n")
        let centre: (x: Int32, y: Int32) = (1000, 500)
        let panel = try ListenedPanel(
            Fixtures.taps(centre, centre, centre, centre, centre), then: [Fixtures.taps(centre)],
            try ConfigurationChoice(path: file.path).load(), file: file)
        let client = try panel.connect([.gestures, .locations, .touches, .attach, .control])
        let names = ["a", "b", "off"]
        let corner = #""frame":{"x":"0%","y":"0%","width":"5%","height":"5%"}"#
        panel.request(
            "attach",
            #"{"regions":[\#(names.map { #"{"name":"\#($0)",\#(corner)}"# }.joined(separator: ","))],"#
                + #""recognizers":[\#(names.map { #"{"name":"\#($0)","type":"tap","region":"\#($0)"}"# }.joined(separator: ","))]}"#,
            by: client)
        panel.request("subscribe", by: client)
        client.forget()
        panel.play(until: 1000)
        #expect(client.takeEvents() == [])
        let place =
            #""frame":{"x":"30%","y":"30%","width":"40%","height":"40%"},"transform":[0.8,0.6,-0.6,0.8,3,4]"#
        #expect(
            update(
                #"{"name":"b",\#(place),"shape":"ellipse"},{"name":"a",\#(place),"above":null},"#
                    + #"{"name":"off",\#(place),"above":null,"enabled":false}"#, panel, by: client) == done)
        let before = own(panel, client)
        #expect(before.count == 3 && before.count { $0.contains(#""enabled":false"#) } == 1)
        // Had the order been lost, `b` would get the touch; the switch, `off`; the places, nobody.
        panel.play(until: 2000)
        #expect(client.takeEvents() == ["a recognized on panel"])

        try file.write(
            surfaces + "recognizers: [{ name: other, type: swipe }]\n"
                + "regions: [{ name: right, frame: { x: 50%, y: 0%, width: 50%, height: 100% } }]\n")
        panel.request("reload", by: client)
        #expect(client.lines.contains { $0.contains(#""regions":1,"recognizers":1,"added":2,"removed":0"#) })
        client.forget()
        #expect(own(panel, client) == before)
        panel.play(until: 3000)
        #expect(client.takeEvents() == ["a recognized on panel"])

        panel.request("rotate", #"{"surface":"panel","rotation":90}"#, by: client)
        client.forget()
        panel.play(until: 4000)
        #expect(client.takeEvents() == ["a recognized on panel"])
        panel.request("rotate", #"{"surface":"panel","rotation":0}"#, by: client)
        #expect(own(panel, client) == before)
        panel.play(until: 5000)
        #expect(client.takeEvents() == ["a recognized on panel"])

        // The next recording is a panel that is plugged in later.
        panel.play(until: 12_000)
        #expect(client.takeEvents() == ["a recognized on panel"])
        #expect(own(panel, client) == before)
    }

    /// The client's own regions, as `list` has them.
    private func own(_ panel: ListenedPanel, _ client: ListenedPanel.Client) -> [String] {
        client.forget()
        panel.request("list", #"{"what":"regions"}"#, by: client)
        defer { client.forget() }
        return (client.lines.last ?? "").matches(of: /{"name":[^{]*{[^}]*}[^}]*}/).map { String($0.0) }
            .filter { $0.contains(#""own":true"#) }
    }

    @Test("`list` has the rectangle around a region as it is seen, and says that it is disabled")
    func list() throws {
        let (panel, client) = try attached(Fixtures.taps((300, 300)))
        _ = update(
            #"{"name":"photo","frame":{"x":200,"y":200,"width":400,"height":200},"transform":[0,1,-1,0,0,0],"enabled":false}"#,
            panel, by: client)
        panel.request("list", #"{"what":"regions"}"#, by: client)
        #expect(
            client.lines.last?.contains(
                #"{"name":"photo","surface":"panel","parent":"root","frame":{"x":300.0,"y":100.0,"width":200.0,"height":400.0},"#
                    + #""own":true,"enabled":false}"#) == true, "\(client.lines)")
    }

    @Test("A region that no finger can hit is accepted, with a warning that names it")
    func warnings() throws {
        let (panel, client) = try attached(Fixtures.taps((300, 300)))
        #expect(
            update(#"{"name":"photo","frame":{"x":-200,"y":0,"width":200,"height":200}}"#, panel, by: client)
                == #"{"jsonrpc":"2.0","id":1,"result":{"warnings":["`photo` lies outside of the surface `panel`: no touch can begin in it"]}}"#
        )
        panel.request(
            "attach", #"{"regions":[{"name":"line","frame":{"x":10,"y":0,"width":5,"height":200}}]}"#, by: client)
        #expect(
            client.lines.last?.contains(
                #""warnings":["`line` is 0.78 mm wide on the surface `panel`: no finger can aim at it"]"#) == true)
        #expect(update(#"{"name":"line","frame":{"x":10,"y":0,"width":50,"height":200}}"#, panel, by: client) == done)
    }

    @Test("Touches and gestures have places in the region, however it is turned, if the subscription asks for that")
    func touches() throws {
        let (panel, client) = try attached(Fixtures.taps((290, 310)))
        #expect(update(#"{"name":"photo","transform":[0,0.5,-0.5,0,0,0]}"#, panel, by: client) == done)
        panel.request("subscribe", #"{"touches":true,"coordinates":"region","recognizers":["on"]}"#, by: client)
        panel.request("subscribe", #"{"coordinates":"surfaces"}"#, by: client)
        #expect(client.lines.last?.contains(#""unknown coordinates""#) == true)
        client.forget()
        panel.play(until: 1000)
        // (-10, 10) from the middle is (10, 10) before the quarter turn, and twice as far in the region.
        let place = #"{"x":120.0,"y":120.0}"#
        let lines = client.lines.filter { $0.contains(#""subscription":2"#) }
        #expect(lines.count == 3 && lines.allSatisfy { $0.contains(#""location":\#(place)"#) }, "\(client.lines)")
        #expect(lines.filter { $0.contains(#""previousLocation":\#(place)"#) }.count == 2)
        #expect(client.lines.contains { $0.contains(#""subscription":1"#) && $0.contains(#"{"x":290.0,"y":310.0}"#) })
    }

    @Test("While an exclusive region has a touch, others receive none, and `list` says which and why")
    func exclusive() throws {
        func tap(_ slot: Int32, _ x: Int32, from start: Int64, to end: Int64) -> [(Int64, [Signal])] {
            [(start, [.slot(slot), .id(slot + 1), .x(x), .y(300)]), (end, [.slot(slot), .id(-1)])]
        }
        let steps = [0, 2_000_000].flatMap {
            tap(0, 300, from: $0 + 500_000, to: $0 + 800_000)
                + tap(1, 1000, from: $0 + 600_000, to: $0 + 700_000)
        }
        let signals = steps.sorted { $0.0 < $1.0 }.flatMap { $0.1 + [.report($0.0)] }
        let (panel, client) = try attached(Fixtures.recording([.report(0)] + signals))
        panel.request(
            "attach",
            #"{"regions":[{"name":"page","frame":{"x":900,"y":200,"width":200,"height":200}}],"#
                + #""recognizers":[{"name":"other","type":"tap","region":"page"}]}"#, by: client)
        #expect(update(#"{"name":"photo","exclusive":true}"#, panel, by: client) == done)
        panel.request("list", #"{"what":"regions"}"#, by: client)
        #expect(client.lines.last?.ranges(of: #""exclusive":true"#).count == 1, "\(client.lines)")
        client.forget()
        panel.play(until: 1500)
        #expect(client.takeEvents() == ["on recognized on panel"])
        panel.request("list", #"{"what":"decisions"}"#, by: client)
        let reason =
            #"{"recognizer":"other","surface":"panel","outcome":"none","resting":false,"fingers":1,"time":T,"#
            + #""reason":"it landed while the exclusive region photo had a touch"}"#
        #expect(client.lines.last?.contains(reason) == true, "\(client.lines)")
        #expect(update(#"{"name":"photo","exclusive":false}"#, panel, by: client) == done)
        panel.play(until: 3500)
        #expect(client.takeEvents() == ["other recognized on panel", "on recognized on panel"])
    }
}
