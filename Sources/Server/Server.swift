// The server, which publishes gestures to applications.

public import GestureWire

/// The server of the protocol that `GestureWire` specifies.
///
/// It has no queue, no thread and no lock, never waits (see ``closer``), and is used from one queue only. Whatever a peer
/// sends or fails to read, it costs a bounded amount of time and memory, and no other peer notices.
public final class Server {
    var limits: Limits
    var access: Access
    // Both may well own the server.
    weak var poller: (any DescriptorPoller)?
    weak var inventory: (any Inventory)?
    /// Closes clients' descriptors that may hold others; without one, the server closes them itself and may have to wait.
    public weak var closer: (any DescriptorCloser)?
    /// Descriptors that the closer has not closed yet.
    var closings: [Closing] = []
    /// The number that was given to such a descriptor last.
    var lastClosing = 0
    /// The control that carries out changes of the daemon.
    ///
    /// It is not kept alive, and has to live as long as this is set. A weak reference would make each call slower.
    public unowned var control: (any Control)?
    /// Returns the owner of a user that ``access`` does not name, itself or another user; nil if it is unknown.
    public var findOwner: (UInt32) -> UInt32? = { $0 }
    /// The clock, in microseconds; see ``limitTime(by:measuredBy:)``.
    @exclusivity(unchecked) var clock: (() -> Int64)?
    /// The processor time of this thread, in microseconds; see ``limitTime(by:measuredBy:)``.
    @exclusivity(unchecked) var stopwatch: (() -> Int64)?
    @exclusivity(unchecked) var budget = TimeBudget.ofRequests(freePart: 100)
    /// The budget for time that own recognizers take.
    @exclusivity(unchecked) var ownBudget = TimeBudget.ofOwnRecognizers(freePart: 100)
    private let receiveLine: (LogLine) -> Void

    var listenings: [Listening]

    // The marked properties are read or written for every line, on one queue: without run-time exclusivity checks, as
    // in `Peer`.
    @exclusivity(unchecked) var isClosed = false
    /// The time, in microseconds, when lines are sent again for which the kernel had no memory; nil when there are
    /// none.
    @exclusivity(unchecked) var retry: Int64?

    /// In the order of their coming.
    @exclusivity(unchecked) var peers: [Peer] = []
    /// The same peers in the order of notification; see ``orderPeers()``.
    @exclusivity(unchecked) var peersInTurn: [Peer] = []
    /// The number that was given to a connection last.
    var lastConnection = 0
    /// The gestures in progress of configured recognizers.
    @exclusivity(unchecked) var underWay = GesturesUnderWay()
    /// The touches in progress, as clients without own regions receive them.
    @exclusivity(unchecked) var touchesUnderWay = TouchesUnderWay()
    /// The gesture that is being published.
    @exclusivity(unchecked) var publishedGesture = 0
    /// The latest time that a caller has passed to the server, in microseconds.
    @exclusivity(unchecked) var latestTime: Int64 = 0
    /// The time of what the server itself ends.
    ///
    /// Not `latestTime`, which may be that of a private touch.
    var presentTime: Int64 { clock?() ?? latestTime }
    /// The user whose session is active and not locked.
    var sessionUser: UInt32?
    /// The touches before this mark, and these gestures, belong to the previous active session.
    var startOfSession = TouchMark.start
    @exclusivity(unchecked) var gesturesBeforeSession: Set<Int> = []
    /// The counters at the start of the active session.
    var countedBeforeSession = TouchCounts()
    /// The surfaces that subscriptions have received.
    var knownSurfaces: [SurfaceDescription] = []

    // Closed connections that the control does not know of yet; see `tellControl()`.
    @exclusivity(unchecked) var endedConnections: [Int] = []
    @exclusivity(unchecked) var hasDemandChanged = false
    /// The number of changes of demand.
    @exclusivity(unchecked) var demandRevision = 0
    /// The subscribers of recognizers that have been asked for.
    var demandIndex = DemandIndex()
    var isTellingControl = false
    /// Whether a subscription has a `maxRate`.
    @exclusivity(unchecked) var hasRates = false
    /// Whether a disconnecting peer may not have read its last lines.
    @exclusivity(unchecked) var hasPeersToGo = false

    // Counters for `status`.
    @exclusivity(unchecked) var notifications = 0
    var mergedForThoseGone = 0
    var lagged = 0

    // Reused from line to line, so that nothing is allocated.
    @exclusivity(unchecked) var line = LineWriter()
    /// The shared parts of a gesture's lines: without locations, with them, and both with disguised numbers.
    @exclusivity(unchecked) var tails = Array(repeating: GestureTail(), count: 4)
    /// Which of them hold something, a bit for each.
    @exclusivity(unchecked) var writtenTails: UInt8 = 0
    /// The permutation of touch and gesture numbers for clients that must not be able to count them.
    ///
    /// Its key may be any: the hash behind it has a seed of its own in each process.
    var disguise: NumberDisguise? = NumberDisguise(key: 0) {
        didSet { (tails, writtenTails) = (Array(repeating: GestureTail(), count: 4), 0) }
    }
    @exclusivity(unchecked) var frame = TouchNotification(surface: "", time: 0, touches: [])
    var inputBuffer = [UInt8](repeating: 0, count: 16_384)

    /// Listens, so that clients can connect as soon as the poller reports the first of them.
    ///
    /// - Parameters:
    ///   - transports: Where clients connect; the server closes them, also when it throws.
    ///   - access: The access rules.
    ///   - inventory: What there is; not kept alive.
    ///   - poller: The poller of the descriptors; not kept alive.
    ///   - log: Receives log lines; must not call the server.
    /// - Throws: What the poller throws.
    public init(
        transports: [any Transport], limits: Limits = Limits(), access: Access = Access(),
        inventory: any Inventory, poller: any DescriptorPoller, log: @escaping (LogLine) -> Void
    ) throws {
        self.limits = limits
        self.access = access
        self.inventory = inventory
        self.poller = poller
        receiveLine = log
        listenings = transports.map { Listening(transport: $0) }
        do {
            for transport in transports { try poller.watch(transport.descriptor, readable: true, writable: false) }
        } catch {
            for transport in transports { transport.close() }
            isClosed = true
            throw error
        }
        for transport in transports {
            let note = transport.isPassed ? ", which systemd has opened" : ""
            self.log(.notice, "listening on \(transport.address)" + note)
        }
    }

    deinit {
        close()
    }

    /// The number of connected peers.
    public var peerCount: Int { peers.count }

    /// Returns whether a descriptor belongs to the server, so that its readiness must be passed to
    /// ``ready(_:readable:writable:hangup:)``.
    public func owns(_ descriptor: Int32) -> Bool {
        !isClosed && (listening(descriptor) != nil || peer(descriptor) != nil)
    }

    /// Does what a descriptor of the server is ready for; ignores others.
    ///
    /// - Parameter hangup: Whether the other end is gone altogether or the descriptor is in error (EPOLLHUP, EPOLLERR).
    public func ready(_ descriptor: Int32, readable: Bool, writable: Bool, hangup: Bool) {
        if isClosed { return }
        if let index = listening(descriptor) {
            if !listenings[index].isPaused { accept(from: index, isShutDown: hangup) }
        } else if let peer = peer(descriptor) {
            if hangup {
                disconnect(peer, .info, "left")
            } else {
                if writable { sendWhatWaits(for: peer) }
                if readable { receive(from: peer) }
                handleBacklog(of: peer)
                settle(peer)
            }
        }
        tellControl()
    }

    /// Sends what can be sent at once, disconnects all peers and removes the socket's file, unless it was passed.
    ///
    /// Cancel gestures in progress and publish that first, so that every `began` is closed. The control is not called
    /// any more.
    public func close() {
        if isClosed { return }
        for peer in peers {
            flush(peer)
            disconnect(peer, .info, "disconnected, the server ends")
        }
        isClosed = true
        for listening in listenings {
            let transport = listening.transport
            if !listening.isPaused { poller?.unwatch(transport.descriptor) }
            let failure = if let closer { transport.close { closer.close($0, as: 0) } } else { transport.close() }
            if let failure { log(.warning, "\(failure)") }
            log(.notice, "no longer listening on \(transport.address)")
        }
    }

    private func listening(_ descriptor: Int32) -> Int? {
        listenings.firstIndex { $0.transport.descriptor == descriptor }
    }

    private func peer(_ descriptor: Int32) -> Peer? {
        peers.first { $0.descriptor == descriptor }
    }

    /// Disconnects a peer that has received all its lines, or updates what the poller watches.
    func settle(_ peer: Peer) {
        if peer.isClosed { return }
        if peer.isLeaving, peer.outbox.isEmpty {
            return disconnect(peer, .info, peer.patience == nil ? "left" : "disconnected after its last lines")
        }
        let interest = peer.wantedInterest
        if interest == peer.interest { return }
        do {
            try poller?.watch(peer.descriptor, readable: interest.readable, writable: interest.writable)
            peer.interest = interest
        } catch {
            disconnect(peer, .error, "cannot be watched (\(error)), disconnected")
        }
    }

    /// Logs an event of the server.
    func log(_ level: LogLevel, _ message: String) { receiveLine(LogLine(level, message)) }

    /// Logs an event of a client.
    func log(_ level: LogLevel, of client: PeerCredentials, _ words: String) {
        var line = LogLine(level, "peer (\(client)) \(words)", user: client.user, process: client.process)
        line.owner = owner(of: client.user)
        receiveLine(line)
    }

    /// Ends a connection.
    func disconnect(_ peer: Peer, _ level: LogLevel, _ reason: String) {
        if peer.isClosed { return }
        peer.isClosed = true
        peers.removeAll { $0 === peer }
        peersInTurn.removeAll { $0 === peer }
        mergedForThoseGone += peer.outbox.merged
        endedConnections.append(peer.connection)
        // A peer that ever had demand may still be in the index.
        if peer.demandRevision > 0 { demandIndex.forget(peer.connection) }
        if !peer.subscriptions.isEmpty || !peer.ownRecognizers.isEmpty { noteDemand(of: peer) }
        if peer.interest != nil { poller?.unwatch(peer.descriptor) }
        release(peer.stream, place: peer.owner)
        log(level, of: peer.credentials, reason)
        resumeAccepting()
    }
}
