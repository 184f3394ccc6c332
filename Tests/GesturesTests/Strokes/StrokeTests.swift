// Tests of the stroke recognizer.

import Foundation
import Gestures
import Testing
import Touch
import TouchTesting

private func recognizer() throws -> StrokeGestureRecognizer {
    let recognizer = StrokeGestureRecognizer(name: "stroke")
    recognizer.templates = try StrokeFixtures.strokes().map { try StrokeTemplate(name: $0.name, points: $0.points) }
    return recognizer
}

private func points(of name: String) throws -> [Point] {
    try #require(StrokeFixtures.strokes().first { $0.name == name }).points
}

/// A finger that draws a path from `start`, a sample each 8 ms; it stays down.
private func drawing(_ path: [Point], from start: Double = 0, finger: Int = 0) -> [FingerStep] {
    path.enumerated().map { index, place in
        let time = start + Double(index) * 0.008
        return index == 0
            ? .down(finger, place.x, place.y, at: time) : .move(finger, place.x, place.y, at: time)
    }
}

/// Records why recognizers were recognized, or failed by their own rule.
private final class Reasons: DecisionObserver {
    var words: [String] = []

    func gestureEngine(_ engine: GestureEngine, didDecide decision: Decision) {
        switch decision.verdict {
        case .attempted(let reason?), .failed(.rule(let reason?)): words.append(reason.description)
        default: break
        }
    }
}

@Suite struct StrokeTests {
    @Test("Each figure is recognized at the lift, once, with its name and score")
    func figures() throws {
        for (name, path) in try StrokeFixtures.strokes() {
            let stage = try Stage(recognizer()).play(drawing(path))
            #expect(stage.log.isEmpty && stage.failures.isEmpty)
            stage.play([.up(at: 2)], rest: 10)
            #expect(stage.words == ["stroke ended"] && stage.engine.nextDeadline == nil)
            guard case .stroke(let received, let score) = stage.log.first?.measurement else {
                Issue.record("no stroke")
                continue
            }
            #expect(received == name && score > 0.9 && score <= 1, "\(name) \(received) \(score)")
            #expect(stage.log.first?.location == path.last && stage.log.first?.touches == [1])
        }
    }

    @Test("Name and score can be read in the action, and are cleared after it")
    func properties() throws {
        let stroke = try recognizer()
        var seen: [String] = []
        stroke.addAction { recognizer in
            guard let stroke = recognizer as? StrokeGestureRecognizer else { return }
            seen.append("\(stroke.strokeName) \(stroke.score > 0.9)")
        }
        Stage(stroke).play(drawing(try points(of: "circle")) + [.up(at: 2)])
        #expect(seen == ["circle true"])
        #expect(stroke.strokeName.isEmpty && stroke.score == 0)
        #expect(stroke.typeName == "stroke" && stroke.numberOfTouchesAccepted == 1...1)
    }

    @Test("The next finger draws the next stroke, and nothing of the previous one remains")
    func again() throws {
        let stage = try Stage(recognizer())
        for (index, name) in ["v", "circle", "v", "star"].enumerated() {
            let start = Double(index) * 10
            stage.play(drawing(try points(of: name), from: start) + [.up(at: start + 5)])
        }
        let names = stage.log.map { entry in
            if case .stroke(let name, _) = entry.measurement { name } else { "" }
        }
        #expect(names == ["v", "circle", "v", "star"])
    }

    @Test("A second finger fails it at once, whether it lands later or together with the first")
    func secondFinger() throws {
        let path = try points(of: "circle")
        let later = try Stage(recognizer()).play(drawing(path) + [.down(1, 900, 900, at: 1)])
        #expect(later.failures.map(\.time) == [1])
        #expect(later.play([.up(1, at: 1.1), .up(0, at: 1.2)], rest: 5).words == [])
        let together = try Stage(recognizer()).play([.down(0, 0, 0, at: 0), .down(1, 50, 0, at: 0)])
        #expect(together.failures.count == 1)
    }

    @Test("A path below the minimum length fails it; just above it does not")
    func minimumLength() throws {
        let check = try points(of: "v")
        let length = zip(check.dropFirst(), check).map { ($0 - $1).length }.reduce(0, +)
        for (factor, isLongEnough) in [(0.9, false), (1.2, true)] {
            let small = check.map { Point(x: $0.x * factor * 80 / length, y: $0.y * factor * 80 / length) }
            let stage = try Stage(recognizer()).play(drawing(small) + [.up(at: 1)])
            #expect(stage.words == (isLongEnough ? ["stroke ended"] : []))
            #expect(stage.failures.isEmpty == isLongEnough)
        }
        let tiny = try recognizer()
        tiny.minimumLength = 20
        let stage = Stage(tiny).play(drawing(check.map { Point(x: $0.x / 4, y: $0.y / 4) }) + [.up(at: 1)])
        #expect(stage.words == ["stroke ended"])
    }

    @Test("A tap, a trembling press and a meaningless drawing fail it at the lift")
    func nothing() throws {
        let trembling = (0..<2000).map { Point(x: 300 + Double($0 % 2), y: 300 + Double($0 % 3) * 0.5) }
        let spiral = (0..<200).map { index in
            let side = Double(index % 4 < 2 ? index : -index)
            return Point(x: 500 + side, y: 500 + (index % 2 == 0 ? side : -side))
        }
        for path in [[Point(x: 1, y: 1)], trembling, spiral] {
            let stage = try Stage(recognizer()).play(drawing(path) + [.up(at: 30)])
            #expect(stage.words == [] && stage.failures.map(\.time) == [30])
        }
        let ignorant = Stage(StrokeGestureRecognizer(name: "stroke"))
        #expect(ignorant.play(drawing(try points(of: "star")) + [.up(at: 2)]).failures.count == 1)
    }

    @Test("The limits are those of the matcher")
    func limits() throws {
        let path = try turnedStar()
        for (change, isRecognized) in [
            ({ _ in }, false), ({ $0.isRotationInvariant = true }, true),
            (
                {
                    $0.isRotationInvariant = true
                    $0.minimumScore = 1.1
                }, false
            ),
            (
                {
                    $0.isRotationInvariant = true
                    $0.minimumMargin = 0.9
                }, false
            ),
        ] as [((StrokeGestureRecognizer) -> Void, Bool)] {
            let stroke = try recognizer()
            change(stroke)
            let stage = Stage(stroke).play(drawing(path) + [.up(at: 5)])
            #expect(stage.words == (isRecognized ? ["stroke ended"] : []))
        }
    }

    /// The star, upside down.
    private func turnedStar() throws -> [Point] {
        try points(of: "star").map { Point(x: 500 - $0.x, y: 500 - $0.y) }
    }

    @Test("A failure has its reason, with the decisive number and the limit")
    func reasons() throws {
        let spiral = (0..<200).map { index in
            let (angle, radius) = (Double(index) / 5, Double(index))
            return Point(x: 500 + radius * cos(angle), y: 500 + radius * sin(angle))
        }
        let ambiguous = try recognizer()
        ambiguous.minimumMargin = 0.9
        let (ignorant, lines, figures) = (
            StrokeGestureRecognizer(name: "stroke"), StrokeGestureRecognizer(name: "stroke"),
            StrokeGestureRecognizer(name: "stroke")
        )
        lines.templates = [try StrokeTemplate(name: "right", points: [.zero, Point(x: 1, y: 0)])]
        figures.templates = try recognizer().templates.filter { !$0.isLine }
        let circle = drawing(try points(of: "circle"))
        let short = drawing([.zero, Point(x: 34, y: 0)])
        let up = FingerStep.up(at: 2)
        let cases: [(StrokeGestureRecognizer, [FingerStep], String)] = [
            (try recognizer(), [.down(0, 0, 0, at: 0), .down(1, 9, 9, at: 1)], "touched with 2 fingers, 1 allowed"),
            (try recognizer(), short + [up], "drew 34.0 pt, 80.0 needed"),
            (try recognizer(), drawing(spiral) + [up], "like \"left curly brace\" by 0.10, 0.60 needed"),
            (ambiguous, circle + [up], "like \"circle\", ahead of \"triangle\" by 0.28, 0.90 needed"),
            (ignorant, circle + [up], "there is no template"),
            (lines, circle + [up], "drew no line, and all templates are lines"),
            (figures, drawing([.zero, Point(x: 200, y: 0)]) + [up], "drew a line, and no template is one"),
            (try recognizer(), circle + [.cancel(at: 2)], "a touch was lost"),
        ]
        for (stroke, steps, reason) in cases {
            let (stage, reasons) = (Stage(stroke), Reasons())
            stage.engine.decisionObserver = reasons
            stage.play(steps)
            #expect(reasons.words == [reason])
        }
    }

    @Test("A recognition names the stroke, its score and the required score")
    func success() throws {
        let (stage, reasons) = (try Stage(recognizer()), Reasons())
        stage.engine.decisionObserver = reasons
        stage.play(drawing(try points(of: "circle")) + [.up(at: 2)])
        #expect(reasons.words == ["like \"circle\" by 1.00, 0.60 needed"])
    }

    @Test("Without a rival of another name no margin beyond the score is needed")
    func noRival() throws {
        let (stroke, reasons) = (StrokeGestureRecognizer(name: "stroke"), Reasons())
        stroke.templates = try recognizer().templates.filter { $0.name == "circle" }
        stroke.minimumMargin = 1.5
        let stage = Stage(stroke)
        stage.engine.decisionObserver = reasons
        stage.play(drawing(try points(of: "circle")) + [.up(at: 2)])
        #expect(reasons.words == ["like \"circle\" by 1.00, 1.50 needed"])
    }

    @Test("A lost touch is not a stroke, and leaves nothing for the next")
    func lost() throws {
        let path = try points(of: "circle")
        let stage = try Stage(recognizer()).play(drawing(path) + [.cancel(at: 2)])
        #expect(stage.words == [] && stage.failures.count == 1)
        stage.play(drawing(try points(of: "v"), from: 3) + [.up(at: 6)])
        guard case .stroke("v", _) = stage.log.first?.measurement else {
            Issue.record("no v")
            return
        }
    }

    @Test("A finger that draws for a quarter of an hour ends like any other")
    func endless() throws {
        let circles = (0..<100_000).map { index in
            Point(x: 500 + Double(index % 100) * 4, y: 500 + Double(index % 77) * 4)
        }
        let stage = try Stage(recognizer()).play(drawing(circles) + [.up(at: 3600)])
        #expect(stage.log.count + stage.failures.count == 1)
    }
}
