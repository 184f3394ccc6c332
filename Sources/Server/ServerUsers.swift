// Limits that all connections of a user share.

import GestureWire

extension Server {
    /// The owner of the connections of users that the system does not know: they share the limits of one user.
    ///
    /// It is not a user's number, but the one that chown(2) takes for none.
    public static let unknownOwner = UInt32.max

    /// The user whose limits count for a user.
    func owner(of user: UInt32) -> UInt32 {
        if access.privilegedUsers.contains(user) || user == sessionUser { return user }
        if access.grants.contains(where: { $0.holder == .user(user) }) { return user }
        let owner = findOwner(user) ?? Self.unknownOwner
        // Containers run as subordinate users of root's: they must not take its places.
        return access.privilegedUsers.contains(owner) ? Self.unknownOwner : owner
    }

    /// Assigns a peer to another user's limits, if the rules or the active session have changed that.
    func updateOwner(of peer: Peer) {
        let owner = owner(of: peer.credentials.user)
        if owner == peer.owner { return }
        peer.owner = owner
        // Its time so far was charged to the previous owner.
        peer.ownTime = 0
        letWaitIfInDebt(peer)
        settle(peer)
        noteDemand(of: peer)
    }

    /// The maximum number of connections of an owner.
    func mostPeers(of owner: UInt32) -> Int {
        if owner != Self.unknownOwner { return limits.peersPerUser }
        // One user may have as many uids as it likes there: together with its own they must leave room for others.
        return min(limits.peersPerUser, max(limits.peers - limits.peersPerUser - 1, 1))
    }

    /// The number of subscriptions that all connections of an owner have.
    func subscriptionCount(of owner: UInt32) -> Int {
        peers.reduce(0) { $0 + ($1.owner == owner ? $1.subscriptions.count : 0) }
    }

    /// The number of bytes that the globs of all an owner's subscriptions take.
    func globBytes(of owner: UInt32) -> Int {
        peers.reduce(0) { $0 + ($1.owner == owner ? $1.subscriptions.reduce(0) { $0 + $1.filter.globBytes } : 0) }
    }

    /// Sorts the peers for notification: peers whose users have few subscriptions first.
    ///
    /// A user with many subscriptions delays itself more than others.
    func orderPeers() {
        var counts: [UInt32: Int] = [:]
        for peer in peers { counts[peer.owner, default: 0] += peer.subscriptions.count }
        peersInTurn = peers.sorted {
            (counts[$0.owner, default: 0], $0.connection) < (counts[$1.owner, default: 0], $1.connection)
        }
    }
}
