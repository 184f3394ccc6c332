// Tests of what gestures do with the pointer.

import Hands
import Testing
import Touch

@Suite struct HandsPlayerTests {
    private let size = Size(width: 1000, height: 500)
    private let pointer = HandsDevice.pointer(surface: "panel")

    private func moment(
        _ phase: HandsMoment.Phase, _ x: Double, _ y: Double, moved: Vector = .zero, velocity: Vector = .zero,
        scale: Double = 1
    ) -> HandsMoment {
        var moment = HandsMoment(phase, at: Point(x: x, y: y), on: size)
        (moment.translation, moment.velocity, moment.scale) = (moved, velocity, scale)
        return moment
    }

    private func place(_ x: Double, _ y: Double) -> [OutputEvent] {
        [
            OutputEvent(EventType.absolute, 0, Int32((x * 65535).rounded())),
            OutputEvent(EventType.absolute, 1, Int32((y * 65535).rounded())), .report,
        ]
    }

    /// Beside a place, from where the kernel tells of it.
    private func beside(_ x: Double, _ y: Double) -> [OutputEvent] {
        place(x, y).map { event in
            event.isReport ? event : OutputEvent(event.type, event.code, event.value ^ 1)
        }
    }

    private func button(_ code: UInt16, _ value: Int32) -> [OutputEvent] {
        [OutputEvent(EventType.key, code, value), .report]
    }

    /// The sum of a wheel's turns.
    private func turns(_ frames: [HandsFrames], _ code: UInt16) -> Int32 {
        frames.flatMap(\.events).filter { $0.type == EventType.relative && $0.code == code }.map(\.value).reduce(0, +)
    }

    @Test(
        "A click is a place, then the button down and up, each long enough for libinput; a second comes from beside it")
    func click() {
        var player = HandsPlayer(surface: "panel")
        let first = player.play(.click(.right, count: 1), moment(.began, 0.25, 0.5), at: .zero)
        #expect(
            first.map(\.events)
                == [beside(0.25, 0.5), place(0.25, 0.5), button(0x111, 1), button(0x111, 0)])
        #expect(first.map(\.pause) == [0, 0, 0.03, 0.03] && first.allSatisfy { $0.device == pointer })
        let second = player.play(.click(.left, count: 2), moment(.recognized, 0.25, 0.5), at: .zero)
        #expect(second.count == 6 && second.map(\.events).prefix(2) == [beside(0.25, 0.5), place(0.25, 0.5)])
        #expect(second[2...].map(\.events) == [1, 0, 1, 0].map { button(0x110, $0) })
    }

    @Test("A surface that is a part of the desktop points there")
    func area() {
        var area = HandsArea()
        (area.x, area.width, area.height) = (0.5, 0.5, 0.75)
        var player = HandsPlayer(surface: "panel", area: area)
        let frames = player.play(.click(.left, count: 1), moment(.began, 0.5, 1), at: .zero)
        #expect(frames[1].events == place(0.75, 0.75))
    }

    @Test("A drag begins where the finger landed, and ends where it lifts or is cancelled")
    func drag() {
        var player = HandsPlayer(surface: "panel")
        let began = player.play(.drag(.left), moment(.began, 0.5, 0.5, moved: Vector(x: 100, y: 0)), at: .zero)
        #expect(began.map(\.events) == [beside(0.4, 0.5), place(0.4, 0.5), button(0x110, 1), place(0.5, 0.5)])
        #expect(player.play(.drag(.left), moment(.changed, 0.6, 0.5), at: .zero).map(\.events) == [place(0.6, 0.5)])
        let ended = player.play(.drag(.left), moment(.cancelled, 0.7, 0.5), at: .zero)
        #expect(ended.map(\.events) == [place(0.7, 0.5), button(0x110, 0)])
    }

    @Test("What no end comes for is released: the button of a drag, Ctrl, and a glide")
    func release() {
        var player = HandsPlayer(surface: "panel")
        _ = player.play(.drag(.left), moment(.began, 0.5, 0.5), at: .zero)
        #expect(player.isHolding)
        #expect(player.releaseAll().map(\.events) == [button(0x110, 0)])
        #expect(!player.isHolding && player.releaseAll().isEmpty)
        #expect(player.play(.drag(.left), moment(.ended, 0.6, 0.5), at: .zero).isEmpty)
    }

    @Test("A drag begins where the action that stops glides says that the finger landed, unless that was elsewhere")
    func landing() {
        var player = HandsPlayer(surface: "panel")
        for (landed, start) in [(0.39, 0.39), (0.3, 0.4)] {
            #expect(player.play(.stop, moment(.began, landed, 0.5), at: .zero).isEmpty)
            let began = player.play(.drag(.left), moment(.began, 0.5, 0.5, moved: Vector(x: 100, y: 0)), at: .zero)
            #expect(began.last { $0.events == place(start, 0.5) } != nil)
        }
    }

    @Test("A scroll turns the wheels by all of the way, however small its parts, with a notch for each 120")
    func scroll() {
        var (player, frames, effect) = (HandsPlayer(surface: "panel"), [HandsFrames](), PointerEffect.Scroll())
        frames += player.play(.scroll(effect), moment(.began, 0.5, 0.5), at: .zero)
        #expect(frames.map(\.events) == [beside(0.5, 0.5), place(0.5, 0.5)])
        for step in 1...300 {
            let way = Vector(x: 0.05 * Double(step), y: 0.2 * Double(step))
            frames += player.play(.scroll(effect), moment(.changed, 0.5, 0.5, moved: way), at: .zero)
        }
        // Sixty points down and fifteen to the right: what follows the fingers is scrolled up and to the left.
        #expect([480, 479].contains(turns(frames, 0x0b)) && [-120, -119].contains(turns(frames, 0x0c)))
        #expect((3...4).contains(turns(frames, 0x08)) && (-1...0).contains(turns(frames, 0x06)))
        #expect(player.deadline == nil)
        (effect.isNatural, effect.isHorizontal, effect.speed) = (false, false, 2)
        frames = player.play(.scroll(effect), moment(.began, 0.5, 0.5, moved: Vector(x: 10, y: 10)), at: .zero)
        #expect((-160...(-158)).contains(turns(frames, 0x0b)) && turns(frames, 0x0c) == 0)
    }

    @Test("What is thrown glides as in UIKit, half a velocity's way, until another gesture begins")
    func glide() throws {
        var player = HandsPlayer(surface: "panel")
        let scroll = PointerEffect.scroll(.init())
        _ = player.play(scroll, moment(.began, 0.5, 0.5), at: .zero)
        let velocity = Vector(x: 0, y: 1000)
        _ = player.play(scroll, moment(.ended, 0.5, 0.5, velocity: velocity), at: .zero)
        var copy = player
        var (frames, steps) = ([HandsFrames](), 0)
        while let deadline = player.deadline {
            frames += player.advance(to: deadline)
            steps += 1
        }
        // 1000 pt/s less 20 pt/s, by 499.5 ms, at 8 units a point.
        #expect(abs(Double(turns(frames, 0x0b)) - 980 * 0.4995 * 8) < 20 && (100...140).contains(steps))
        // Whatever the machine does meanwhile.
        #expect(try turns(copy.advance(to: #require(copy.deadline).adding(seconds: 3)), 0x0b) > 3900)
        _ = copy.play(scroll, moment(.began, 0.5, 0.5), at: .zero)
        _ = copy.play(scroll, moment(.ended, 0.5, 0.5, velocity: velocity), at: .zero)
        #expect(copy.deadline != nil)
        _ = copy.play(.stop, moment(.began, 0.1, 0.1), at: .zero)
        #expect(copy.deadline == nil)
        _ = copy.play(scroll, moment(.began, 0.5, 0.5), at: .zero)
        _ = copy.play(scroll, moment(.ended, 0.5, 0.5, velocity: Vector(x: 10, y: 10)), at: .zero)
        #expect(copy.deadline == nil)
    }

    @Test("A pinch holds Ctrl, and a factor of 1.1 is a notch")
    func zoom() {
        var player = HandsPlayer(surface: "panel")
        let began = player.play(.zoom, moment(.began, 0.5, 0.5, scale: 1), at: .zero)
        #expect(began.map(\.events) == [beside(0.5, 0.5), place(0.5, 0.5), button(29, 1)])
        #expect(began.allSatisfy { $0.device != .keyboard }, "another device's Ctrl may come after the wheel")
        let larger = player.play(.zoom, moment(.changed, 0.5, 0.5, scale: 1.1 * 1.1), at: .zero)
        #expect((239...240).contains(turns(larger, 0x0b)))
        let back = player.play(.zoom, moment(.ended, 0.5, 0.5, scale: 1), at: .zero)
        #expect((-240...(-239)).contains(turns(back, 0x0b)) && back.last?.events == button(29, 0))
    }

    @Test("Of a gesture whose beginning was not played nothing is done, and each of several keeps its own way")
    func beginnings() {
        var player = HandsPlayer(surface: "panel")
        let far = moment(.changed, 0.5, 0.5, moved: Vector(x: 0, y: 300), scale: 3)
        for effect in [PointerEffect.drag(.left), .scroll(.init()), .zoom] {
            #expect(player.play(effect, far, at: .zero).isEmpty)
        }
        _ = player.play(.scroll(.init()), moment(.began, 0.5, 0.5), at: .zero)
        _ = player.play(.zoom, moment(.began, 0.5, 0.5), at: .zero)
        #expect((2399...2400).contains(turns(player.play(.scroll(.init()), far, at: .zero), 0x0b)))
        let one = player.play(.zoom, moment(.changed, 0.5, 0.5, scale: 1.1), at: .zero)
        #expect((119...121).contains(turns(one, 0x0b)))
    }

    @Test("Places beyond the surface, and numbers that are none, are never beyond what the device allows")
    func extremes() {
        var player = HandsPlayer(surface: "panel")
        for value in [-1e300, 1e300, .infinity, -.infinity] {
            let moment = moment(
                .began, value, value, moved: Vector(x: value, y: value), velocity: Vector(x: value, y: value),
                scale: value)
            for effect in [PointerEffect.click(.left, count: 1), .drag(.middle), .scroll(.init()), .zoom] {
                for frames in player.play(effect, moment, at: .zero) {
                    #expect(frames.events.allSatisfy { frames.device.allows($0) })
                }
            }
        }
    }
}
