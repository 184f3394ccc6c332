// Whom does the configuration let do what? Its names of users and groups, as numbers of this system.

internal import Configuration
internal import GestureWire
internal import Glibc
internal import Logging
internal import Server
internal import ServiceManager
internal import Touch

extension DaemonControl {
    /// Has the server let in, and do, whom and what the configuration says; names that the system does not know are told.
    func grantAccess() {
        var grants: [AccessGrant] = []
        for rule in configuration.access ?? [] {
            guard let holder = AccessGrant.Holder(rule.subject) else {
                logger.warning(
                    "`access` grants something to \(rule.subject.words), which this system does not know",
                    metadata: .about(.configuration))
                continue
            }
            grants.append(
                AccessGrant(holder, allow: Set(rule.allow.compactMap { Capability(rawValue: $0.rawValue) })))
        }
        var limits = Limits()
        limits.peers = configuration.limits.peers
        limits.peersPerUser = configuration.limits.peersPerUser
        server?.use(Access(isRestricted: configuration.access != nil, grants: grants), limits: limits)
        seat?.isNeeded = grants.contains { $0.holder == .activeSession }
    }

    /// Somebody else is at the screen, or nobody.
    func use(_ occupant: SeatOccupant) {
        let now = MonotonicClock.now
        // What fingers have done by now is of whoever was there.
        input?.advance(to: now)
        server?.use(sessionOf: occupant.user, firstTouch: input?.nextTouch ?? 1, at: now.microseconds)
    }
}

extension AccessRule.Subject {
    /// What messages call it.
    fileprivate var words: String {
        switch self {
        case .user(let name): "the user \(name)"
        case .group(let name): "the group \(name)"
        case .activeSession: "the active session"
        }
    }
}

extension AccessGrant.Holder {
    /// The number of a user or group; nil when the system knows none of that name.
    fileprivate init?(_ subject: AccessRule.Subject) {
        switch subject {
        case .user(let name):
            guard let number = Self.number(name) ?? Self.user(name) else { return nil }
            self = .user(number)
        case .group(let name):
            guard let number = Self.number(name) ?? Self.group(name) else { return nil }
            self = .group(number)
        case .activeSession:
            self = .activeSession
        }
    }

    /// A number that is written as such; nil of a name.
    private static func number(_ text: String) -> UInt32? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? UInt32(text) : nil
    }

    private static func user(_ name: String) -> UInt32? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: roomForNames) { buffer in
            guard let room = buffer.baseAddress, getpwnam_r(name, &entry, room, buffer.count, &found) == 0 else {
                return nil
            }
            return found?.pointee.pw_uid
        }
    }

    private static func group(_ name: String) -> UInt32? {
        var entry = Glibc.group()
        var found: UnsafeMutablePointer<Glibc.group>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: roomForNames) { buffer in
            guard let room = buffer.baseAddress, getgrnam_r(name, &entry, room, buffer.count, &found) == 0 else {
                return nil
            }
            return found?.pointee.gr_gid
        }
    }

    /// A group's entry lists its members.
    private static let roomForNames = 65_536
}
