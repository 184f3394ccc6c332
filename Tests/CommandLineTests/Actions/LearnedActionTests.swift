// Tests of entries that are made of gestures.

import Configuration
import GestureWire
import Testing

@testable import ControlCommands

@Suite struct LearnedActionTests {
    private static let surface = SurfaceDescription(
        name: "panel", device: "", unit: .points, width: 2207.5, height: 1244.9)

    private func learned(
        _ type: String, _ members: String, _ state: String = "ended", isOnlySurface: Bool = true,
        on surface: SurfaceDescription? = surface
    ) throws -> [String] {
        let line = Array(
            (#"{"jsonrpc":"2.0","method":"gesture","params":{"subscription":1,"seq":1,"recognizer":"my-\#(type)","#
                + #""type":"\#(type)","gesture":1,"state":"\#(state)","surface":"panel","region":"root","time":1.0,"#
                + #""location":{"x":1.0,"y":1.0},"touches":[1],\#(members)}}"#).utf8)
        guard case .gesture(let gesture) = try ServerMessage.decode(line) else { return [] }
        let learned = LearnedAction(
            gesture.notification, GestureValues(line: line, on: surface), isOnlySurface: isOnlySurface)
        // Whatever was learned is an actions file.
        let file = try ActionsFile(
            yaml: "actions:\n  # \(learned.description)\n" + learned.lines.joined(separator: "\n"), file: "learned")
        #expect(file.actions.count == 1)
        return learned.lines
    }

    @Test("The name is enough for a tap; of several surfaces the entry names one")
    func tap() throws {
        #expect(
            try learned("tap", #""taps":1"#, "recognized") == ["  - on: my-tap", "    command: [notify-send, my-tap]"])
        #expect(
            try learned("tap", #""taps":1"#, "recognized", isOnlySurface: false).first
                == "  - on: { recognizer: my-tap, surface: panel }")
    }

    @Test("What tells a gesture from others of its recognizer becomes a condition, lengths half as long")
    func conditions() throws {
        let place = #""translation":{"x":-326.0,"y":20.0},"velocity":{"x":0.0,"y":0.0}"#
        #expect(
            try learned("pan", place).first == #"  - on: { recognizer: my-pan, where: { translation.x: "<= -25mm" } }"#)
        #expect(
            try learned("screenEdgePan", place + #","edge":"right""#).first
                == #"  - on: { recognizer: my-screenEdgePan, where: { edge: right, distance: ">= 25mm" } }"#)
        #expect(
            try learned("swipe", #""direction":"up","velocity":{"x":0.0,"y":-9.0}"#, "recognized").first
                == "  - on: { recognizer: my-swipe, where: { direction: up } }")
        #expect(
            try learned("pinch", #""scale":0.5,"velocity":0.0"#).first
                == #"  - on: { recognizer: my-pinch, where: { scale: "<= 0.8" } }"#)
        #expect(
            try learned("longPress", #""duration":1.0"#).first == "  - on: { recognizer: my-longPress, state: began }")
    }

    @Test("Without the surface, lengths are in its unit")
    func noSurface() throws {
        let place = #""translation":{"x":10.0,"y":200.0},"velocity":{"x":0.0,"y":0.0}"#
        #expect(
            try learned("pan", place, on: nil).first
                == #"  - on: { recognizer: my-pan, where: { translation.y: ">= 100" } }"#)
    }
}
