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

/// Where the socket is unless something else says otherwise.
public let defaultSocketPath = "/run/gestured/gestured.sock"

/// The environment variable that overrides the path of the socket, for the daemon and for clients.
public let socketPathVariable = "GESTURED_SOCKET"

/// How much one client, and all of them together, may ask of the server.
public struct Limits: Equatable, Sendable {
    /// The longest request in bytes, without its LF; a longer one is refused before it is parsed.
    public var requestBytes = 65_536
    /// How many notifications wait for a peer that does not read.
    public var outboxLines = 256
    /// How many bytes of memory these notifications may take; a single one may take more.
    public var outboxBytes = 262_144
    /// How many peers may be connected.
    public var peers = 64
    /// How many of them may belong to one user, whoever that is.
    public var peersPerUser = 16
    /// How many more may be connected who may do everything, so that they get in when all others are there.
    public var reservedPeers = 2
    /// How many may have been refused and wait for what they passed to be closed: they take descriptors.
    public var refusedPeers = 4096
    /// How many subscriptions one connection may hold.
    public var subscriptionsPerPeer = 16
    /// How many subscriptions all connections of one user may hold.
    public var subscriptionsPerUser = 64
    /// How many globs all subscriptions of one connection may name: each is compared with each name that it attaches.
    public var globsPerPeer = 64
    /// How many bytes the globs of all subscriptions of one user may take: compiled, they take 30 times as much memory.
    public var globBytesPerUser = 65_536
    /// How many regions one connection may have attached.
    public var regionsPerPeer = 64
    /// How many recognizers one connection may have attached.
    public var recognizersPerPeer = 64
    /// How many relations these may have together, each name in each of their lists.
    public var relationsPerPeer = 256
    /// How many regions all connections of one user may have attached.
    public var regionsPerUser = 256
    /// How many recognizers all connections of one user may have attached.
    public var recognizersPerUser = 256
    /// How many requests of one peer are carried out before others have their turn.
    public var requestsPerTurn = 1

    /// The limits of the protocol's specification.
    public init() {}
}

/// How many values, members and elements together, one request may hold.
public let requestValues = 1024

/// How many globs a subscription may name, for recognizers and for surfaces each.
public let globsPerSubscription = 32

/// How many globs that match no recognizer are compared with the names of all, for the nearest; it takes long.
public let hintedGlobs = 8

/// The longest glob in bytes.
public let globBytes = nameBytes

/// How many regions and recognizers one request may attach, both together.
public let attachedPerRequest = 64

/// The longest name, glob or other text of a request in bytes; only texts that ``NameRule`` allows are read.
public let nameBytes = 256

/// The longest name of a member in a request, in bytes.
public let memberNameBytes = 64

/// How deep lists and objects may lie in each other in what is attached.
public let valueNesting = 16

/// The largest `maxRate`, in `changed` a second.
public let largestRate = 1000.0

/// How many members a type of one's own may add to a gesture.
public let customMembers = 16

/// The longest text of such a member in bytes of UTF-8.
public let customTextBytes = 256
