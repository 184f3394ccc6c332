// Effects of actions that point and scroll, one after the other.

import Configuration
import Dispatch
import GestureWire
import Glibc
import Hands
import Linux
import Synchronization
import Touch

/// Plays effects on a thread of its own, and glides after scrolls.
final class HandsRunner: Sendable {
    private struct State: ~Copyable {
        var connection: HandsConnection?
        var players: [String: HandsPlayer] = [:]
        /// When connecting is tried again.
        var retry = 0.0
        /// Counts effects: a glide that was overtaken by another one does not go on.
        var turn = 0
    }

    private let queue = DispatchQueue(label: "pointer of actions", qos: .userInteractive)
    /// Used on the queue only.
    private let state = Mutex(State())
    private let failures: FailureReports
    private let typesKeys: Bool
    private let outputs: [ActionOutput]

    /// Seconds until a connection that failed is tried again.
    private static let pause = 2.0

    /// - Parameters:
    ///   - typesKeys: Whether it presses keys, beside what the pointer does.
    ///   - outputs: Where surfaces lie on the desktop.
    ///   - tell: Receives what fails.
    init(typesKeys: Bool, outputs: [ActionOutput], tell: @escaping @Sendable (String) -> Void) {
        (self.typesKeys, self.outputs, failures) = (typesKeys, outputs, FailureReports(tell: tell))
    }

    /// Has devices made, so that compositors know them when the first gesture comes.
    func prepare(_ devices: [HandsDevice]) {
        queue.async { [self] in
            perform { (state) throws(HandsConnection.Failure) in
                if typesKeys { try state.connection?.open(.keyboard) }
                for device in devices { try state.connection?.open(device) }
            }
        }
    }

    /// Plays an effect.
    func play(_ effect: PointerEffect, _ moment: HandsMoment, on surface: String) {
        queue.async { [self] in
            perform { (state) throws(HandsConnection.Failure) in
                let area = outputs.first { $0.surfaces.matches(surface) }?.area ?? HandsArea()
                var player = state.players[surface] ?? HandsPlayer(surface: surface, area: area)
                let frames = player.play(effect, moment, at: Self.now)
                state.players[surface] = player
                state.turn += 1
                try write(frames, state.connection)
            }
            glide(surface)
        }
    }

    /// Presses keys one after the other.
    ///
    /// - Parameter end: Called when that is done, with why it could not be.
    func press(_ keys: [KeyCombination], then end: @escaping @Sendable (String?) -> Void) {
        queue.async { [self] in
            var failure: String?
            perform { (state) throws(HandsConnection.Failure) in
                do throws(SessionKeyboard.Failure) {
                    let isNew = try? state.connection?.open(.keyboard)
                    // The compositor has no keyboard, and so no keymap, until it has read this one.
                    if isNew ?? false { usleep(Self.moment) }
                    let keyboard = try SessionKeyboard()
                    for each in keys { try? write(try keyboard.frames(each), state.connection) }
                } catch {
                    failure = error.description
                }
            }
            end(failure)
        }
    }

    /// Microseconds in which compositors read a new device.
    private static let moment: UInt32 = 500_000

    private func glide(_ surface: String) {
        let next = state.withLock { state in state.players[surface]?.deadline.map { ($0, state.turn) } }
        guard let (deadline, turn) = next else { return }
        let wait = max(0, deadline.microseconds - Self.now.microseconds)
        queue.asyncAfter(deadline: .now() + .microseconds(Int(wait))) { [self] in
            guard state.withLock({ $0.turn }) == turn else { return }
            perform { (state) throws(HandsConnection.Failure) in
                let frames = state.players[surface]?.advance(to: Self.now) ?? []
                try write(frames, state.connection)
            }
            glide(surface)
        }
    }

    /// Does something with a connection; after a failure that is reported, and everything held is released.
    private func perform(_ body: (inout State) throws(HandsConnection.Failure) -> Void) {
        state.withLock { state in
            do throws(HandsConnection.Failure) {
                if state.connection == nil {
                    guard KernelClock.monotonic.seconds >= state.retry else { return }
                    state.connection = try HandsConnection()
                    state.players = [:]
                }
                try body(&state)
            } catch {
                state.connection = nil
                state.players = [:]
                state.retry = KernelClock.monotonic.seconds + Self.pause
                failures.report("pointing", error.description)
            }
        }
    }

    private func write(_ frames: [HandsFrames], _ connection: HandsConnection?) throws(HandsConnection.Failure) {
        for each in frames {
            try connection?.write(each)
            if each.pause > 0 { usleep(UInt32(each.pause * 1e6)) }
        }
    }

    private static var now: Timestamp { Timestamp(microseconds: KernelClock.monotonic.microseconds) }
}

extension HandsMoment {
    /// The moment that a gesture tells; nil without its place, or of one that has failed.
    init?(_ gesture: GestureNotification, on surface: SurfaceDescription) {
        guard let location = gesture.location, surface.width > 0, surface.height > 0 else { return nil }
        let phase: Phase
        switch gesture.state {
        case .recognized: phase = .recognized
        case .began: phase = .began
        case .changed: phase = .changed
        case .ended: phase = .ended
        case .cancelled: phase = .cancelled
        case .failed: return nil
        }
        self.init(
            phase, at: Point(x: location.x / surface.width, y: location.y / surface.height),
            on: Size(width: surface.width, height: surface.height))
        switch gesture.measurement {
        case .pan(let translation, let velocity, _), .screenEdgePan(_, let translation, let velocity, _):
            move(translation, velocity)
        case .transform(let translation, let velocity, _, let scale, _):
            move(translation, velocity)
            self.scale = scale
        case .pinch(let scale, _): self.scale = scale
        default: break
        }
    }

    private mutating func move(_ translation: WirePoint, _ velocity: WirePoint) {
        self.translation = Vector(x: translation.x, y: translation.y)
        self.velocity = Vector(x: velocity.x, y: velocity.y)
    }
}
