// Effects of actions that point, scroll and type by gestured-hands, one after the other.

import Configuration
import Dispatch
import GestureWire
import Glibc
import Hands
import Linux
import Touch

/// Plays effects on a queue of its own, on which alone its members are used, and glides after scrolls.
///
/// ```
///   connected ── refused, or gone: the session was locked, for one ──► not connected
///       ▲                                                                 │
///       └──── a gesture, or every 2 to 30 s ◄─────────────────────────────┘
/// ```
final class HandsRunner: @unchecked Sendable {
    private let queue = DispatchQueue(label: "pointer of actions", qos: .userInteractive)
    private let typesKeys: Bool
    private let outputs: [ActionOutput]
    private let tell: @Sendable (String) -> Void

    private var connection: HandsConnection?
    private var watch: (any DispatchSourceRead)?
    private var devices: [HandsDevice] = []
    private var players: [String: HandsPlayer] = [:]
    /// Counts the effects of each surface: a glide that was overtaken by another one does not go on.
    private var turns: [String: Int] = [:]
    /// When a gesture may connect again, and the pause until the next attempt without one.
    private var (retry, pause) = (0.0, HandsRunner.shortPause)
    /// What was said last; nil since all has been well.
    private var reported: String?

    /// Seconds until a connection that failed is tried again: at first, and at most.
    private static let (shortPause, longPause) = (2.0, 30.0)
    /// Seconds after which a click is too late.
    private static let patience = 0.5
    /// Microseconds in which compositors read a new device.
    private static let moment: UInt32 = 500_000

    /// - Parameters:
    ///   - typesKeys: Whether it presses keys, beside what the pointer does.
    ///   - outputs: Where surfaces lie on the desktop.
    ///   - tell: Receives what fails.
    init(typesKeys: Bool, outputs: [ActionOutput], tell: @escaping @Sendable (String) -> Void) {
        (self.typesKeys, self.outputs, self.tell) = (typesKeys, outputs, tell)
    }

    deinit { watch?.cancel() }

    /// Has devices made, so that compositors know them when the first gesture comes.
    func prepare(_ devices: [HandsDevice]) {
        queue.async { [self] in
            self.devices = (typesKeys ? [.keyboard] : []) + devices
            perform { connection throws(HandsConnection.Failure) in try open(by: connection) }
        }
    }

    /// Plays an effect.
    func play(_ effect: PointerEffect, _ moment: HandsMoment, on surface: String) {
        let start = KernelClock.monotonic.seconds
        queue.async { [self] in
            if !effect.isContinuous, KernelClock.monotonic.seconds - start > Self.patience { return }
            perform { connection throws(HandsConnection.Failure) in
                let area = outputs.first { $0.surfaces.matches(surface) }?.area ?? HandsArea()
                let frames = players[surface, default: HandsPlayer(surface: surface, area: area)].play(
                    effect, moment, at: Self.now)
                turns[surface, default: 0] += 1
                try write(frames, by: connection)
            }
            glide(surface)
        }
    }

    /// Presses keys one after the other.
    ///
    /// - Parameter end: Called when that is done, with why it could not be.
    func press(_ keys: [KeyCombination], then end: @escaping @Sendable (String?) -> Void) {
        queue.async { [self] in
            var problem: String?
            let failure = perform { connection throws(HandsConnection.Failure) in
                // The compositor has no keyboard, and so no keymap, until it has read this one.
                if try connection.open(.keyboard) { usleep(Self.moment) }
                var frames: [HandsFrames] = []
                do throws(SessionKeyboard.Failure) {
                    let keyboard = try SessionKeyboard()
                    for each in keys { frames += try keyboard.frames(each) }
                } catch {
                    problem = error.description
                    return
                }
                try write(frames, by: connection)
            }
            end(failure ?? problem)
        }
    }

    private func glide(_ surface: String) {
        guard let deadline = players[surface]?.deadline else { return }
        let (turn, wait) = (turns[surface], max(0, deadline.microseconds - Self.now.microseconds))
        queue.asyncAfter(deadline: .now() + .microseconds(Int(wait))) { [weak self] in
            guard let self, turns[surface] == turn else { return }
            perform { connection throws(HandsConnection.Failure) in
                try write(players[surface]?.advance(to: Self.now) ?? [], by: connection)
            }
            glide(surface)
        }
    }

    // MARK: - The connection

    /// Does something with the connection; after a failure, which is reported, everything held is released.
    ///
    /// - Returns: Why it was not done.
    @discardableResult
    private func perform(_ body: (HandsConnection) throws(HandsConnection.Failure) -> Void) -> String? {
        do throws(HandsConnection.Failure) {
            if let connection {
                try body(connection)
            } else {
                guard KernelClock.monotonic.seconds >= retry else { return reported }
                try body(try connect())
            }
            return nil
        } catch {
            lose(because: error.description)
            return error.description
        }
    }

    private func connect() throws(HandsConnection.Failure) -> HandsConnection {
        let new = try HandsConnection()
        try open(by: new)
        let source = DispatchSource.makeReadSource(fileDescriptor: new.descriptor, queue: queue)
        source.setEventHandler { [weak self] in
            guard let self, connection === new, let reason = new.refusal else { return }
            lose(because: reason)
        }
        // The socket must be open as long as it is waited for.
        source.setCancelHandler { _ = new }
        source.resume()
        (connection, watch, players, pause, reported) = (new, source, [:], Self.shortPause, nil)
        return new
    }

    private func open(by connection: HandsConnection) throws(HandsConnection.Failure) {
        for device in devices { try connection.open(device) }
    }

    /// The next attempt follows by itself, so that a session that is unlocked can point at once.
    private func lose(because reason: String) {
        watch?.cancel()
        (watch, connection, players) = (nil, nil, [:])
        retry = KernelClock.monotonic.seconds + Self.shortPause
        if reason != reported { tell("pointing and typing: \(reason)".printable) }
        reported = reason
        queue.asyncAfter(deadline: .now() + pause) { [weak self] in
            guard let self, connection == nil else { return }
            pause = min(2 * pause, Self.longPause)
            perform { _ in }
        }
    }

    private func write(
        _ frames: [HandsFrames], by connection: HandsConnection
    ) throws(HandsConnection.Failure) {
        for each in frames {
            try connection.write(each)
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
        self.gesture = gesture.gesture
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
