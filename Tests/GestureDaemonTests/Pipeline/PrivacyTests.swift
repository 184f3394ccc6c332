// Tests of what clients can reconstruct of typed text, by capability.

import Configuration
import Foundation
import GestureWire
import Gestures
import Testing
import Touch

@testable import GestureDaemon
@testable import Server

@Suite struct PrivacyTests {
    private static let (password, other) = ("hunter.xsa", "qpalzmwoty")
    private static let bare: Set<Capability> = [.gestures]
    private static let withPlaces: Set<Capability> = [.gestures, .locations]
    private static let withAttach: Set<Capability> = [.gestures, .locations, .attach]
    private static let withTouches: Set<Capability> = [.gestures, .touches]
    private static let withControl: Set<Capability> = [.gestures, .locations, .control]

    /// The standard recognizers and a double tap, with a keyboard on the lower half of the panel.
    private static func configuration(isPrivate: Bool?, contacts: ContactsRule = ContactsRule()) -> Configuration {
        let tap = RecognizerRule(name: "single", type: .tap, requireToFail: ["double"])
        let double = RecognizerRule(name: "double", type: .tap, properties: ["numberOfTapsRequired": .count(2)])
        var surfaces = Fixtures.inPoints
        surfaces[0].contacts = contacts
        return Configuration(
            surfaces: surfaces,
            regions: [RegionRule(name: "keyboard", frame: .part(0, 0.5, 1, 0.5), isPrivate: isPrivate)],
            recognizers: Configuration.standard.recognizers + [tap, double])
    }

    /// Everything that a listener received while text was typed, who polled all the time.
    private func received(
        _ word: String?, _ typing: Typing = .oneFinger, by capabilities: Set<Capability>, isPrivate: Bool?,
        contacts: ContactsRule = ContactsRule()
    ) throws -> [String] {
        let panel = try ListenedPanel(
            typing.recording(word), Self.configuration(isPrivate: isPrivate, contacts: contacts))
        // A client with all capabilities receives everything all the time.
        let shell = try panel.connect(Set(Capability.allCases))
        panel.request("subscribe", #"{"touches":true}"#, by: shell)
        let client = try panel.connect(capabilities)
        if capabilities.contains(.attach) {
            panel.request(
                "attach",
                #"{"regions":[{"name":"spy","frame":{"x":0,"y":"50%","width":"100%","height":"50%"}}],"#
                    + #""recognizers":[{"name":"spy","type":"tap","region":"spy"},{"name":"spy-pan","type":"pan","region":"keyboard"}]}"#,
                by: client)
        }
        let states = #""began","changed","recognized","ended","cancelled""#
        let isAll = capabilities.contains(.touches)
        panel.request(
            "subscribe", #"{"states":[\#(states)\#(isAll ? #","failed""# : "")],"touches":\#(isAll)}"#, by: client)
        panel.play(until: TypedText.end + 1000) {
            panel.request("status", by: client)
            for what in ["surfaces", "devices", "recognizers", "regions", "decisions"] {
                panel.request("list", #"{"what":"\#(what)"}"#, by: client)
            }
        }
        panel.request("subscribe", by: client)
        #expect(shell.lines.count > 5, "the recording is played")
        return client.lines
    }

    /// The keys at the places where gestures began or were recognized, in the order of the listener's notifications.
    private func reconstructed(_ lines: [String]) throws -> String {
        var word = ""
        for line in lines where line.contains(#""method":"gesture""#) || line.contains(#""method":"touch""#) {
            switch try ServerMessage.decode(Array(line.replacing("\"time\":T", with: "\"time\":1.0").utf8)) {
            case .gesture(let gesture):
                let notification = gesture.notification
                guard notification.recognizer == "tap" || notification.recognizer == "spy",
                    notification.state == .recognized, let place = notification.location,
                    let key = Keyboard.key(x: place.x, y: place.y)
                else { continue }
                word.append(key)
            case .touch(let touches):
                for touch in touches.notification.touches where touch.phase == .began {
                    if let key = Keyboard.key(x: touch.location.x, y: touch.location.y) { word.append(key) }
                }
            default: break
            }
        }
        return word
    }

    private static func gestures(_ lines: [String]) -> [String] {
        lines.filter { $0.contains(#""method":"gesture""#) }
    }

    /// The lines as a listener can use them, whose numbers are disguised: it can only tell which are equal.
    private static func withoutNumbers(_ lines: [String]) -> [String] {
        var known: [Substring: Int] = [:]
        return lines.map { line in
            line.replacing(/"(id|gesture)":([0-9]+)/) { match in
                let index = known[match.2, default: known.count]
                known[match.2] = index
                return "\"\(match.1)\":\(index)"
            }.replacing(/"touches":\[([0-9]+)\]/) { "\"touches\":[\(known[$0.1] ?? -1)]" }
        }
    }

    @Test(
        "With a private region, what clients without `touches` receive does not depend on what is typed",
        arguments: Typing.allCases, [bare, withPlaces, withAttach, withControl])
    func privateRegion(typing: Typing, capabilities: Set<Capability>) throws {
        let lines = try received(Self.password, typing, by: capabilities, isPrivate: true)
        let others = try received(Self.other, typing, by: capabilities, isPrivate: true)
        #expect(Self.withoutNumbers(others) == Self.withoutNumbers(lines))
        #expect(try reconstructed(lines) == "")
        #expect(lines.contains { $0.contains(#""recognizer":"tap""#) }, "touches elsewhere are reported")
    }

    @Test("While a private region is touched, nothing of the surface is published to clients without `touches`")
    func silence() throws {
        let panel = try ListenedPanel(
            Typing.restingFinger.recording(Self.password), Self.configuration(isPrivate: true))
        let (client, shell) = (try panel.connect(Self.withPlaces), try panel.connect(Self.withTouches))
        for each in [client, shell] { panel.request("subscribe", by: each) }
        panel.play(until: TypedText.end)
        let gestures = Self.gestures(client.lines)
        #expect(gestures.count < Self.gestures(shell.lines).count)
        var open: Set<Substring> = []
        for line in gestures {
            let number = try #require(line.firstMatch(of: /"gesture":(\d+)/)).1
            if line.contains(#""state":"began""#) { open.insert(number) }
            if line.contains(#""state":"ended""#) || line.contains(#""state":"cancelled""#) {
                #expect(open.remove(number) != nil, "an end without a begin")
            }
        }
        #expect(open.isEmpty, "a begin without an end")
    }

    @Test("Clients that receive only while their session is at the screen cannot count earlier keystrokes")
    func counting() throws {
        func received(_ word: String) throws -> [String] {
            let panel = try ListenedPanel(
                Typing.oneFinger.recording(word), Self.configuration(isPrivate: nil), isDisguised: true)
            panel.request("subscribe", #"{"touches":true}"#, by: try panel.connect(Set(Capability.allCases)))
            let client = try panel.connect([])
            panel.play(until: 5300)
            client.forget()
            panel.enterSession(granting: [.gestures, .touches])
            panel.request("subscribe", #"{"touches":true}"#, by: client)
            panel.play(until: TypedText.end)
            panel.request("status", by: client)
            panel.request("list", #"{"what":"devices"}"#, by: client)
            return Self.withoutNumbers(client.lines)
        }
        let lines = try received("on")
        #expect(try received(Self.password) == lines)
        #expect(lines.contains { $0.contains(#""recognizer":"tap""#) && $0.contains(#""touches":[1]"#) })
        #expect(lines.contains { $0.contains(#""frames":2,"touches":1,"gestures":1,"#) })
    }

    @Test("Touches have numbers without order for some clients, and count from 1 for clients with `touches`")
    func numbers() throws {
        let panel = try ListenedPanel(
            Typing.oneFinger.recording(Self.password), Self.configuration(isPrivate: nil), isDisguised: true)
        let clients = try [Self.withPlaces, Self.withTouches].map { try panel.connect($0) }
        for client in clients { panel.request("subscribe", by: client) }
        panel.play(until: TypedText.end)
        let numbers = clients.map { client in
            Self.gestures(client.lines).filter { $0.contains(#""recognizer":"tap""#) }
                .compactMap { $0.firstMatch(of: /"touches":\[([0-9]+)\]/)?.1 }.compactMap { Int($0) }
        }
        #expect(numbers[1] == Array(1...12))
        #expect(Set(numbers[0]).count == 12 && numbers[0] != numbers[0].sorted())
    }

    @Test("Clients with `touches` receive touches in a private region and its gestures")
    func touches() throws {
        let lines = try received(Self.password, by: Self.withTouches, isPrivate: true)
        #expect(try reconstructed(lines.filter { $0.contains(#""method":"touch""#) }) == Self.password)
        #expect(try reconstructed(Self.gestures(lines)) == Self.password)
    }

    @Test(
        "Without a private region, places reveal the keys",
        arguments: [
            (withPlaces, true), (withTouches, true), ([.gestures, .attach], true), (bare, false),
        ] as [(Set<Capability>, Bool)])
    func openRegion(capabilities: Set<Capability>, isRead: Bool) throws {
        for isPrivate in [nil, false] {
            let lines = try received(Self.password, by: capabilities, isPrivate: isPrivate)
            let word = try reconstructed(Self.gestures(lines))
            #expect(isRead ? word.contains(Self.password) || Self.isTwice(word) : word.isEmpty)
        }
    }

    /// Own and configured recognizers give the same result.
    private static func isTwice(_ word: String) -> Bool { word == String(password.flatMap { [$0, $0] }) }

    @Test("Without places, two texts typed in the same rhythm look alike, whatever the keys")
    func withoutPlaces() throws {
        let lines = try received(Self.password, by: Self.bare, isPrivate: nil)
        #expect(try received(Self.other, by: Self.bare, isPrivate: nil) == lines)
        let gestures = Self.gestures(lines)
        #expect(gestures.count { $0.contains(#""recognizer":"tap""#) } == 12)
        for member in ["location", "touches", "translation", "velocity", "projection"] {
            #expect(!gestures.contains { $0.contains("\"\(member)\":") }, "\(member)")
        }
    }

    @Test("A region is made private and public while the daemon runs, independent of the client that did it")
    func switching() throws {
        let panel = try ListenedPanel(Typing.oneFinger.recording(Self.password), Self.configuration(isPrivate: false))
        let listener = try panel.connect(Self.withPlaces)
        panel.request("subscribe", by: listener)
        let keyboard = try panel.connect([.control])
        panel.play(until: 1780)
        panel.request("setPrivate", #"{"region":"keyboard","private":true}"#, by: keyboard)
        #expect(keyboard.lines.last == #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
        panel.disconnect(keyboard)
        panel.play(until: 2980)
        let again = try panel.connect([.gestures, .control])
        panel.request("list", #"{"what":"regions"}"#, by: again)
        #expect(again.lines.last?.contains(#""private":true"#) == true)
        panel.request("setPrivate", #"{"region":"keyboard","private":false}"#, by: again)
        panel.play(until: TypedText.end)
        let word = try reconstructed(listener.lines)
        #expect(word == "hu" + "r.xsa")
    }

    @Test("A region without the key cannot be switched, and an unknown one is refused with the nearest name")
    func refusals() throws {
        let panel = try ListenedPanel(Typing.oneFinger.recording(nil), Self.configuration(isPrivate: nil))
        for (capability, region, refusal) in [
            (Capability.control, "keyboard", "the region cannot be switched"), (.control, "keybord", "no such region"),
            (.gestures, "keyboard", "the capability `control` is missing"),
        ] {
            let client = try panel.connect([capability])
            panel.request("setPrivate", #"{"region":"\#(region)","private":true}"#, by: client)
            #expect(client.lines.last?.contains(refusal) == true)
        }
    }

    @Test("A connection that loses `touches` receives cancellations for its touches, and no private touch afterwards")
    func losing() throws {
        let panel = try ListenedPanel(Typing.swipe.recording(Self.password), Self.configuration(isPrivate: true))
        let client = try panel.connect([.gestures, .touches, .attach])
        panel.request("attach", #"{"recognizers":[{"name":"spy","type":"pan"}]}"#, by: client)
        panel.request("subscribe", by: client)
        panel.play(until: 2000)
        #expect(client.lines.contains { $0.contains(#""recognizer":"spy""#) && $0.contains(#""changed""#) })
        client.forget()
        panel.allow([.gestures, .locations, .attach], to: client)
        let cancelled = client.lines.filter { $0.contains(#""state":"cancelled""#) }
        #expect(cancelled.count == 2, "the configured pan and its own")
        client.forget()
        panel.play(until: 5000)
        #expect(client.lines.isEmpty)
        panel.allow([.gestures, .touches, .attach], to: client)
        client.forget()
        panel.play(until: TypedText.end)
        #expect(client.lines.contains { $0.contains(#""recognizer":"tap""#) })
    }

    @Test("Keystrokes from before a session came to the screen stay unknown to it")
    func sessions() throws {
        let panel = try ListenedPanel(Typing.longPresses.recording(Self.password), Self.configuration(isPrivate: true))
        let client = try panel.connect([])
        panel.play(until: 1200)
        // The typing finger is down.
        panel.enterSession(granting: [.gestures, .touches])
        panel.request("subscribe", #"{"touches":true}"#, by: client)
        panel.request("list", #"{"what":"decisions"}"#, by: client)
        panel.play(until: 1850)
        let known = client.lines.filter {
            $0.contains(#""method":"gesture""#) || $0.contains(#""phase""#) || $0.contains(#""outcome":"possible""#)
        }
        #expect(known == [])
        panel.play(until: 2800)
        #expect(client.lines.contains { $0.contains(#""recognizer":"long-press""#) }, "the next one belongs to it")
    }
}
