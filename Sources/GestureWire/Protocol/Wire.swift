// Versions of protocol and server, path of the socket, and limits of requests.
//
// docs/protocol.md is the normative specification; tests compare its examples and numbers with the code.

/// The version of the protocol, `protocol` in the greeting.
///
/// It rises when a client that follows the rules of compatibility would break.
public let protocolVersion = 1

/// The version of this server, by itself.
public let serverVersion = "0.1.0"

/// The name and version with which the server introduces itself in the greeting.
public let serverName = "gestured \(serverVersion)"

/// The default path of the socket.
public let defaultSocketPath = "/run/gestured/gestured.sock"

/// The environment variable that overrides the path of the socket, for the daemon and for clients.
public let socketPathVariable = "GESTURED_SOCKET"

/// The limits of one client, and of all clients together.
public struct Limits: Hashable, Sendable {
    /// The longest request in bytes, without its LF; a longer one is refused before it is parsed.
    public var requestBytes = 65_536
    /// The number of notifications that wait for a peer that does not read.
    public var outboxLines = 256
    /// The number of bytes of memory that these notifications may take; a single one may take more.
    public var outboxBytes = 262_144
    /// The number of peers that may be connected.
    public var peers: Int
    /// The number of connections that one user may have; not more than `peers`.
    public var peersPerUser: Int
    /// The number of further connections for privileged users, when all others are taken.
    public var reservedPeers = 2
    /// The number of refused clients whose descriptors are not closed yet.
    public var refusedPeers = 4096
    /// The number of subscriptions that one connection may hold.
    public var subscriptionsPerPeer = 16
    /// The number of subscriptions that all connections of one user may hold.
    public var subscriptionsPerUser = 64
    /// The number of globs in all subscriptions of one connection: each is compared with each name that it attaches.
    public var globsPerPeer = 64
    /// The number of bytes that the globs of all subscriptions of one user may take: compiled, they take 30 times as
    /// much memory.
    public var globBytesPerUser = 65_536
    /// The number of regions that one connection may have attached.
    public var regionsPerPeer = 64
    /// The number of recognizers that one connection may have attached.
    public var recognizersPerPeer = 64
    /// The number of relations of these recognizers, counted as names in all of their lists.
    public var relationsPerPeer = 256
    /// The number of regions that all connections of one user may have attached.
    public var regionsPerUser = 256
    /// The number of recognizers that all connections of one user may have attached.
    public var recognizersPerUser = 256
    /// The number of requests of one peer that are carried out before those of other peers.
    public var requestsPerTurn = 1

    /// The limits of the protocol's specification, except for those that the configuration can change.
    public init(peers: Int = 64, peersPerUser: Int = 16) {
        self.peers = peers
        self.peersPerUser = peersPerUser
    }
}

/// The number of values, members and elements together, in one request.
public let requestValues = 1024

/// The number of globs that a subscription may name, for recognizers and for surfaces each.
public let globsPerSubscription = 32

/// The number of globs without a match that are compared with all recognizers' names for a hint, which takes long.
public let hintedGlobs = 8

/// The number of places of a touch that a line has of the lines that were merged with it.
public let coalescedPlaces = 16

/// The longest glob in bytes.
public let globBytes = nameBytes

/// The number of regions and recognizers, together, that one request may attach.
public let attachedPerRequest = 64

/// The longest name, glob or other text of a request in bytes; only texts that ``NameRule`` allows are read.
public let nameBytes = 256

/// The longest name of a member in a request, in bytes.
public let memberNameBytes = 64

/// The nesting depth of lists and objects in an attachment.
public let valueNesting = 16

/// The largest `maxRate`, in `changed` a second.
public let largestRate = 1000.0

/// The number of members that a custom type may add to a gesture.
public let customMembers = 16

/// The longest text of such a member in bytes of UTF-8.
public let customTextBytes = 256
