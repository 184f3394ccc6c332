// Tests of the stroke recognizer with the sixteen figures of $1.

import Foundation
import Gestures
import Testing
import Touch
import TouchTesting

private func recognizer(_ set: (StrokeGestureRecognizer) -> Void = { _ in }) throws -> StrokeGestureRecognizer {
    let recognizer = StrokeGestureRecognizer(name: "stroke")
    recognizer.templates = try StrokeFixtures.templates()
    set(recognizer)
    return recognizer
}

private func points(of name: String) throws -> [Point] {
    try #require(StrokeFixtures.strokes.first { $0.name == name }).points
}

/// A finger that draws a path from `start`, a sample each 8 ms; it stays down.
private func drawing(_ path: [Point], from start: Double = 0) -> [FingerStep] {
    path.enumerated().map { index, place in
        let time = start + Double(index) * 0.008
        return index == 0 ? .down(0, place.x, place.y, at: time) : .move(0, place.x, place.y, at: time)
    }
}

@Suite struct StrokeTests {
    @Test("Each figure is recognized at the lift, once, with its name and score, which the action can read")
    func figures() throws {
        for (name, path) in StrokeFixtures.strokes {
            let stroke = try recognizer()
            var seen: [String] = []
            stroke.addAction { [unowned stroke] _ in seen.append("\(stroke.strokeName) \(stroke.score > 0.9)") }
            let stage = Stage(stroke).play(drawing(path))
            #expect(stage.log.isEmpty && stage.failures.isEmpty)
            stage.play([.up(at: 2)], rest: 10)
            #expect(stage.words == ["stroke ended"] && stage.engine.nextDeadline == nil && seen == ["\(name) true"])
            guard case .stroke(name, let score) = stage.log.first?.measurement else {
                Issue.record("\(name): \(stage.log)")
                continue
            }
            #expect(score > 0.9 && score <= 1)
            #expect(stage.log.first?.location == path.last && stage.log.first?.touches == [1])
            #expect(stroke.strokeName.isEmpty && stroke.score == 0)
        }
    }

    @Test("The type is called stroke and takes one finger: a second one fails it at once, also together with the first")
    func secondFinger() throws {
        #expect(try recognizer().typeName == "stroke" && recognizer().numberOfTouchesAccepted == 1...1)
        let later = try Stage(recognizer()).play(drawing(points(of: "circle")) + [.down(1, 900, 900, at: 1)])
        #expect(later.failures.map(\.time) == [1])
        #expect(later.play([.up(1, at: 1.1), .up(0, at: 1.2)], rest: 5).words == [])
        let together = try Stage(recognizer()).play([.down(0, 0, 0, at: 0), .down(1, 50, 0, at: 0)])
        #expect(together.failures.count == 1)
    }

    @Test(
        "A path below the minimum length fails it; just above it does not",
        arguments: [(72, 80, false), (96, 80, true), (nil, 20, true)] as [(Double?, Double, Bool)])
    func minimumLength(length: Double?, minimum: Double, isRecognized: Bool) throws {
        let check = try points(of: "v")
        let whole = zip(check.dropFirst(), check).map { ($0 - $1).length }.reduce(0, +)
        let factor = length.map { $0 / whole } ?? 0.25
        let small = check.map { Point(x: $0.x * factor, y: $0.y * factor) }
        let stage = try Stage(recognizer { if minimum != 80 { $0.minimumLength = minimum } })
        stage.play(drawing(small) + [.up(at: 1)])
        #expect(stage.words == (isRecognized ? ["stroke ended"] : []) && stage.failures.isEmpty == isRecognized)
    }

    @Test("A decision has its reason, with the decisive number and the limit")
    func reasons() throws {
        final class Reasons: DecisionObserver {
            var words: [String] = []
            func gestureEngine(_ engine: GestureEngine, didDecide decision: Decision) {
                switch decision.verdict {
                case .attempted(let reason?), .failed(.rule(let reason?)): words.append(reason.description)
                default: break
                }
            }
        }
        let spiral = (0..<200).map { index in
            let (angle, radius) = (Double(index) / 5, Double(index))
            return Point(x: 500 + radius * cos(angle), y: 500 + radius * sin(angle))
        }
        let line = try StrokeTemplate(name: "right", points: [.zero, Point(x: 1, y: 0)])
        let circle = drawing(try points(of: "circle"))
        let up = FingerStep.up(at: 2)
        let cases: [((StrokeGestureRecognizer) -> Void, [FingerStep], String)] = [
            ({ _ in }, [.down(0, 0, 0, at: 0), .down(1, 9, 9, at: 1)], "touched with 2 fingers, 1 allowed"),
            ({ _ in }, drawing([.zero, Point(x: 34, y: 0)]) + [up], "drew 34.0 pt, 80.0 needed"),
            ({ _ in }, drawing(spiral) + [up], "like \"left curly brace\" by 0.10, 0.60 needed"),
            (
                { $0.minimumMargin = 0.9 }, circle + [up],
                "like \"circle\", ahead of \"triangle\" by 0.28, 0.90 needed"
            ),
            ({ $0.templates = [] }, circle + [up], "there is no template"),
            ({ $0.templates = [line] }, circle + [up], "drew no line, and all templates are lines"),
            (
                { $0.templates.removeAll(where: \.isLine) }, drawing([.zero, Point(x: 200, y: 0)]) + [up],
                "drew a line, and no template is one"
            ),
            ({ _ in }, circle + [.cancel(at: 2)], "a touch was lost"),
            ({ _ in }, circle + [up], "like \"circle\" by 1.00, 0.60 needed"),
            // Without a rival of another name no margin beyond the score is needed.
            (
                {
                    $0.templates.removeAll { $0.name != "circle" }
                    $0.minimumMargin = 1.5
                }, circle + [up], "like \"circle\" by 1.00, 1.50 needed"
            ),
        ]
        for (change, steps, reason) in cases {
            let (stage, reasons) = (try Stage(recognizer(change)), Reasons())
            stage.engine.decisionObserver = reasons
            stage.play(steps)
            #expect(reasons.words == [reason])
        }
    }

    @Test("A lost touch is not a stroke, and leaves nothing for the next")
    func lost() throws {
        let stage = try Stage(recognizer()).play(drawing(points(of: "circle")) + [.cancel(at: 2)])
        #expect(stage.words == [] && stage.failures.count == 1)
        stage.play(drawing(try points(of: "v"), from: 3) + [.up(at: 6)])
        #expect(stage.log.map(\.measurement.strokeName) == ["v"])
    }
}
