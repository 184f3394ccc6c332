// The events of a subscription, across reconnections.
//
//                          ┌─────────── temporary error: a pause ───────────┐
//     connect, attach, subscribe ──► connected ──► events ──► lost ──► closing lines ──► disconnected
//          └── permanent error: thrown                                       └──► the end, without reconnection

package import GestureWire
import Linux

/// A subscription that is made again when its connection is lost; every call waits.
///
/// Used by one thread at a time.
package final class EventFeed {
    /// An event, and the line that says it; nil of what becomes of the connection.
    package struct Item: Equatable, Sendable {
        package let event: GestureEvent
        package let line: [UInt8]?
    }

    package let path: String
    /// Name and version of the server that greeted last.
    package private(set) var server = ""
    package private(set) var capabilities: [String] = []

    private let filter: SubscriptionFilter
    /// What is attached, and its updates.
    let updates: RegionUpdates
    private let reconnects: Bool
    private let patience: Double?
    private let interruption: Interruption
    private let pause: (Double) -> Void
    private var connection: GestureConnection?
    private var connectedAt = 0.0
    private var subscription = 0
    private var pauses = ReconnectionPauses()
    private var underWay: UnderWay
    /// The items to deliver next, the last first.
    private var pending: [Item] = []
    private var ending: Result<Void, any Error>?

    /// Connects, and tries once at most: one that may be there later is waited for by ``next()``.
    ///
    /// - Parameters:
    ///   - path: Where the socket is; nil for the usual place.
    ///   - attachment: What to attach before subscribing.
    ///   - warn: Called once with each warning about attached regions.
    ///   - reconnects: Whether a connection that is lost, or not there yet, is made again and again.
    ///   - patience: How long the greeting and each answer may take, in seconds; nil for as long as it takes.
    ///   - interruption: Ends the feed once it is triggered.
    /// - Throws: ``ConnectionError``, or `ServerError` if the server refuses.
    package init(
        path: String?, filter: SubscriptionFilter = SubscriptionFilter(),
        attaching attachment: Attachments = Attachments(), warn: @escaping @Sendable (String) -> Void = { _ in },
        reconnects: Bool, patience: Double? = nil, interruptedBy interruption: Interruption = Interruption(),
        pause: ((Double) -> Void)? = nil
    ) throws {
        self.path = path ?? GestureConnection.usualPath
        updates = RegionUpdates(attachment, warn: warn)
        (self.filter, self.reconnects, self.patience) = (filter, reconnects, patience)
        (self.interruption, self.pause) = (interruption, pause ?? interruption.pause)
        underWay = UnderWay(states: filter.states)
        do {
            try connect()
        } catch let error as ConnectionError where reconnects && error.mayPass {
            pending = [Item(event: .disconnected(error), line: nil)]
        }
    }

    deinit {
        interruption.release()
        updates.end(ConnectionError(.disconnected, path: path))
    }

    /// The next event; nil when there will be none, as the connection has ended and is not made again.
    ///
    /// - Throws: ``ConnectionError``, or `ServerError` if the server refuses.
    package func next() throws -> Item? {
        while true {
            if let item = pending.popLast() { return item }
            if let ending {
                try ending.get()
                return nil
            }
            if let connection {
                if let item = read(from: connection) { return item }
            } else {
                try reconnect()
            }
        }
    }

    private func read(from connection: GestureConnection) -> Item? {
        do {
            try connection.decideInTime(updates.send)
            guard let line = try connection.nextLine() else {
                lose(ConnectionError(.disconnected, path: path), isEndOfStream: true)
                return nil
            }
            let message = try connection.message(in: line)
            connection.apply(message)
            try connection.knowSurface(of: message)
            if let decisions = connection.deciders.decide(message) { updates.send(decisions) }
            do { try updates.process(message, in: line) } catch { throw connection.unintelligible(line) }
            guard let event = GestureEvent(message), isWanted(event) else { return nil }
            if let snapshot = event.snapshot, !snapshot.fits(filter) { throw ConnectionError.unfitting(path: path) }
            underWay.apply(event)
            if underWay.isOverfull {
                throw ConnectionError(
                    .protocolViolation, path: path, context: "it has more than \(UnderWay.most) gestures under way")
            }
            return Item(event: event, line: line)
        } catch {
            lose(error, isEndOfStream: false)
            return nil
        }
    }

    /// Whether it is an event of this subscription.
    private func isWanted(_ event: GestureEvent) -> Bool {
        switch event {
        case .gesture(let gesture): gesture.subscription == subscription
        case .touch(let frame): frame.subscription == subscription && filter.touches
        case .surface(let change): change.subscription == subscription
        case .connected, .reloaded, .lagged, .disconnected: true
        }
    }

    /// Ends the connection, closes what was in progress, and says what comes then.
    private func lose(_ error: any Error, isEndOfStream: Bool) {
        connection = nil
        interruption.release()
        pauses.connectionEnded(after: KernelClock.monotonic.seconds - connectedAt)
        var items = underWay.closingLines(subscription: subscription).compactMap { line in
            (try? ServerMessage.decode(line)).flatMap(GestureEvent.init).map { Item(event: $0, line: line) }
        }
        if interruption.isTriggered {
            ending = .success(())
        } else if reconnects, let error = error as? ConnectionError, error.mayPassAgain {
            items.append(Item(event: .disconnected(error), line: nil))
        } else {
            ending = isEndOfStream ? .success(()) : .failure(error)
        }
        pending = items.reversed()
        if ending == nil { updates.lose(error) } else { updates.end(error) }
    }

    private func reconnect() throws {
        pause(pauses.next())
        guard !interruption.isTriggered else {
            ending = .success(())
            updates.end(ConnectionError(.disconnected, path: path))
            return
        }
        do {
            try connect()
        } catch let error as ConnectionError where error.mayPassAgain || interruption.isTriggered {
            // It was said that there is none; that is still so.
        } catch {
            ending = .failure(error)
            updates.end(error)
        }
    }

    private func connect() throws {
        do {
            let connection = try admitted()
            try updates.attach(to: connection)
            let snapshot = try connection.subscribe(filter)
            try updates.adopt(connection.duplicateDescriptor())
            // From now on nothing may arrive for days.
            connection.patience = nil
            underWay.apply(.connected(snapshot))
            (self.connection, server) = (connection, connection.hello.server)
            connectedAt = KernelClock.monotonic.seconds
            capabilities = connection.hello.capabilities
            subscription = snapshot.subscription
            pending = [Item(event: .connected(snapshot), line: nil)]
        } catch {
            interruption.release()
            throw error
        }
    }

    /// Connects; a refusal passes when another client leaves, unlike those of what is attached or subscribed to.
    private func admitted() throws -> GestureConnection {
        do {
            return try GestureConnection(path: path, interruption: interruption, patience: patience)
        } catch let error as ServerError {
            guard reconnects else { throw error }
            throw ConnectionError(.refused, path: path, context: "\(error)")
        }
    }
}

extension ConnectionError {
    /// Whether waiting may mend it.
    fileprivate var mayPass: Bool {
        switch code {
        case .unreachable, .disconnected, .refused: true
        case .permission, .protocolViolation: false
        }
    }

    /// Whether the error may be temporary after there was a connection: while a service restarts, its socket may have
    /// no listener.
    fileprivate var mayPassAgain: Bool { mayPass || code == .permission }
}
