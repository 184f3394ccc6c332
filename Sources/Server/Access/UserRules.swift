// The access rules, the limits and the user at the screen, as they apply to each user.

import GestureWire

final class UserRules {
    var access: Access
    var limits: Limits
    /// Returns the owner of a user that ``access`` does not name; see ``Server/findOwner``.
    var findOwner: (UInt32) -> UInt32? = { $0 }
    /// The user whose session is active and not locked.
    var sessionUser: UInt32?

    init(_ access: Access, _ limits: Limits) { (self.access, self.limits) = (access, limits) }

    /// Returns whether a user has all capabilities and no time limit.
    func isPrivileged(_ user: UInt32) -> Bool { access.privilegedUsers.contains(user) }

    /// Returns the user whose limits apply to a user.
    func owner(of user: UInt32) -> UInt32 {
        if isPrivileged(user) || user == sessionUser { return user }
        if access.grants.contains(where: { $0.holder == .user(user) }) { return user }
        let owner = findOwner(user) ?? Server.unknownOwner
        // Containers run as subordinate users of root's: they must not take its places.
        return isPrivileged(owner) ? Server.unknownOwner : owner
    }

    /// Returns the number of connections below which a user is accepted.
    func room(for user: UInt32) -> Int {
        // Some connections are reserved for privileged users, so that they can connect when all others are taken.
        guard isPrivileged(user) else { return limits.peers }
        // And where root has filled even that, `systemctl reload` does: it runs as the daemon's own user.
        return limits.peers + limits.reservedPeers + (user == 0 ? 0 : 1)
    }

    func mostPeers(of owner: UInt32) -> Int {
        if owner != Server.unknownOwner { return limits.peersPerUser }
        // One user may have as many uids as it likes there: together with its own they must leave room for others.
        return min(limits.peersPerUser, max(limits.peers - limits.peersPerUser - 1, 1))
    }

    func capabilities(of peer: Peer) -> Set<Capability> {
        peer.credentials.user == sessionUser ? peer.granted.union(access.sessionCapabilities) : peer.granted
    }
}
