// Who may do what? The one place that decides, by what the kernel says of a peer.

import GestureWire
import Glibc

/// What each user may do.
public struct Access: Sendable {
    /// Users who may do everything.
    public var privilegedUsers: Set<UInt32>

    /// Root and the user of this process may do everything, whoever else may open the socket hears of gestures.
    public init() {
        privilegedUsers = [0, geteuid()]
    }

    /// What a peer may do, in the order in which the greeting tells it.
    func capabilities(of peer: PeerCredentials) -> [Capability] {
        privilegedUsers.contains(peer.user) ? Capability.allCases : [.gestures]
    }

    /// Refuses a request for which a peer lacks the capability.
    func check(_ request: Request, of peer: PeerCredentials) throws(RequestError) {
        let needed = request.capability
        if capabilities(of: peer).contains(needed) { return }
        throw RequestError(
            code: .notPermitted, message: "the capability `\(needed.rawValue)` is missing", path: "method",
            hint:
                "root and the user that gestured runs as have it, so use sudo; to grant it to others (`access` in the "
                + "configuration) is not available in version \(serverVersion)")
    }
}
