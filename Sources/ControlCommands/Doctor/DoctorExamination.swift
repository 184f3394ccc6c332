// The doctor's examination: collection of facts, step by step, until a step fails.

import Configuration
import GestureClient
import GestureDaemon
import GestureWire
import Glibc
import Linux

extension DoctorFacts {
    /// Collects all facts, and waits for touches.
    ///
    /// - Parameters:
    ///   - socket: The named socket; nil for the usual one.
    ///   - wait: For how many seconds; 0 for not at all.
    static func find(socket: String?, wait: Double) throws -> DoctorFacts {
        let path = socket ?? GestureConnection.usualPath
        var facts = DoctorFacts()
        facts.service = .ask(ofSocket: path)
        facts.socket = .look(at: path)
        facts.actions = .examine()
        facts.hands = .examine(for: facts.actions)
        var connection: GestureConnection?
        // It would fail again, and after some more have systemd give up the socket, too.
        if !facts.service.wouldBeStartedAgain { (facts.connection, connection) = ConnectionFacts.make(path) }
        guard let connection else {
            // Connecting may just have started what fails.
            if case .mute = facts.connection { facts.service = .ask(ofSocket: path) }
            facts.examineOffline()
            return facts
        }
        do {
            try facts.ask(connection, wait: wait)
        } catch let error as ConnectionError {
            // The facts so far are kept, and the interruption is the most important one.
            facts.interruption = error.errorNumber == ETIMEDOUT ? "stopped answering" : "closed the connection"
            facts.service = .ask(ofSocket: path)
        }
        return facts
    }

    private mutating func examineOffline() {
        let (known, loaded) = ConfigurationFacts.read(ConfigurationChoice(path: nil))
        configuration = known
        devices = DeviceInspection.reports(loaded ?? .standard)
        if loaded?.surfaces.contains(where: { $0.use != .never && $0.interception != nil }) == true {
            output = .examine(beside: service)
        }
    }

    private mutating func ask(_ connection: GestureConnection, wait: Double) throws {
        let capabilities = connection.hello.capabilities
        guard capabilities.contains(Capability.gestures.rawValue) else { return }
        let mayKnow = capabilities.contains(Capability.touches.rawValue)
        status = try connection.status()
        if let status, status.refused {
            configuration = ConfigurationChoice.named(status.configuration).map { ConfigurationFacts.read($0).0 }
        }
        recognizers = try connection.recognizers()
        devices = try connection.devices()
        if devices?.contains(where: { $0.interception != nil }) == true { output = .examine(beside: service) }
        if (status?.surfaces ?? 0) > 0 {
            if wait > 0 {
                try watch(connection, mayKnow: mayKnow, seconds: wait)
            } else {
                touches = .notWaited
            }
            devices = try connection.devices()
        }
        if mayKnow { decisions = try? connection.decisions() }
    }

    /// Subscribes to everything, so that all recognizers are awake, and waits until fingers have come and gone.
    private mutating func watch(_ connection: GestureConnection, mayKnow: Bool, seconds: Double) throws {
        let before = (status: try connection.status(), leftOut: try leftOut(connection))
        var watched = WatchedFingers(try connection.subscribe(touches: mayKnow), mayKnow: mayKnow)
        Output.message("touch the screen now, as for a gesture; waiting \(GestureLine.number(seconds)) s")
        let end = monotonic() + seconds
        while monotonic() < end, !watched.isOver(at: monotonic()) {
            let rest = min(end, watched.overAt ?? end) - monotonic()
            guard try connection.wait(seconds: max(0, rest)) else { continue }
            guard let message = try connection.next() else { break }
            watched.process(message, at: monotonic())
        }
        let after = (status: try connection.status(), leftOut: try leftOut(connection))
        // A panel that was removed during the wait has no counts.
        let more = before.leftOut.reduce(into: after.leftOut) { $0[$1.key]? -= $1.value }.filter { $0.value > 0 }
        touches = .waited(
            seconds: seconds, frames: mayKnow ? after.status.frames - before.status.frames : nil,
            touches: mayKnow ? after.status.touches - before.status.touches : nil, recognized: watched.recognized,
            leftOut: more)
        // Events that gestured received show that no process has grabbed the panel, and that a test grab would disturb.
        guard mayKnow, more.isEmpty else { return }
        grabs = try connection.devices().filter { device in
            device.used && device.interception?.clone == nil && !watched.surfaces.contains(device.surface ?? "")
        }.compactMap { GrabFacts.look(at: $0.path) }
    }

    private func leftOut(_ connection: GestureConnection) throws -> [String: Int] {
        try connection.devices().reduce(into: [:]) { sums, device in sums.merge(device.unwanted, uniquingKeysWith: +) }
    }

    private func monotonic() -> Double { KernelClock.monotonic.seconds }
}

extension ConfigurationFacts {
    /// Reads files as they are now.
    static func read(_ choice: ConfigurationChoice) -> (ConfigurationFacts, Configuration?) {
        let name = choice.name == "standard" ? "the standard configuration" : choice.name
        var known = ConfigurationFacts(name: name, problems: [])
        do {
            return (known, try choice.load())
        } catch {
            known.isForbidden = ExitStatus.of(error) == ExitStatus.permission
            known.problems = error.problems.map { problem in
                (problem.line > 0 ? "\(problem.file):\(problem.line):\(problem.column): " : "") + problem.message
            }
            return (known, nil)
        }
    }
}

/// The observed gestures, and whether the observation is complete.
struct WatchedFingers {
    /// The names of recognizers that recognized something, in the order of their first gesture.
    private(set) var recognized: [String] = []
    /// The names of surfaces that were touched.
    private(set) var surfaces: Set<String> = []
    /// The time when waiting ends if nothing more arrives.
    private(set) var overAt: Double?

    private let mayKnow: Bool
    private var down: Set<Int> = []

    /// The time, in seconds, within which a recognizer that waits for a second tap has decided.
    private static let settling = 0.5

    init(_ snapshot: Snapshot, mayKnow: Bool) {
        self.mayKnow = mayKnow
        down = Set<Int>((snapshot.touches ?? []).flatMap(\.touches).map(\.id))
        surfaces = Set((snapshot.touches ?? []).map(\.surface))
    }

    mutating func process(_ message: ServerMessage, at time: Double) {
        switch message {
        case .gesture(let gesture):
            let notification = gesture.notification
            if notification.state == .began || notification.state == .recognized,
                !recognized.contains(notification.recognizer)
            {
                recognized.append(notification.recognizer)
            }
            if !mayKnow { overAt = time + Self.settling }
        case .touch(let touches):
            surfaces.insert(touches.notification.surface)
            for touch in touches.notification.touches {
                if touch.phase == .began { down.insert(touch.id) }
                if touch.phase == .ended || touch.phase == .cancelled { down.remove(touch.id) }
            }
            overAt = down.isEmpty ? time + Self.settling : nil
        default: break
        }
    }

    func isOver(at time: Double) -> Bool { overAt.map { $0 <= time } ?? false }
}
