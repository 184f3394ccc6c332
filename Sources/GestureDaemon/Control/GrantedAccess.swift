// The configuration's access rules, with names of users and groups resolved to numbers.

import Configuration
import GestureWire
import Logging
import Server
import ServiceManager
import Touch

extension DaemonControl {
    /// Applies the configuration's access rules and limits to the server; logs names that the system does not know.
    func grantAccess() {
        var grants: [AccessGrant] = []
        for rule in configuration.access {
            guard let holder = holder(of: rule.subject) else { continue }
            grants.append(AccessGrant(holder, allow: rule.allow))
        }
        server.use(Access(grants: grants), limits: configuration.limits)
        seat?.isConfigured = configuration.access != AccessRule.standard
        seat?.isNeeded = grants.contains { $0.holder == .activeSession }
    }

    /// Returns the holder that a rule names; nil for a name without a number, which is then logged.
    private func holder(of subject: AccessRule.Subject) -> AccessGrant.Holder? {
        guard let account = subject.account else { return .activeSession }
        let problem: String
        // A directory of users may take its time for each name.
        if subject.number == nil { life.isWorking(at: MonotonicClock.now) }
        do throws(AccountError) {
            let known: UInt32? = if let number = subject.number { number } else { try account.number() }
            if let number = known {
                if case .group = account { return .group(number) }
                return .user(number)
            }
            problem = "which this system does not know"
        } catch {
            problem = "which cannot be looked up (\(error)); a reload tries it again, a number needs no look-up"
        }
        // The standard rules name a group that a machine need not have.
        logger.log(
            level: configuration.access == AccessRule.standard ? .info : .warning,
            "`access` grants something to \(account), \(problem)", metadata: .about(.configuration))
        return nil
    }

    func use(_ occupant: SeatOccupant) {
        let now = MonotonicClock.now
        // Movements up to now belong to the previous session.
        input.advance(to: now)
        server.use(sessionOf: occupant.user, firstTouch: input.numbers.mark, at: now.microseconds)
    }
}

extension AccessRule.Subject {
    /// The user or group; nil for the active session.
    fileprivate var account: AccountName? {
        switch self {
        case .user(let name): .user(name)
        case .group(let name): .group(name)
        case .activeSession: nil
        }
    }

    /// Returns a number that is written as such; nil for a name.
    fileprivate var number: UInt32? {
        switch self {
        case .user(let text), .group(let text):
            text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? UInt32(text) : nil
        case .activeSession: nil
        }
    }

    /// Whether the user database knows it, or cannot say; numbers need not be in it.
    ///
    /// Waits as long as that takes.
    var isKnown: Bool {
        guard let account, number == nil else { return true }
        do { return try account.number() != nil } catch { return true }
    }
}
