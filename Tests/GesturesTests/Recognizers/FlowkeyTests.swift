// flowkey's tests of its UIKit, with the cases that real UIKit answers differently.

import Gestures
import Testing
import Touch
import TouchTesting

/// The result by UIKit's contract, in the fixture's words, and the reason.
private struct Difference: Sendable {
    let reason: String
    let expected: [String: JSON]
}

private func texts(_ words: String...) -> JSON { .list(words.map { .text($0) }) }

/// Each value of the fixture that a difference does not name applies unchanged.
private let differences: [String: Difference] = [
    "action_called": Difference(
        reason: "5 points are no pan: it begins after 10", expected: ["action_called": .bool(false)]),
    "tap_cancels_view_touches": Difference(
        reason: "the view receives the touch as soon as it is down; recognition cancels it",
        expected: ["view": .object(["began": .bool(true), "ended": .bool(false), "cancelled": .bool(true)])]),
    "pinch_begins_and_scales": Difference(
        reason: "two fingers that are down are no pinch; it begins after 10 points, of which 8 do not count",
        expected: [
            "state_after_second_down": .text("possible"), "state_after_move": .text("began"),
            "scale": .number(200.0 / 108),
        ]),
    "pan_states_ended": Difference(
        reason: "the movement that passes the 10 points begins the pan and is no change",
        expected: ["states": texts("began", "ended", "possible")]),
    "pan_states_cancelled": Difference(
        reason: "likewise, and after cancelled it is possible by itself",
        expected: ["states": texts("began", "cancelled", "possible")]),
    "translation": Difference(
        reason: "the 10 points that it takes to begin do not count",
        expected: ["translation": .list(Array(repeating: .number(10 - 10 / 2.0.squareRoot()), count: 2))]),
]

/// The result of a case, in the form of the fixture.
private final class Scene {
    let pan = PanGestureRecognizer(name: "pan")
    let inner = PanGestureRecognizer(name: "inner")
    let pinch = PinchGestureRecognizer(name: "pinch")
    let probe = Probe("none")
    let view: Region
    let stage = Stage()
    private var states: [[String: String]] = []
    private var places: [Point] = []
    private var events: [(time: Timestamp, touches: Int)] = []

    init(_ example: ConformanceCase) {
        let kind = example["recognizer"].text ?? ""
        // A pan of flowkey's begins after 5 points. If its answer is otherwise UIKit's, this one begins there, too.
        if example["agrees_with_uikit"] == .bool(true) { (pan.hysteresis, inner.hysteresis) = (5, 5) }
        view = stage.addRegion("view", x: 10, y: 10, width: 50, height: 50)
        let tap = TapGestureRecognizer(name: "tap")
        if kind.hasPrefix("tap") { stage.add(tap, to: stage.engine.root) }
        if kind.hasPrefix("pan") { stage.add(pan, to: stage.engine.root) }
        if kind.contains("subview") { stage.add(inner, to: view) }
        if kind.hasPrefix("pinch") { stage.add(pinch, to: stage.engine.root) }
        pan.cancelsTouchesInView = !kind.hasSuffix("false")
        stage.add(probe, to: stage.engine.root)
        stage.watchTouches()
        let look: (Probe) -> Void = { [unowned self] probe in
            guard let event = probe.event, let touch = probe.touches.first else { return }
            events.append((event.timestamp, event.allTouches.count))
            places.append(touch.location(in: view))
            places.append(touch.location(in: nil))
        }
        (probe.onBegan, probe.onMoved) = (look, look)
        let player = ConformancePlayer(stage)
        player.other = { [self] event in
            guard event["type"].text == "setTranslation" else { return }
            pan.setTranslation(Vector(x: event["value"].numbers[0], y: event["value"].numbers[1]), in: nil)
        }
        player.afterEvent = { [self] _ in states.append(["pinch": pinch.state.description]) }
        player.play(example["events"])
        let translation = example["expect"]["setTranslation"].numbers
        if translation.count == 2 { pan.setTranslation(Vector(x: translation[0], y: translation[1]), in: nil) }
    }

    func value(of name: String, like expected: JSON) -> JSON {
        func pair(_ x: Double?, _ y: Double?) -> JSON { .list([x, y].compactMap { $0.map { .number($0) } }) }
        switch name {
        case "action_called", "outer_action": return .bool(stage.journal.contains { $0.hasPrefix("pan acts") })
        case "inner_action": return .bool(stage.journal.contains { $0.hasPrefix("inner acts") })
        case "view":
            let read = Set(stage.regionTouches.map { "\($0.phase)" })
            return .object(expected.members.reduce(into: [:]) { $0[$1.key] = .bool(read.contains($1.key)) })
        case "active_events": return .number(Double(Set(events.map(\.time)).count))
        case "allTouches": return .number(Double(events.last?.touches ?? 0))
        // Both fingers land in one event, the first.
        case "state_after_second_down": return .text(states.first?["pinch"] ?? "")
        case "state_after_move", "state": return .text(states.last?["pinch"] ?? "")
        case "scale": return .number(pinch.scale)
        case "states":
            let received = stage.states(of: "pan").map(\.description)
            return .list(
                (received + (received.count < expected.list.count ? [pan.state.description] : [])).map { .text($0) })
        case "velocity": return pair(pan.velocity(in: nil).x, pan.velocity(in: nil).y)
        case "translation": return pair(pan.translation(in: nil).x, pan.translation(in: nil).y)
        case "location_in_view_at_down": return pair(places.first?.x, places.first?.y)
        case "location_in_view_after": return pair(places.dropLast().last?.x, places.dropLast().last?.y)
        case "location_in_nil": return pair(places.last?.x, places.last?.y)
        default: return .null
        }
    }
}

private func isEqual(_ first: JSON, _ second: JSON) -> Bool {
    switch (first, second) {
    case (.number(let first), .number(let second)): abs(first - second) < 1e-9
    case (.list(let first), .list(let second)):
        first.count == second.count && zip(first, second).allSatisfy { isEqual($0, $1) }
    default: first == second
    }
}

@Suite struct FlowkeyTests {
    private static let file = ConformanceFile("flowkey_uikit")
    /// Members of the fixture that describe the scene, and are not results.
    private static let settings: Set = ["setTranslation", "tolerance"]

    @Test("The fixture has 16 cases, and exactly those that it marks differ from UIKit")
    func complete() {
        let otherwise = Self.file.cases.filter { $0["agrees_with_uikit"] == .bool(false) }.map(\.id)
        #expect(Self.file.cases.count == 16 && Set(differences.keys) == Set(otherwise))
        #expect(differences.values.allSatisfy { !$0.reason.isEmpty })
    }

    @Test("A test of flowkey gives its result", arguments: file.cases)
    func example(_ example: ConformanceCase) {
        let scene = Scene(example)
        let difference = differences[example.id]
        for (name, theirs) in example["expect"].members where !Self.settings.contains(name) {
            let expected = difference?.expected[name] ?? theirs
            let value = scene.value(of: name, like: expected)
            #expect(isEqual(value, expected), "\(name): \(difference?.reason ?? "")")
        }
    }

    @Test("set_translation: a value set before the pan begins applies from then on, and does not begin it")
    func setTranslation() {
        let pan = PanGestureRecognizer(name: "pan")
        let stage = Stage(pan).play([.down(0, 0, 0, at: 0)])
        pan.setTranslation(Vector(x: 12, y: 13), in: nil)
        stage.play([.move(0, 1, 0, at: 0.1)])
        #expect(stage.words == [])
        stage.play([.move(0, 11, 0, at: 0.2)])
        #expect(stage.words == ["pan began"] && pan.translation(in: nil) == Vector(x: 13, y: 13))
        stage.play([.up(at: 0.3)])
        #expect(pan.translation(in: nil) == .zero)
    }
}
