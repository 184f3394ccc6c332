// Tests of custom UIKit recognizers against the fixture's cases, event by event.

import Gestures
import Testing
import Touch
import TouchTesting

/// The place of the fixture's origin, which keeps its negative places on the surface.
private let origin = Vector(x: 500, y: 500)

private func point(_ json: JSON) -> Point? {
    let numbers = json.numbers
    return numbers.count == 2 ? Point(x: numbers[0], y: numbers[1]) : nil
}

@Suite struct SeedRecognizerTests {
    private static let file = ConformanceFile("seed_custom_recognizers")

    private static func cases(_ prefix: String) -> [ConformanceCase] {
        file.cases.filter { $0["recognizer"].text?.hasPrefix(prefix) == true && $0["events"] != .null }
    }

    @Test("Each of the 29 cases of the fixture is played")
    func complete() {
        let played = ["checkmark", "tickle", "incremental"].flatMap { Self.cases($0).map(\.id) }
        let single = [
            "seed_reset_order", "seed_pan_translation_at_began", "seed_longpress_two_fingers", "seed_tap_3x2",
        ]
        #expect(Self.file.cases.count == 29 && Set(Self.file.cases.map(\.id)) == Set(played + single))
        #expect(["checkmark", "tickle", "incremental"].map { Self.cases($0).count } == [13, 10, 2])
    }

    @Test("A checkmark", arguments: cases("checkmark"))
    func checkmark(_ example: ConformanceCase) throws {
        let checkmark = CheckmarkGestureRecognizer(name: "checkmark")
        let stage = Stage(checkmark)
        var acted: [(Point, Bool)] = []
        checkmark.addAction { [unowned checkmark] _ in acted.append((checkmark.midPoint, checkmark.strokeUp)) }
        ConformancePlayer(stage, origin: origin).play(example["events"])
        let (midPoint, isStrokeUp) = acted.first ?? (checkmark.midPoint, checkmark.strokeUp)
        let state = acted.isEmpty ? stage.failures.first?.state ?? checkmark.state : .ended
        let expected = example["expect"]
        #expect(state.description == expected["state_at_end"].text)
        #expect(acted.count == Int(try #require(expected["action_count"].number)))
        if let place = point(expected["midPoint"]) {
            #expect(midPoint == (place == .zero ? place : place + origin))
        }
        if let isUp = expected["strokeUp"].bool { #expect(isStrokeUp == isUp) }
        #expect(checkmark.state == .possible)
    }

    @Test("A tickle", arguments: cases("tickle"))
    func tickle(_ example: ConformanceCase) throws {
        let tickle = TickleGestureRecognizer(name: "tickle")
        let stage = Stage(tickle)
        var (count, firedAt, actions): (Int, Int?, Int) = (0, nil, 0)
        tickle.addAction { [unowned tickle] _ in
            actions += 1
            count = tickle.tickleCount
        }
        let player = ConformancePlayer(stage, origin: origin)
        player.afterEvent = { index in
            if actions > 0 {
                firedAt = firedAt ?? index
            } else if tickle.state == .possible {
                count = max(count, tickle.tickleCount)
            }
        }
        player.play(example["events"])
        let expected = example["expect"]
        let state = actions > 0 ? .ended : stage.failures.first?.state ?? tickle.state
        #expect(state.description == expected["state_at_end"].text)
        #expect(actions == Int(try #require(expected["action_count"].number)))
        if let expectedCount = expected["tickleCount_before_reset"].number { #expect(count == Int(expectedCount)) }
        #expect(firedAt == expected["fires_at_event_index"].number.map { Int($0) })
        #expect(tickle.state == .possible && tickle.tickleCount == 0)
    }

    @Test("An incremental pinch", arguments: cases("incremental"))
    func pinch(_ example: ConformanceCase) {
        let pinch = IncrementalPinchGestureRecognizer(name: "pinch")
        var scales: [Double] = []
        pinch.addAction { [unowned pinch] _ in scales.append(pinch.scale) }
        ConformancePlayer(Stage(pinch), origin: origin).play(example["events"])
        #expect(scales == example["expect"]["scale_after_each_move"].numbers && !scales.isEmpty)
    }

    private func example(_ id: String) throws -> ConformanceCase {
        try #require(Self.file.cases.first { $0.id == id })
    }

    @Test("seed_reset_order: a reset of its own that fails it is followed by the engine's, which ends it")
    func resetOrder() {
        final class Watched: GestureRecognizer {
            var states: [State] = []
            override func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
                super.touchesEnded(touches, with: event)
                reset()
            }
            override func reset() {
                super.reset()
                states.append(state)
                if state == .possible { state = .failed }
            }
        }
        let watched = Watched(name: "tickle")
        let stage = Stage(watched).play([.down(0, 0, 0, at: 0), .up(at: 0.1)], rest: 1)
        #expect(watched.states == [.possible, .failed] && watched.state == .possible)
        #expect(stage.failures.count == 1 && stage.words == [])
    }

    @Test("seed_pan_translation_at_began: zero at the begin, then it grows, and is zero again at the start")
    func translation() {
        let pan = PanGestureRecognizer(name: "pan")
        var translations: [Vector] = []
        pan.addAction { [unowned pan] _ in translations.append(pan.translation(in: nil)) }
        Stage(pan).play([
            .down(0, 50, 50, at: 0), .move(0, 60, 50, at: 0.1), .move(0, 75, 58, at: 0.2), .move(0, 60, 50, at: 0.3),
        ])
        #expect(translations == [.zero, Vector(x: 15, y: 8), .zero])
    }

    @Test("seed_longpress_two_fingers: two fingers, one second, up to 100 points")
    func longPress() throws {
        let example = try example("seed_longpress_two_fingers")
        let settings = example["recognizer"]["longPress"]
        let press = LongPressGestureRecognizer(name: "press")
        press.numberOfTouchesRequired = Int(try #require(settings["numberOfTouchesRequired"].number))
        press.allowableMovement = try #require(settings["allowableMovement"].number)
        press.minimumPressDuration = try #require(settings["minimumPressDuration"].number)
        let stage = Stage(press)
        ConformancePlayer(stage).play(example["events"])
        #expect(press.state.description == example["expect"]["state"].text)
        // The time starts with the second finger.
        #expect(stage.log.map(\.time) == [1.02])
    }

    @Test("seed_tap_3x2: three taps of two fingers, with each finger's place in the action")
    func tap() throws {
        let example = try example("seed_tap_3x2")
        let settings = example["recognizer"]["tap"]
        let tap = TapGestureRecognizer(name: "tap")
        tap.numberOfTapsRequired = Int(try #require(settings["numberOfTapsRequired"].number))
        tap.numberOfTouchesRequired = Int(try #require(settings["numberOfTouchesRequired"].number))
        let expected = example["expect"]
        var count = 0.0
        tap.addAction { [unowned tap] _ in
            count += 1
            #expect(tap.location(in: nil) == point(expected["location"]))
            #expect(
                (0..<2).map { tap.location(ofTouch: $0, in: nil) } == expected["locations_of_touch"].list.map(point))
            #expect(Double(tap.numberOfTouches) == expected["numberOfTouches"].number)
        }
        ConformancePlayer(Stage(tap)).play(example["events"])
        #expect(count == expected["action_count"].number)
    }
}
