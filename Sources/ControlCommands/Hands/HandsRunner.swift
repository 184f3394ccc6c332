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
///   not connected ── a gesture ──► waiting ── gestured-hands says that the user may ──► served
///         ▲   └── once, when it was served ─►│                                            │
///         └──── refused, or gone: the session was locked, for one ◄──────────────────────┘
/// ```
final class HandsRunner: @unchecked Sendable {
    private let path: String
    private let queue = DispatchQueue(label: "pointer of actions")
    private let typesKeys: Bool
    private let outputs: [ActionOutput]
    private let tell: @Sendable (String) -> Void

    private var connection: HandsConnection?
    private var watch: (any DispatchSourceRead)?
    /// Whether gestured-hands has made the devices for this connection.
    private var isServed = false
    private var devices: [HandsDevice] = []
    private var players: [String: HandsPlayer] = [:]
    /// Counts the effects of each surface: a glide that was overtaken by another one does not go on.
    private var turns: [String: Int] = [:]
    /// Surfaces of which gestured-hands will be told that a button is still held.
    private var kept: Set<String> = []
    private var keyboard: (value: SessionKeyboard, time: Double)?
    /// When a gesture may connect again.
    private var retry = 0.0
    /// Why nothing is done, as was said; nil since all has been well.
    private var reported: String?

    /// Seconds until a connection that failed may be tried again.
    private static let pause = 2.0
    /// Seconds in which gestured-hands, which may have to be started, says whether it serves this user.
    private static let welcome = 0.5
    /// Seconds after which a click is too late.
    private static let patience = 0.5
    /// Seconds after which another layout of the session's keyboard counts.
    private static let layout = 5.0
    /// Seconds after which gestured-hands is told that a button is still held; it releases what is held for thirty.
    private static let sign = 10.0

    /// - Parameters:
    ///   - path: The socket of gestured-hands.
    ///   - typesKeys: Whether it presses keys, beside what the pointer does.
    ///   - outputs: Where surfaces lie on the desktop.
    ///   - tell: Receives what fails.
    init(
        path: String = HandsConnection.path, typesKeys: Bool, outputs: [ActionOutput],
        tell: @escaping @Sendable (String) -> Void
    ) {
        (self.path, self.typesKeys, self.outputs, self.tell) = (path, typesKeys, outputs, tell)
    }

    deinit { watch?.cancel() }

    /// Has devices made, so that compositors know them when the first gesture comes.
    func prepare(_ devices: [HandsDevice]) {
        queue.async { [self] in
            self.devices = (typesKeys ? [.keyboard] : []) + devices
            perform { connection throws(HandsConnection.Failure) in
                for device in self.devices { try connection.open(device) }
                // The ends of gestures from before may not come.
                for surface in players.keys { try write(players[surface]?.releaseAll() ?? [], by: connection) }
            }
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
            keepHolding(surface)
        }
    }

    /// Presses keys one after the other.
    ///
    /// - Parameter end: Called when that is done, with why it could not be.
    func press(_ keys: [KeyCombination], then end: @escaping @Sendable (String?) -> Void) {
        queue.async { [self] in
            var problem: String?
            let failure = perform { connection throws(HandsConnection.Failure) in
                try connection.open(.keyboard)
                // The compositor has no keyboard, and so no keymap, until it has read this one.
                connection.awaitReaders()
                var frames: [HandsFrames] = []
                do throws(SessionKeyboard.Failure) {
                    let keyboard = try presentKeyboard()
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

    /// The session's keyboard, which may be another one in a while.
    private func presentKeyboard() throws(SessionKeyboard.Failure) -> SessionKeyboard {
        let now = KernelClock.monotonic.seconds
        if let keyboard, now - keyboard.time < Self.layout { return keyboard.value }
        let value = try SessionKeyboard()
        keyboard = (value, now)
        return value
    }

    /// Says now and then that somebody still holds a button with a finger that rests.
    private func keepHolding(_ surface: String) {
        guard players[surface]?.isHolding == true, kept.insert(surface).inserted else { return }
        queue.asyncAfter(deadline: .now() + Self.sign) { [weak self] in
            guard let self else { return }
            kept.remove(surface)
            guard players[surface]?.isHolding == true else { return }
            perform { connection throws(HandsConnection.Failure) in
                try connection.write(HandsFrames(device: .pointer(surface: surface), events: [.report]))
            }
            keepHolding(surface)
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
            if connection == nil, KernelClock.monotonic.seconds >= retry { try connect() }
            if connection?.standing == .asked { report("gestured-hands has not said yet whether it serves this user") }
            guard let connection, connection.standing == .ready else { return reported }
            try body(connection)
            return nil
        } catch {
            lose(because: error.description)
            return error.description
        }
    }

    private func connect() throws(HandsConnection.Failure) {
        let new = try HandsConnection(to: path)
        let source = DispatchSource.makeReadSource(fileDescriptor: new.descriptor, queue: queue)
        source.setEventHandler { [weak self] in
            guard let self, connection === new else { return }
            do throws(HandsConnection.Failure) { try listen(within: 0) } catch { lose(because: error.description) }
        }
        // The socket must be open as long as it is waited for.
        source.setCancelHandler { _ = new }
        source.resume()
        (connection, watch) = (new, source)
        try listen(within: Self.welcome)
    }

    /// Takes in what gestured-hands says by itself.
    private func listen(within seconds: Double) throws(HandsConnection.Failure) {
        guard let connection else { return }
        let previous = connection.standing
        try connection.listen(within: seconds)
        switch connection.standing {
        case .ready where previous != .ready:
            reported = nil
            for device in devices { try connection.open(device) }
            isServed = true
        case .waiting(let reason): report(reason)
        case .ready, .asked: break
        }
    }

    /// What the session's lock has ended waits for its end, so that a session that is unlocked can point at once.
    private func lose(because reason: String) {
        let wasServed = isServed
        watch?.cancel()
        (watch, connection, players, isServed, keyboard) = (nil, nil, [:], false, nil)
        retry = KernelClock.monotonic.seconds + Self.pause
        report(reason)
        guard wasServed else { return }
        queue.asyncAfter(deadline: .now() + Self.pause) { [weak self] in self?.perform { _ in } }
    }

    private func report(_ reason: String) {
        if reason != reported { tell("pointing and typing: \(reason)".printable) }
        reported = reason
    }

    private func write(
        _ frames: [HandsFrames], by connection: HandsConnection
    ) throws(HandsConnection.Failure) {
        for each in frames { try connection.open(each.device) }
        connection.awaitReaders()
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
        if surface.unit == .pixels, let sides = surface.millimetres, sides.width > 0 {
            pointLength = PointUnit.millimetres * surface.width / sides.width
        }
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
