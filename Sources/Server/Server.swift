// The server, which publishes gestures to applications.
//
//     poller ─► Server ─┬─ a client waits ──► Acceptor ────────┐
//                       ├─ a peer has sent ─► RequestHandler ──┤
//     pipelines ────────┼─ gestures, touches, surfaces ─► …Publication ─► Delivery ─► Connections ─► PeerStream
//     session, reload ──┴─ CapabilityChanges ──────────────────┘
//
// Each of these types knows those to its right, and none to its left; `ServerParts` has those that several know.
// `Progress` has what is in progress, `UserRules` and `RequestRates` what each user may do, and `ControlNotifier` tells
// the daemon's control what has changed.

public import GestureWire

/// The server of the protocol that `GestureWire` specifies.
///
/// It has no queue, no thread and no lock, never waits if it has a closer, and is used from one queue only. Whatever a
/// peer sends or fails to read, it costs a bounded amount of time and memory, and no other peer notices.
public final class Server {
    /// The owner of the connections of users that the system does not know: they share the limits of one user.
    ///
    /// It is not a user's number, but the one that chown(2) takes for none.
    public static let unknownOwner = UInt32.max

    let parts: ServerParts
    let capabilities: CapabilityChanges
    private let acceptor: Acceptor
    private let requests: RequestHandler
    private var isClosed = false

    /// Listens, so that clients can connect as soon as the poller reports the first of them.
    ///
    /// - Parameters:
    ///   - transports: Where clients connect; the server closes them, also when it throws.
    ///   - access: The access rules.
    ///   - poller: The poller of the descriptors; not kept alive.
    ///   - closer: Closes clients' descriptors that may hold others; without one, the server closes them itself and may
    ///     have to wait. It is not kept alive.
    ///   - log: Receives log lines; must not call the server.
    /// - Throws: What the poller throws.
    public init(
        transports: [any Transport], limits: Limits = Limits(), access: Access = Access(),
        poller: any DescriptorPoller, closer: (any DescriptorCloser)? = nil, log: @escaping (LogLine) -> Void
    ) throws {
        parts = try ServerParts(transports, limits, access, poller, closer, log)
        capabilities = CapabilityChanges(parts: parts)
        acceptor = Acceptor(parts)
        requests = RequestHandler(parts)
    }

    deinit {
        close()
    }

    // MARK: - The daemon around it

    /// Sets what the server asks the daemon for.
    ///
    /// The daemon's own parts need the server before: touches reach the server through them. So this is called when all
    /// of them are made, before clients have their first turn.
    ///
    /// - Parameters:
    ///   - inventory: What there is; not kept alive.
    ///   - control: The control that carries out changes of the daemon. It is not kept alive, and must live until
    ///     ``close()``: a weak reference would make each call slower.
    public func use(_ inventory: any Inventory, _ control: any Control) {
        parts.progress.inventory = inventory
        parts.notifier.control = control
    }

    /// Returns the owner of a user that the access rules do not name, itself or another user; nil if it is unknown.
    public var findOwner: (UInt32) -> UInt32? {
        get { parts.rules.findOwner }
        set { parts.rules.findOwner = newValue }
    }

    /// Starts to limit how many requests of each user are handled; privileged users have no limit.
    ///
    /// - Parameter clock: Returns the time of CLOCK_MONOTONIC in microseconds.
    public func limitRequests(by clock: @escaping () -> Int64) {
        parts.time.clock = clock
        parts.requestRates.start(by: clock)
    }

    // MARK: - Connections

    /// The number of connected peers.
    public var peerCount: Int { parts.connections.peers.count }

    /// The connections that share the limits of a user with one, that one among them.
    public func connections(ofUserOf connection: Int) -> [Int] {
        guard let owner = parts.connections.peer(of: connection)?.owner else { return [] }
        return parts.connections.peers.filter { $0.owner == owner }.map(\.connection)
    }

    /// Returns whether a descriptor belongs to the server, so that its readiness must be passed to
    /// ``ready(_:readable:writable:hangup:)``.
    public func owns(_ descriptor: Int32) -> Bool {
        !isClosed && (parts.transports.index(of: descriptor) != nil || parts.connections.peer(at: descriptor) != nil)
    }

    /// Does what a descriptor of the server is ready for; ignores others.
    ///
    /// - Parameter hangup: Whether the other end is gone altogether or the descriptor is in error (EPOLLHUP, EPOLLERR).
    public func ready(_ descriptor: Int32, readable: Bool, writable: Bool, hangup: Bool) {
        if isClosed { return }
        if let index = parts.transports.index(of: descriptor) {
            acceptor.accept(from: index, isShutDown: hangup)
        } else if let peer = parts.connections.peer(at: descriptor) {
            if hangup {
                parts.connections.disconnect(peer, .info, "left")
            } else {
                if writable { parts.delivery.sendWaiting(to: peer) }
                if readable { requests.receive(from: peer) }
                requests.handleBacklog(of: peer)
                parts.connections.settle(peer)
            }
        }
        parts.notifier.notify()
    }

    /// Frees the connection slot of a descriptor that the closer has closed.
    public func didClose(_ number: Int) { parts.connections.didClose(number) }

    /// Sends what can be sent at once, disconnects all peers and closes the transports.
    ///
    /// Cancel gestures in progress and publish that first, so that every `began` is closed. The control is not called
    /// any more.
    public func close() {
        if isClosed { return }
        for peer in parts.connections.peers {
            parts.delivery.sendWaiting(to: peer)
            parts.connections.disconnect(peer, .info, "disconnected, the server stops")
        }
        isClosed = true
        parts.notifier.control = nil
        parts.transports.close(by: parts.connections.slots.closer)
    }

    // MARK: - Time

    /// The time when ``advance(to:)`` is due; nil while nothing waits.
    ///
    /// In microseconds of CLOCK_MONOTONIC: the earliest time at which a `changed` that `maxRate` delays may be sent,
    /// lines are sent again for which the kernel had no memory, a peer that does not read its last lines is
    /// disconnected, or waiting requests may be carried out; a past time when the control must be called for events
    /// during publishing.
    public var nextDeadline: Int64? {
        if isClosed { return nil }
        if parts.connections.demand.isUnknown { return parts.time.past }
        var earliest = parts.time.retry
        func include(_ deadline: Int64?) {
            if let deadline { earliest = min(earliest ?? deadline, deadline) }
        }
        include(parts.delivery.nextDeadline(after: parts.time.past))
        include(parts.requestRates.nextDeadline)
        include(parts.gestures.nextDeadline)
        return earliest
    }

    /// Sends lines that are due; must not be called from within ``publish(_:to:)``.
    ///
    /// - Parameter time: What CLOCK_MONOTONIC says, in microseconds.
    public func advance(to time: Int64) {
        if isClosed { return }
        parts.time.update(time)
        if parts.time.takeRetry(by: time) {
            parts.transports.resume()
            parts.delivery.resumeSending()
        }
        parts.delivery.disconnectUnread(by: time)
        parts.requestRates.advance(to: time)
        parts.gestures.sendDue(by: time)
        parts.notifier.notify()
    }

    // MARK: - Publication

    /// Sends a notification to every subscription that selects it.
    ///
    /// A connection does not receive a configured recognizer's gestures while it has a recognizer of the same name. The
    /// line is written once with locations and once without, and sent with one send(2) for each subscription whose peer
    /// keeps up; nothing is allocated then.
    ///
    /// - Parameter audience: The connections that may receive it; the same for all notifications of a gesture. A
    ///   connection that is excluded during a gesture receives its cancellation, and one that is included later
    ///   receives nothing until it ends.
    /// - Returns: The number of subscriptions that received it, or will.
    @discardableResult
    public func publish(_ notification: GestureNotification, to audience: Audience = .everybody(except: [])) -> Int {
        isClosed ? 0 : parts.gestures.publish(notification, to: audience)
    }

    /// Sends touches to every subscription that selects them.
    ///
    /// Nothing is allocated for peers that keep up. The end of each touch must be published while
    /// ``wantsTouches(surface:own:)`` is true; the server forgets touches that no subscription selects.
    ///
    /// - Parameter audience: The connections that receive the touches in this form. A connection that attaches or
    ///   detaches receives the cancellation of its touches, and nothing more of them: the audience may change then.
    public func publish(_ touches: TouchNotification, to audience: Audience = .everybody(except: [])) {
        if !isClosed { parts.touches.publish(touches, to: audience) }
    }

    /// Sends a connection a question of one of its own recognizers, with or without a subscription.
    ///
    /// - Parameter isPrivate: Whether it is about private touches.
    /// - Returns: The number of the question, which its answer has; nil if the connection cannot be asked.
    public func ask(
        _ connection: Int, about subject: Question.Subject, for recognizer: String, isPrivate: Bool
    ) -> Int? {
        isClosed ? nil : parts.questions.ask(connection, about: subject, for: recognizer, isPrivate: isPrivate)
    }

    /// Returns whether a connection can decide for recognizers: it may attach, and receive their touches.
    public func mayDecide(_ connection: Int) -> Bool { parts.questions.mayDecide(connection) }

    /// Returns whether a connection's own recognizers may take touches from applications.
    public func mayIntercept(_ connection: Int) -> Bool { parts.questions.mayIntercept(connection) }

    /// Sends a connection touches of a recognizer that it decides, with or without a subscription.
    ///
    /// - Returns: Whether it will read them: not if it is leaving, or may not receive touches.
    public func send(_ touches: AttemptTouches, to connection: Int) -> Bool {
        !isClosed && parts.questions.send(touches, to: connection)
    }

    /// Sends a connection the end of an attempt, also one that may not decide any more.
    public func send(_ end: AttemptEnd, to connection: Int) {
        if !isClosed { parts.questions.send(end, to: connection) }
    }

    /// Cancels a surface's gestures in progress for clients that may not receive private touches, as one lands.
    ///
    /// Later notifications of these gestures must be private.
    public func hideGestures(on surface: String) {
        if !isClosed { parts.gestures.hideAll(on: surface) }
    }

    /// Sends subscriptions the changes of surfaces since the last call: removed ones first.
    ///
    /// Call it when the inventory has changed, after the gestures of surfaces that are gone or different were closed
    /// and before those of new ones begin.
    public func publishSurfaces() {
        if !isClosed { parts.surfaces.publish() }
    }

    /// Sends every subscription the notification of a reload, with a new snapshot.
    public func publishReloaded() {
        if !isClosed { parts.surfaces.publishReloaded() }
    }

    // MARK: - Demand

    /// Returns whether any subscription selects a recognizer on a surface.
    ///
    /// - Parameter connection: The connection whose own recognizer it is; nil for a configured one.
    public func wants(recognizer: String, surface: String, own connection: Int?) -> Bool {
        guard let connection else {
            return parts.connections.demand.includes(
                recognizer: recognizer, surface: surface, among: parts.connections.peers)
        }
        return parts.connections.peers.contains { peer in
            peer.connection == connection && peer.capabilities.contains(.attach)
                && peer.wants(recognizer: recognizer, surface: surface)
        }
    }

    /// Returns whether any subscription of a client that may know places selects a configured recognizer.
    public func wantsPlaces(of recognizer: String, surface: String) -> Bool {
        parts.connections.peers.contains {
            $0.capabilities.contains(.locations) && !$0.ownRecognizers.contains(recognizer)
                && $0.wants(recognizer: recognizer, surface: surface)
        }
    }

    /// Returns whether a connection can be asked by its own recognizers.
    public func mayAsk(_ connection: Int) -> Bool { parts.questions.mayAsk(connection) }

    /// Returns whether any subscription selects the touches of a surface.
    ///
    /// - Parameter connection: The connection whose own regions receive them; nil for the touches as all others receive
    ///   them.
    public func wantsTouches(surface: String, own connection: Int?) -> Bool {
        parts.touches.isWanted(surface: surface, of: connection)
    }

    /// Returns whether any of these subscriptions asks for predicted places.
    public func wantsPredictions(surface: String, own connection: Int?) -> Bool {
        parts.touches.isWanted(surface: surface, of: connection, predicted: true)
    }

    /// Returns a number that changes when ``wants(recognizer:surface:own:)`` or
    /// ``wantsTouches(surface:own:)`` may have changed.
    ///
    /// - Parameter connection: The connection whose own recognizers are meant; nil for the configured ones.
    public func demand(of connection: Int?) -> Int {
        guard let connection else { return parts.connections.demand.revision }
        return parts.connections.peer(of: connection)?.demandRevision ?? -1
    }

    // MARK: - Access

    /// Applies new rules; peers that have lost a capability receive an error and are disconnected.
    public func use(_ access: Access, limits: Limits) { capabilities.apply(access, limits) }

    /// Sets the user of the active session, or nil for none.
    ///
    /// Clients that lose the grants of ``AccessGrant/Holder/activeSession`` receive the cancellation of everything in
    /// progress, and nothing more; clients that gain them receive what begins from then on.
    ///
    /// - Parameters:
    ///   - user: The user; nil when there is no active session, or it is locked.
    ///   - firstTouch: The number of the next touch: earlier touches belong to the previous session.
    ///   - time: What CLOCK_MONOTONIC says, in microseconds.
    public func use(sessionOf user: UInt32?, firstTouch: TouchMark, at time: Int64) {
        if isClosed || user == parts.rules.sessionUser { return }
        parts.time.update(time)
        requests.reports.startSession()
        capabilities.apply(sessionOf: user, firstTouch: firstTouch)
        // At once: what a connection has attached must not receive one more private touch.
        parts.notifier.notify()
    }
}
