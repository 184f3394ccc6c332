// Translation of gestures into what a pointer and a keyboard send.

import Glibc
public import Touch

/// A moment of a gesture that moves the pointer of its surface.
public struct HandsMoment: Hashable, Sendable {
    /// What the gesture does.
    public enum Phase: Hashable, Sendable {
        case began
        case changed
        case ended
        case cancelled
        /// It is a discrete one, which has no other.
        case recognized
    }

    /// The number of the gesture.
    public var gesture = 0
    /// The phase.
    public var phase: Phase
    /// Where it is, from 0 (left, top) to 1 (right, bottom) of the surface.
    public var place: Point
    /// Its way since it began, in points or pixels.
    public var translation = Vector.zero
    /// The size of the surface in the same unit.
    public var size: Size
    /// A point in the same unit.
    public var pointLength = 1.0
    /// Its velocity, in the same unit per second.
    public var velocity = Vector.zero
    /// Its scale; 1 for others than pinches.
    public var scale = 1.0

    /// A moment at a place.
    public init(_ phase: Phase, at place: Point, on size: Size) {
        (self.phase, self.place, self.size) = (phase, place, size)
    }

    /// Where the gesture was when it began.
    var start: Point {
        Point(
            x: place.x - translation.x / max(size.width, .leastNonzeroMagnitude),
            y: place.y - translation.y / max(size.height, .leastNonzeroMagnitude))
    }
}

/// The part of the desktop on which a surface lies; of several outputs, compositors make one.
public struct HandsArea: Hashable, Sendable {
    /// The left and the upper edge, from 0 to 1.
    public var (x, y) = (0.0, 0.0)
    /// The sides, from 0 to 1.
    public var (width, height) = (1.0, 1.0)

    /// All of it.
    public init() {}
}

/// Whole frames for a device.
public struct HandsFrames: Hashable, Sendable {
    /// The device.
    public var device: HandsDevice
    /// Its events.
    public var events: [OutputEvent]
    /// How long nothing may follow, in seconds.
    public var pause = 0.0

    /// Frames, and a pause after them.
    public init(device: HandsDevice, events: [OutputEvent], pause: Double = 0) {
        (self.device, self.events, self.pause) = (device, events, pause)
    }
}

/// Plays the effects of one surface's gestures, one after the other, and glides after a scroll.
///
/// It knows no clock: times are parameters. Fractions of a unit are kept, so that nothing of a way is lost.
public struct HandsPlayer: Sendable {
    private struct Wheel: Sendable {
        let (fine, coarse): (UInt16, UInt16)
        /// What has not been sent yet: less than a unit of high resolution, and the units since the last notch.
        var rest = 0.0
        var sinceNotch: Int32 = 0

        /// The events for a turn, in units of high resolution.
        mutating func turn(by units: Double) -> [OutputEvent] {
            let (total, most) = (rest + units, Double(HandsDevice.notch) * 50)
            guard total.isFinite else { return [] }
            let whole = Int32(min(max(total, -most), most).rounded(.towardZero))
            rest = min(max(total - Double(whole), -1), 1)
            if whole == 0 { return [] }
            sinceNotch += whole
            let notches = sinceNotch / HandsDevice.notch
            sinceNotch -= notches * HandsDevice.notch
            let fine = OutputEvent(EventType.relative, fine, whole)
            return notches == 0 ? [fine] : [fine, OutputEvent(EventType.relative, coarse, notches)]
        }
    }

    /// An effect of a gesture that is under way.
    private struct Play: Hashable, Sendable {
        let gesture: Int
        let effect: PointerEffect
    }

    private struct Glide: Sendable {
        let scroll: PointerEffect.Scroll
        var velocity: Vector
        var time: Timestamp
    }

    private let pointer: HandsDevice
    private let area: HandsArea
    /// Where the kernel has the pointer; nil until it was moved.
    private var place: (x: Int32, y: Int32)?
    private var vertical = Wheel(fine: 0x0b, coarse: 0x08)
    private var horizontal = Wheel(fine: 0x0c, coarse: 0x06)
    /// The effects under way, and what each has turned the wheels by so far.
    private var underWay: [Play: Vector] = [:]
    private var glide: Glide?
    /// Where a finger landed last, as far as an action that stops glides tells.
    private var landing: Point?

    /// A notch is 15 units of what compositors scroll by, which are pixels to most programs.
    private static let unitsPerPoint = Double(HandsDevice.notch) / 15
    /// What remains of the velocity after a millisecond, as of UIKit's scroll views (`UIScrollView.DecelerationRate.normal`).
    private static let deceleration = 0.998
    /// The most that a finger moves, in points, until a pan begins.
    private static let hysteresis = 20.0
    /// Slower than this, in points per second, nothing glides.
    private static let slowest = 20.0
    /// No finger is faster.
    private static let fastest = 1e6
    /// The pause between two turns of a gliding wheel.
    private static let step = 0.016
    /// libinput before 1.30 takes a button that changes within 25 ms for one that bounces.
    private static let bounce = 0.03
    /// A notch of Ctrl and the wheel makes browsers ten percent larger.
    private static let scaleOfNotch = 1.1

    /// - Parameters:
    ///   - surface: Whose pointer it moves.
    ///   - area: Where the surface is.
    public init(surface: String, area: HandsArea = HandsArea()) {
        (pointer, self.area) = (.pointer(surface: surface), area)
    }

    /// Plays a moment of a gesture; of an effect whose beginning was not played, nothing.
    public mutating func play(_ effect: PointerEffect, _ moment: HandsMoment, at time: Timestamp) -> [HandsFrames] {
        if moment.phase == .began || moment.phase == .recognized { glide = nil }
        let play = Play(gesture: moment.gesture, effect: effect)
        if effect.isContinuous {
            if moment.phase == .began { underWay[play] = .zero }
            guard underWay[play] != nil else { return [] }
        }
        defer { if moment.phase == .ended || moment.phase == .cancelled { underWay[play] = nil } }
        switch effect {
        case .click(let button, let count):
            let one = [press(button, 1), press(button, 0)]
            return move(to: moment.place) + (0..<count).flatMap { _ in one }
        case .stop:
            landing = moment.place
            return []
        case .drag(let button): return drag(button, moment)
        case .scroll(let scroll): return self.scroll(scroll, moment, play, at: time)
        case .zoom: return zoom(moment, play)
        }
    }

    /// Whether it holds a button or Ctrl.
    public var isHolding: Bool {
        underWay.keys.contains {
            switch $0.effect {
            case .drag, .zoom: true
            case .click, .scroll, .stop: false
            }
        }
    }

    /// Ends what is under way, of which no end will come.
    public mutating func releaseAll() -> [HandsFrames] {
        let frames = underWay.keys.compactMap { play -> HandsFrames? in
            switch play.effect {
            case .drag(let button): press(button, 0)
            case .zoom: control(0)
            case .click, .scroll, .stop: nil
            }
        }
        (underWay, glide) = ([:], nil)
        return frames
    }

    /// When the glide goes on; nil when nothing glides.
    public var deadline: Timestamp? { glide?.time.adding(seconds: Self.step) }

    /// Glides on.
    public mutating func advance(to time: Timestamp) -> [HandsFrames] {
        guard let glide, let deadline, deadline <= time else { return [] }
        let milliseconds = Double(time.microseconds - glide.time.microseconds) / 1000
        let factor = pow(Self.deceleration, milliseconds)
        // The integral of a velocity that falls exponentially, in points.
        let way = (factor - 1) / log(Self.deceleration) / 1000
        let velocity = Vector(x: glide.velocity.x * factor, y: glide.velocity.y * factor)
        let isOver = max(velocity.x.magnitude, velocity.y.magnitude) < Self.slowest
        self.glide = isOver ? nil : Glide(scroll: glide.scroll, velocity: velocity, time: time)
        return turn(by: Vector(x: glide.velocity.x * way, y: glide.velocity.y * way), glide.scroll)
    }

    // MARK: - Effects

    private mutating func drag(_ button: PointerEffect.Button, _ moment: HandsMoment) -> [HandsFrames] {
        switch moment.phase {
        case .began: move(to: start(of: moment)) + [press(button, 1)] + move(to: moment.place)
        case .changed: move(to: moment.place)
        case .ended, .cancelled: move(to: moment.place) + [press(button, 0)]
        case .recognized: []
        }
    }

    /// Where the finger of a drag landed: a pan begins, and counts its way, some points farther on.
    private mutating func start(of moment: HandsMoment) -> Point {
        guard let landing else { return moment.start }
        self.landing = nil
        let way = Vector(
            x: (landing.x - moment.start.x) * moment.size.width, y: (landing.y - moment.start.y) * moment.size.height)
        return way.length <= Self.hysteresis * moment.pointLength ? landing : moment.start
    }

    private mutating func scroll(
        _ scroll: PointerEffect.Scroll, _ moment: HandsMoment, _ play: Play, at time: Timestamp
    ) -> [HandsFrames] {
        // What is under the fingers is scrolled, so the pointer goes there once.
        var frames = moment.phase == .began ? move(to: moment.start) : []
        frames += turn(by: moment.translation - (underWay[play] ?? .zero), scroll)
        underWay[play] = moment.translation
        if moment.phase == .ended {
            let velocity = Vector(
                x: scroll.isHorizontal ? moment.velocity.x : 0, y: scroll.isVertical ? moment.velocity.y : 0)
            let isThrown = (Self.slowest..<Self.fastest).contains(max(velocity.x.magnitude, velocity.y.magnitude))
            glide = isThrown ? Glide(scroll: scroll, velocity: velocity, time: time) : nil
        }
        return frames
    }

    private mutating func zoom(_ moment: HandsMoment, _ play: Play) -> [HandsFrames] {
        var frames = moment.phase == .began ? move(to: moment.place) + [control(1)] : []
        let notches = log(max(moment.scale, 0.01)) / log(Self.scaleOfNotch)
        let more = notches - (underWay[play] ?? .zero).y
        frames += wheel([vertical.turn(by: more * Double(HandsDevice.notch))])
        underWay[play] = Vector(x: 0, y: notches)
        if moment.phase == .ended || moment.phase == .cancelled { frames.append(control(0)) }
        return frames
    }

    private func control(_ value: Int32) -> HandsFrames {
        HandsFrames(device: pointer, events: [OutputEvent(EventType.key, HandsDevice.control, value), .report])
    }

    /// Turns the wheels by a way of fingers, in points.
    private mutating func turn(by way: Vector, _ scroll: PointerEffect.Scroll) -> [HandsFrames] {
        let factor = Self.unitsPerPoint * scroll.speed * (scroll.isNatural ? 1 : -1)
        // Content that follows a finger to the right and down is scrolled to the left and up.
        let down = scroll.isVertical ? vertical.turn(by: way.y * factor) : []
        let right = scroll.isHorizontal ? horizontal.turn(by: -way.x * factor) : []
        return wheel([down, right])
    }

    private func wheel(_ turns: [[OutputEvent]]) -> [HandsFrames] {
        let events = turns.flatMap(\.self)
        return events.isEmpty ? [] : [HandsFrames(device: pointer, events: events + [.report])]
    }

    // MARK: - Places

    private func press(_ button: PointerEffect.Button, _ value: Int32) -> HandsFrames {
        HandsFrames(
            device: pointer, events: [OutputEvent(EventType.key, button.code, value), .report], pause: Self.bounce)
    }

    /// Moves the pointer; of a place where it is already the kernel would tell nothing, though a mouse may have moved
    /// what is on the screen, so it comes from beside it.
    private mutating func move(to place: Point) -> [HandsFrames] {
        func unit(_ fraction: Double) -> Int32 {
            // What is no number is at an edge, too.
            Int32(((fraction > 0 ? min(fraction, 1) : 0) * Double(HandsDevice.farEdge)).rounded())
        }
        let new = (x: unit(area.x + place.x * area.width), y: unit(area.y + place.y * area.height))
        let isSame = self.place.map { $0 == new } ?? true
        self.place = new
        func frame(_ x: Int32, _ y: Int32) -> HandsFrames {
            HandsFrames(
                device: pointer,
                events: [
                    OutputEvent(EventType.absolute, AbsoluteAxis.x, x),
                    OutputEvent(EventType.absolute, AbsoluteAxis.y, y), .report,
                ])
        }
        return isSame ? [frame(new.x ^ 1, new.y ^ 1), frame(new.x, new.y)] : [frame(new.x, new.y)]
    }
}
