// Tests of entries that are made of gestures.

import Configuration
import Foundation
import GestureWire
import Testing

@testable import ControlCommands

@Suite struct LearnedActionTests {
    private static let surface = SurfaceDescription(
        name: "panel", device: "", unit: .points, width: 2207.5, height: 1244.9)

    /// The entry for a recognizer, as printed and as read again.
    private func learned(
        _ type: String, _ members: String, _ state: String = "recognized", named name: String? = nil,
        isOnlySurface: Bool = true, on surface: SurfaceDescription? = surface
    ) throws -> (lines: [String], action: Action) {
        let name = String(decoding: try JSONEncoder().encode(name ?? "my-\(type)"), as: UTF8.self)
        let line = Array(
            (#"{"jsonrpc":"2.0","method":"gesture","params":{"subscription":1,"seq":1,"recognizer":\#(name),"#
                + #""type":"\#(type)","gesture":1,"state":"\#(state)","surface":"panel","region":"root","time":1.0,"#
                + #""location":{"x":1.0,"y":1.0},"touches":[1],\#(members)}}"#).utf8)
        guard case .gesture(let gesture) = try ServerMessage.decode(line) else { throw NoGesture() }
        let learned = LearnedAction(
            gesture.notification, GestureValues(line: line, on: surface), isOnlySurface: isOnlySurface)
        // Whatever was learned is an actions file, and what it was learned from fulfils it.
        let file = try ActionsFile(
            yaml: "actions:\n  # \(learned.description)\n" + learned.lines.joined(separator: "\n"), file: "learned")
        #expect(file.actions.count == 1)
        var matcher = ActionMatcher(file.actions)
        if let surface {
            matcher.begin(Snapshot(subscription: 1, surfaces: [surface], recognizers: [], gestures: []))
        }
        // A long press runs something when it begins.
        if type != "longPress" {
            #expect(matcher.matches(of: gesture.notification, line: line).map(\.kind) == [.command], "\(learned.lines)")
        }
        return (learned.lines, try #require(file.actions.first))
    }

    private struct NoGesture: Error {}

    /// Names are printable ASCII (``NameRule``).
    private static let names: [String] = {
        let bytes = (UInt8(ascii: " ")...UInt8(ascii: "~")).map { String(UnicodeScalar($0)) }
        let words = [
            "null", "Null", "NULL", "~", "true", "FALSE", "no", "yes", "Off", "on", "y", "N", "1", "-1", "1e5",
        ]
        let others = [
            "zoom:began", "a: b", "a #b", "- a", "---", "...", "[a]", "{a: b}", "!!str a", "&a", "*a", "a*", "a?", "[a",
            "[!a]", "a]b", "'a'", "\"", "\\", "a\\n", "%a", "@a", "`a`", "|", ">", "<3", "!= a", "= a", "0x1F",
            ".inf", "2026-01-01", "12:30:00", "<<", "=", "a,b",
        ]
        let pairs = bytes.flatMap { byte in [byte + "a", "a" + byte, byte + ":", ":" + byte, byte + "\"", byte + "]"] }
        return Set(words + others + (bytes + pairs).filter { $0.first != " " && $0.last != " " }).sorted()
    }()

    @Test("The entry of any name is for this name alone, whatever it would be in YAML or as a pattern")
    func anyName() throws {
        for (index, name) in Self.names.enumerated() {
            let action = try learned("tap", #""taps":1"#, named: name, on: nil).action
            let (trigger, other) = (action.trigger, Self.names[(index + 1) % Self.names.count])
            #expect(trigger.recognizers.matches(name), "\(name)")
            #expect(!trigger.recognizers.matches(other) && !trigger.recognizers.matches(name + "x"), "\(name)")
            #expect(trigger.states == GestureStates([.recognized, .ended]), "\(name)")
            #expect(action.effect == .command(.program(["notify-send", name])), "\(name)")
            let text = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
            let stroke = try learned("stroke", #""stroke":\#(text),"score":1.0"#, on: nil)
            #expect(stroke.action.trigger.conditions.first?.value == .text(name), "\(name)")
        }
    }

    @Test("The name is enough for a tap, in quotes where YAML 1.1 needs them; of several surfaces the entry names one")
    func tap() throws {
        let quoted = try learned("tap", #""taps":1"#, named: "no").lines
        let mouse = "    # or, without `command`: click: left"
        #expect(quoted == ["  - on: \"no\"", "    command: [notify-send, \"no\"]", mouse])
        #expect(
            try learned("tap", #""taps":1"#).lines == ["  - on: my-tap", "    command: [notify-send, my-tap]", mouse])
        #expect(
            try learned("tap", #""taps":1"#, isOnlySurface: false).lines.first
                == "  - on: { recognizer: my-tap, surface: panel }")
    }

    @Test(
        "What tells a gesture from others of its recognizer becomes a condition, lengths half as long",
        arguments: [
            ("pan", way(-326, 20), #"where: { translation.x: "<= -25mm" }"#),
            ("pan", way(20, 3), #"where: { translation.x: "> 0mm" }"#),
            ("screenEdgePan", way(-326, 20) + #","edge":"right""#, #"where: { edge: right, distance: ">= 25mm" }"#),
            ("swipe", #""direction":"up","velocity":{"x":0.0,"y":-9.0}"#, "where: { direction: up }"),
            ("pinch", #""scale":0.5,"velocity":0.0"#, #"where: { scale: "<= 0.8" }"#),
            ("pinch", #""scale":0.88,"velocity":0.0"#, #"where: { scale: "< 1" }"#),
            ("pinch", #""scale":1.1,"velocity":0.0"#, #"where: { scale: "> 1" }"#),
            ("pinch", #""scale":1.0,"velocity":0.0"#, ""),
            ("rotation", #""rotation":-0.1,"velocity":0.0"#, #"where: { rotation: "< 0deg" }"#),
            ("rotation", #""rotation":0.3,"velocity":0.0"#, #"where: { rotation: ">= 15deg" }"#),
            ("longPress", #""duration":1.0"#, "state: began"),
        ])
    func conditions(type: String, members: String, condition: String) throws {
        let state = type == "swipe" ? "recognized" : "ended"
        let expected = condition.isEmpty ? "my-\(type)" : "{ recognizer: my-\(type), \(condition) }"
        #expect(try learned(type, members, state).lines.first == "  - on: " + expected)
    }

    private static func way(_ x: Int, _ y: Int) -> String {
        #""translation":{"x":\#(x).0,"y":\#(y).0},"velocity":{"x":0.0,"y":0.0}"#
    }

    @Test("Without the surface, lengths are in its unit")
    func noSurface() throws {
        #expect(
            try learned("pan", Self.way(10, 200), "ended", on: nil).lines.first
                == #"  - on: { recognizer: my-pan, where: { translation.y: ">= 100" } }"#)
    }
}
