// The connections that have not shown the token.

import NIOConcurrencyHelpers

/// A queue with a limit, out of which a new member pushes the oldest.
///
/// Everybody on the machine can connect. With a mere limit, those who hold connections open would keep the owner out.
final class Strangers: Sendable {
    private struct Member: Sendable {
        let name: ObjectIdentifier
        let end: @Sendable () -> Void
    }

    private let members = NIOLockedValueBox<[Member]>([])
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Adds a member; ends the one that has to go for it.
    func enter(_ member: AnyObject, end: @escaping @Sendable () -> Void) {
        let added = Member(name: ObjectIdentifier(member), end: end)
        let oldest = members.withLockedValue { members in
            members.append(added)
            return members.count > limit ? members.removeFirst() : nil
        }
        oldest?.end()
    }

    /// Removes a member, if it is one.
    func leave(_ member: AnyObject) {
        let name = ObjectIdentifier(member)
        members.withLockedValue { $0.removeAll { $0.name == name } }
    }
}
