// Tests of regions' touch streams against those documented for UIKit's views.

import Gestures
import Testing
import Touch
import TouchTesting

/// The recognizer of a stream, and the number of the case's touch on the stage.
private struct Scene {
    let recognizer: GestureRecognizer
    var touches: ClosedRange<Int> = 1...9

    init(_ recognizer: GestureRecognizer, _ set: (GestureRecognizer) -> Void = { _ in }) {
        self.recognizer = recognizer
        set(recognizer)
    }

    static func tap(_ count: Int) -> TapGestureRecognizer {
        let tap = TapGestureRecognizer(name: "it")
        tap.numberOfTapsRequired = count
        return tap
    }

    /// A recognizer that is recognized, or fails, when a finger reaches x = 200.
    static func deciding(_ state: GestureRecognizer.State) -> Probe {
        let probe = Probe("it")
        probe.onMoved = { if $0.touches.contains(where: { $0.location.x == 200 }) { $0.state = state } }
        return probe
    }

    /// A recognizer that ignores the first finger and is recognized by the second.
    static func ignoring() -> Scene {
        let probe = deciding(.recognized)
        probe.onBegan = { probe in
            guard let event = probe.event else { return }
            for touch in probe.touches where touch.id == 1 { probe.ignore(touch, for: event) }
        }
        var scene = Scene(probe)
        scene.touches = 1...1
        return scene
    }
}

private let scenes: [String: @Sendable () -> Scene] = [
    "pan_cancels_true": { Scene(PanGestureRecognizer(name: "it")) },
    "pan_cancels_false": { Scene(PanGestureRecognizer(name: "it")) { $0.cancelsTouchesInView = false } },
    "double_tap_delaysEnded_false": { Scene(Scene.tap(2)) { $0.delaysTouchesEnded = false } },
    "double_tap_delaysEnded_true": { Scene(Scene.tap(2)) },
    "double_tap_fails_delaysEnded_true": { Scene(Scene.tap(2)) },
    "delaysBegan_recognised": { Scene(Scene.deciding(.recognized)) { $0.delaysTouchesBegan = true } },
    "delaysBegan_failed": { Scene(Scene.deciding(.failed)) { $0.delaysTouchesBegan = true } },
    "ignored_touch": { .ignoring() },
    "tap_recognises": { Scene(Scene.tap(1)) },
    "recognizer_failed_before_view": { Scene(Scene.tap(1)) },
]

/// The fixture's words as steps of a finger, 50 ms each.
private func steps(_ words: [String]) throws -> [FingerStep] {
    var (time, x) = (0.0, 100.0)
    var steps: [FingerStep] = []
    for word in words {
        time += 0.05
        switch word {
        case "down": steps.append(.down(0, x, 100, at: time))
        case "up": steps.append(.up(0, at: time))
        case "recognised", "fails": steps.append(.move(0, 200, 100, at: time))
        case "recognised by others of the recognizer":
            steps += [.down(1, 150, 100, at: time), .move(1, 200, 100, at: time + 0.01), .up(1, at: time + 0.02)]
        case "wait 0.4": break
        default:
            let way = try #require(["move <10": 5.0, "move >10": 20, "move": 3, "move far": 100][word])
            x += way
            steps.append(.move(0, x, 100, at: time))
        }
    }
    return steps
}

@Suite struct DocumentedStreamTests {
    private static let file = ConformanceFile("uikit_documented_rules")
    private static let cases = file.cases.filter { $0["kind"] == .text("stream") }

    @Test("Every stream of the fixture has a scene, and vice versa")
    func complete() {
        #expect(Set(Self.cases.map(\.id)) == Set(scenes.keys) && Self.cases.count == 10)
    }

    @Test("A region receives what a view would, and actions run at the same points", arguments: cases)
    func stream(_ rule: ConformanceCase) throws {
        let make = try #require(scenes[rule.id])
        let scene = make()
        let stage = Stage(scene.recognizer).watchTouches()
        let words = rule["touches"].texts
        stage.play(try steps(words), rest: words.last == "wait 0.4" ? 0.4 : 0)
        let received = stage.regionTouches.filter { scene.touches.contains($0.id) }.map { "\($0.phase)" }
        let expected = rule["view_receives"].texts.map { $0.split(separator: " ").first.map(String.init) ?? "" }
        #expect(received == expected)
        let actions = stage.journal.filter { $0.hasPrefix("it acts") }.map { String($0.dropFirst(8)) }
        #expect(actions == rule["actions"].texts.map { GestureRecognizer.State(word: $0)?.description })
    }
}
