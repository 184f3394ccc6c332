// Tests of built-in recognizers with the cases of the seed fixture.

import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct StandardSeedTests {
    @Test("seed_pan_translation_at_began: a pan begins with no translation, and has none where it began")
    func pan() {
        let pan = PanGestureRecognizer(name: "pan")
        var translations: [Vector] = []
        pan.addAction { _ in translations.append(pan.translation(in: nil)) }
        let stage = Stage(pan).play([
            .down(0, 100, 100, at: 0), .move(0, 110, 100, at: 0.1), .move(0, 150, 100, at: 0.2),
            .move(0, 110, 100, at: 0.3),
        ])
        #expect(stage.words == ["pan began", "pan changed", "pan changed"])
        #expect(translations == [.zero, Vector(x: 40, y: 0), .zero])
    }

    @Test("seed_longpress_two_fingers: two fingers that rest a second, a hundred points allowed")
    func longPress() throws {
        let seed = try #require(SeedCase.named("seed_longpress_two_fingers").first)
        let press = LongPressGestureRecognizer(name: "press")
        (press.numberOfTouchesRequired, press.allowableMovement, press.minimumPressDuration) = (2, 100, 1)
        let stage = Stage(press)
        seed.play(on: stage)
        #expect(stage.words == ["press began"])
        #expect(seed.outcome(on: stage) == seed.expect?.state)
        #expect(stage.log.first?.time == 1.02)
    }

    @Test("seed_tap_3x2: three taps of two fingers are one gesture, and it is where the last of them was")
    func taps() throws {
        let seed = try #require(SeedCase.named("seed_tap_3x2").first)
        let expected = try #require(seed.expect)
        let tap = TapGestureRecognizer(name: "tap")
        (tap.numberOfTapsRequired, tap.numberOfTouchesRequired) = (3, 2)
        var (actions, places) = (0, [[Double]]())
        tap.addAction { _ in
            actions += 1
            #expect(tap.numberOfTouches == expected.numberOfTouches)
            places = [tap.location(in: nil)].map { [$0.x, $0.y] }
            for finger in 0..<tap.numberOfTouches {
                if let place = tap.location(ofTouch: finger, in: nil) { places.append([place.x, place.y]) }
            }
        }
        seed.play(on: Stage(tap))
        #expect(actions == expected.actionCount)
        #expect(places.first == expected.location && Array(places.dropFirst()) == expected.locationsOfTouch)
    }
}
