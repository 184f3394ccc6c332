// Access grants, and the capabilities of a peer that follow from its kernel credentials.

public import GestureWire
import Glibc

/// Capabilities granted to a user, the members of a group, or the active session's user.
public struct AccessGrant: Equatable, Sendable {
    /// The holder of a grant, by the kernel's number.
    public enum Holder: Hashable, Sendable {
        /// A user.
        case user(UInt32)
        /// Clients that were in a group, primary or supplementary, when they connected.
        case group(UInt32)
        /// The user of the active session, as long as it is active: see ``Server/use(sessionOf:firstTouch:at:)``.
        case activeSession
    }

    /// The holder.
    public var holder: Holder
    /// The granted capabilities.
    public var capabilities: Set<Capability>

    /// A grant from its two parts.
    public init(_ holder: Holder, allow capabilities: Set<Capability>) {
        self.holder = holder
        self.capabilities = capabilities
    }
}

/// The capabilities of each user.
public struct Access: Equatable, Sendable {
    /// Users with all capabilities.
    public var privilegedUsers: Set<UInt32>
    /// The grants; a client with several grants has the capabilities of all of them.
    public var grants: [AccessGrant]

    /// Root and the user of this process have all capabilities; other users have those of their grants.
    public init(grants: [AccessGrant] = []) {
        privilegedUsers = [0, geteuid()]
        self.grants = grants
    }

    var sessionCapabilities: Set<Capability> {
        grants.reduce(into: []) { if $1.holder == .activeSession { $0.formUnion($1.capabilities) } }
    }

    /// Returns the capabilities of a peer that do not depend on the active session.
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

    /// Refuses a request that needs a capability that the peer lacks, with a message that says how to get it.
    func check(_ needed: [Capability], of peer: Peer) throws(RequestError) {
        guard let missing = needed.first(where: { !peer.capabilities.contains($0) }) else { return }
        let user = peer.credentials.user
        // The peer's present capabilities are listed, too: a new section grants only what it names.
        let wanted = peer.capabilities.union(needed).inOrder.map(\.rawValue).joined(separator: ", ")
        throw RequestError(
            code: .notPermitted, message: "the capability `\(missing.rawValue)` is missing", path: "method",
            hint: sessionCapabilities.contains(missing)
                ? "`access` grants it by `session: active`, and no unlocked session of the user \(user) is at the "
                    + "screen; the notification `capabilities` reports when one is"
                : "use root, or grant it in the configuration: access: [{ user: \(user), allow: [\(wanted)] }], "
                    + "then gesturectl reload")
    }
}

extension Set<Capability> {
    /// The capabilities in the order of the greeting.
    var inOrder: [Capability] { Capability.allCases.filter(contains) }
}
