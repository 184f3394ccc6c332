// Access grants, and the capabilities of a peer that follow from its kernel credentials.

public import GestureWire
import Glibc

/// What a user or the members of a group may do.
public struct AccessGrant: Equatable, Sendable {
    /// To whom something is granted, by the kernel's number.
    public enum Holder: Hashable, Sendable {
        /// A user.
        case user(UInt32)
        /// Whoever was in a group, primary or supplementary, when it connected.
        case group(UInt32)
        /// Whose session is at the screen, as long as it is: see ``Server/use(sessionOf:firstTouch:at:)``.
        case activeSession
    }

    /// To whom.
    public var holder: Holder
    /// What.
    public var capabilities: Set<Capability>

    /// A grant from its two parts.
    public init(_ holder: Holder, allow capabilities: Set<Capability>) {
        self.holder = holder
        self.capabilities = capabilities
    }
}

/// What each user may do.
public struct Access: Equatable, Sendable {
    /// Users who may do everything.
    public var privilegedUsers: Set<UInt32>
    /// What is granted; who has several grants may do what any of them allows.
    public var grants: [AccessGrant]

    /// Root and the user of this process may do everything, others what they are granted: without grants nothing.
    public init(grants: [AccessGrant] = []) {
        privilegedUsers = [0, geteuid()]
        self.grants = grants
    }

    /// What the user may do whose session is active.
    var sessionCapabilities: Set<Capability> {
        grants.reduce(into: []) { if $1.holder == .activeSession { $0.formUnion($1.capabilities) } }
    }

    /// What a peer may do whoever is at the screen.
    ///
    /// - Parameter groups: The supplementary groups of the peer; asked for only where a grant depends on them.
    func capabilities(of peer: PeerCredentials, groups: () -> [UInt32]) -> Set<Capability> {
        if privilegedUsers.contains(peer.user) { return Set(Capability.allCases) }
        var capabilities: Set<Capability> = []
        // Tens of thousands of groups are possible; they are looked at once and not kept.
        let needsGroups = grants.contains { if case .group = $0.holder { true } else { false } }
        var memberships: Set<UInt32> = [peer.group]
        if needsGroups { memberships.formUnion(groups()) }
        for grant in grants {
            let holds =
                switch grant.holder {
                case .user(let user): user == peer.user
                case .group(let group): memberships.contains(group)
                case .activeSession: false
                }
            if holds { capabilities.formUnion(grant.capabilities) }
        }
        return capabilities
    }

    /// Refuses what needs a capability that a peer lacks, with words that say how to get it.
    func check(_ needed: [Capability], of peer: Peer) throws(RequestError) {
        guard let missing = needed.first(where: { !peer.capabilities.contains($0) }) else { return }
        throw lack(of: missing, asked: Set(needed), peer)
    }

    private func lack(of missing: Capability, asked: Set<Capability>, _ peer: Peer) -> RequestError {
        if sessionCapabilities.contains(missing) {
            return RequestError(
                code: .notPermitted, message: "the capability `\(missing.rawValue)` is missing", path: "method",
                hint: "`access` grants it by `session: active`, and no unlocked session of the user "
                    + "\(peer.credentials.user) is at the screen; the notification `capabilities` tells when one is")
        }
        // What it has already is listed, too: a section that is new grants nothing that it does not name.
        let wanted = peer.capabilities.union(asked).inOrder.map(\.rawValue).joined(separator: ", ")
        return RequestError(
            code: .notPermitted, message: "the capability `\(missing.rawValue)` is missing", path: "method",
            hint: "use root, or grant it in the configuration: access: [{ user: \(peer.credentials.user), "
                + "allow: [\(wanted)] }], then gesturectl reload")
    }
}

extension Set<Capability> {
    /// In the order in which the greeting tells them.
    var inOrder: [Capability] { Capability.allCases.filter(contains) }
}
