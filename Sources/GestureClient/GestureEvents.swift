// The asynchronous sequence of a subscription's events.

public import GestureWire
import Glibc
import Linux

/// The events of a subscription, as an asynchronous sequence.
///
/// It begins with ``GestureEvent/connected(_:)``, and everything after that is a change. Every `began` of a gesture or
/// touch is closed, also when the connection is lost: then by a `cancelled` of this sequence's own. It ends with the
/// connection, or, if it reconnects, never by itself: after 0.1 to 5 seconds it connects, attaches again, moves regions
/// to where they were last, subscribes again, and delivers another `connected`.
///
/// Questions of attached recognizers are answered by their closures, ``AttachedRecognizer/shouldBegin(_:)`` and
/// ``AttachedRecognizer/shouldReceive(_:)``, while events go on.
///
/// A thread of its own waits for the lines. It is at most 64 events ahead: if the program does not keep up, the server
/// sees a slow reader and merges what can be merged, instead of memory growing here.
public struct GestureEvents: AsyncSequence, Sendable {
    /// The events.
    public typealias Element = GestureEvent

    private let events: AsyncThrowingStream<GestureEvent, any Error>
    private let readAhead: ReadAhead
    private let updates: RegionUpdates

    /// Connects, attaches and subscribes; waits until that is done.
    ///
    /// - Parameters:
    ///   - path: Where the socket is; nil for ``GestureConnection/usualPath``.
    ///   - recognizers: Globs of which one must match the recognizer's name.
    ///   - surfaces: Globs of which one must match the surface's name.
    ///   - states: The states to receive.
    ///   - touches: Whether to receive touches, too; needs the capability of that name.
    ///   - maxRate: How many `changed` a second to receive of one gesture, more than 0 and at most 1000; nil for all.
    ///   - coordinates: Those of the places and movements of gestures and touches.
    ///   - locations: Whether to receive the place of each finger of a gesture.
    ///   - predicted: Whether to receive where touches are expected, and with what translation pans would end.
    ///   - attachment: Own regions and recognizers; needs the capability `attach`.
    ///   - reconnects: Whether to connect again after a loss. A daemon that is not there yet is then waited for, by the
    ///     sequence: it begins with ``GestureEvent/disconnected(_:)``.
    ///   - warn: Called once with a sentence for each glob that matches nothing, and for each own region that no finger
    ///     can hit, here or on the thread that waits for lines; by default it writes a line to standard error.
    /// - Throws: ``ConnectionError``, or `ServerError` if the server refuses; a sequence that reconnects throws only
    ///   what waiting does not mend.
    public init(
        path: String? = nil, recognizers: [String] = ["*"], surfaces: [String] = ["*"],
        states: GestureStates = .standard, touches: Bool = false, maxRate: Double? = nil,
        coordinates: PlaceCoordinates = .surface, locations: Bool = false, predicted: Bool = false,
        attaching attachment: Attachments = Attachments(), reconnects: Bool = false,
        warn: @escaping @Sendable (String) -> Void = { GestureEvents.writeWarning($0) }
    ) throws {
        let filter = SubscriptionFilter(
            recognizers: recognizers, surfaces: surfaces, states: states, touches: touches, maxRate: maxRate,
            coordinates: coordinates, locations: locations, predicted: predicted)
        let interruption = Interruption()
        let feed = try EventFeed(
            path: path, filter: filter, attaching: attachment, warn: warn, reconnects: reconnects,
            interruptedBy: interruption)
        let (events, continuation) = AsyncThrowingStream<GestureEvent, any Error>.makeStream()
        let readAhead = ReadAhead()
        continuation.onTermination = { _ in
            // Wakes the thread wherever it waits.
            interruption.trigger()
            readAhead.eventTaken()
        }
        (self.events, self.readAhead, updates) = (events, readAhead, feed.updates)
        Self.read(feed, UnmatchedWarnings(filter, warn: warn), into: continuation, readAhead)
    }

    /// Updates own regions, all in one step, or none if one is refused; gestures in progress continue.
    ///
    /// While a lost connection is made again, it waits for that. Any task may call it, also the one that takes the
    /// events: those that come before the answer are kept.
    ///
    /// - Returns: Warnings about regions that no finger can hit.
    /// - Throws: ``ConnectionError`` when the connection is lost before the answer: nothing may have changed. Or
    ///   `ServerError`, whose `data` lists every problem.
    @discardableResult
    public func update(
        _ changes: [RegionChange], recognizers: [RecognizerChange] = []
    ) async throws -> [String] {
        readAhead.beginAwaitingAnswer()
        defer { readAhead.endAwaitingAnswer() }
        return try await updates.update(changes, recognizers: recognizers)
    }

    /// Updates own regions, all in one step, or none if one is refused.
    ///
    /// - Throws: ``ConnectionError``, or `ServerError`, as the other form does.
    @discardableResult
    public func update(_ changes: RegionChange...) async throws -> [String] {
        try await update(changes)
    }

    /// Reads in a thread of its own until there is nothing more to receive.
    private static func read(
        _ feed: EventFeed, _ warnings: UnmatchedWarnings,
        into events: AsyncThrowingStream<GestureEvent, any Error>.Continuation, _ readAhead: ReadAhead
    ) {
        // From now on the thread alone uses the feed.
        nonisolated(unsafe) let feed = feed
        let failure = DetachedThread.start {
            var warnings = warnings
            defer { feed.updates.end(ConnectionError(.disconnected, path: feed.path)) }
            do {
                while true {
                    guard readAhead.waitForTurn() else {
                        throw ConnectionError(
                            .protocolViolation, path: feed.path, context: "it sends events instead of an answer")
                    }
                    guard let item = try feed.next() else { break }
                    warnings.report(item.event)
                    if case .terminated = events.yield(item.event) { return }
                }
                events.finish()
            } catch {
                events.finish(throwing: error)
            }
        }
        if failure != 0 {
            events.finish(throwing: ConnectionError.failed("pthread_create", path: feed.path, errorNumber: failure))
        }
    }

    /// Writes a warning as one line to standard error.
    public static func writeWarning(_ text: String) {
        let line = Array("gestured: \(text)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }

    /// The iterator; the sequence has one reader.
    public func makeAsyncIterator() -> Iterator {
        Iterator(events: events.makeAsyncIterator(), readAhead: readAhead)
    }

    /// Takes one event after another.
    public struct Iterator: AsyncIteratorProtocol {
        private var events: AsyncThrowingStream<GestureEvent, any Error>.Iterator
        private let readAhead: ReadAhead

        fileprivate init(events: AsyncThrowingStream<GestureEvent, any Error>.Iterator, readAhead: ReadAhead) {
            (self.events, self.readAhead) = (events, readAhead)
        }

        /// The next event; nil when the connection has ended or the task is cancelled.
        ///
        /// - Throws: ``ConnectionError``, or `ServerError` if the server refuses what was asked again.
        public mutating func next() async throws -> GestureEvent? {
            let event = try await events.next()
            readAhead.eventTaken()
            return event
        }
    }
}
