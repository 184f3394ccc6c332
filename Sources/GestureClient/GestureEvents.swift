// The asynchronous sequence of a subscription's events.

import Dispatch
public import GestureWire
import Linux

/// The events of a subscription, as an asynchronous sequence.
///
/// It begins with ``GestureEvent/connected(_:)``, and everything after that is a change. Every `began` of a gesture or
/// touch is closed, also when the connection is lost: then by a `cancelled` of this sequence's own. It ends with the
/// connection, or, if it reconnects, never by itself: after 0.1 to 5 seconds it connects, attaches and subscribes again,
/// and delivers another `connected`.
///
/// A thread of its own waits for the lines. It is at most 64 events ahead: if the program does not keep up, the server
/// sees a slow reader and merges what can be merged, instead of memory growing here.
public struct GestureEvents: AsyncSequence, Sendable {
    /// The events.
    public typealias Element = GestureEvent

    private let events: AsyncThrowingStream<GestureEvent, any Error>
    /// Counts the events that the thread may read before the program takes one.
    private let credit: DispatchSemaphore

    /// Connects, attaches and subscribes; waits until that is done.
    ///
    /// - Parameters:
    ///   - path: Where the socket is; nil for ``GestureConnection/usualPath``.
    ///   - recognizers: Globs of which one must match the recognizer's name.
    ///   - surfaces: Globs of which one must match the surface's name.
    ///   - states: The states to receive.
    ///   - touches: Whether to receive touches, too; needs the capability of that name.
    ///   - maxRate: How many `changed` a second to receive of one gesture, more than 0 and at most 1000; nil for all.
    ///   - attachment: Own regions and recognizers; needs the capability `attach`.
    ///   - reconnects: Whether to connect again after a loss. A daemon that is not there yet is then waited for, by the
    ///     sequence: it begins with ``GestureEvent/disconnected(_:)``.
    ///   - warn: Called once with a sentence for each glob that matches nothing, on the thread that waits for lines; by
    ///     default it writes a line to standard error.
    /// - Throws: ``ConnectionError``, or `ServerError` if the server refuses; a sequence that reconnects throws only what
    ///   waiting does not mend.
    public init(
        path: String? = nil, recognizers: [String] = ["*"], surfaces: [String] = ["*"],
        states: GestureStates = .standard, touches: Bool = false, maxRate: Double? = nil,
        attaching attachment: Attachments = Attachments(), reconnects: Bool = false,
        warn: @escaping @Sendable (String) -> Void = { GestureEvents.writeWarning($0) }
    ) throws {
        let filter = SubscriptionFilter(
            recognizers: recognizers, surfaces: surfaces, states: states, touches: touches, maxRate: maxRate)
        let interruption = Interruption()
        let feed = try EventFeed(
            path: path, filter: filter, attaching: attachment, reconnects: reconnects, interruption: interruption)
        let (events, continuation) = AsyncThrowingStream<GestureEvent, any Error>.makeStream()
        // Dispatch traps if a semaphore ends with less than it began with.
        let credit = DispatchSemaphore(value: 0)
        for _ in 0..<64 { credit.signal() }
        continuation.onTermination = { _ in
            // Wakes the thread wherever it waits.
            interruption.trigger()
            credit.signal()
        }
        (self.events, self.credit) = (events, credit)
        Self.read(feed, UnmatchedWarnings(filter, warn: warn), into: continuation, credit)
    }

    /// Reads in a thread of its own until there is nothing more to receive.
    private static func read(
        _ feed: EventFeed, _ warnings: UnmatchedWarnings,
        into events: AsyncThrowingStream<GestureEvent, any Error>.Continuation, _ credit: DispatchSemaphore
    ) {
        // From now on the thread alone uses the feed.
        nonisolated(unsafe) let feed = feed
        let failure = DetachedThread.start {
            var warnings = warnings
            do {
                credit.wait()
                while let item = try feed.next() {
                    warnings.note(item.event)
                    if case .terminated = events.yield(item.event) { return }
                    credit.wait()
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
    public static func writeWarning(_ text: String) { UnmatchedWarnings.write(text) }

    /// The iterator; the sequence has one reader.
    public func makeAsyncIterator() -> Iterator {
        Iterator(events: events.makeAsyncIterator(), credit: credit)
    }

    /// Takes one event after another.
    public struct Iterator: AsyncIteratorProtocol {
        private var events: AsyncThrowingStream<GestureEvent, any Error>.Iterator
        private let credit: DispatchSemaphore

        fileprivate init(events: AsyncThrowingStream<GestureEvent, any Error>.Iterator, credit: DispatchSemaphore) {
            (self.events, self.credit) = (events, credit)
        }

        /// The next event; nil when the connection has ended or the task is cancelled.
        ///
        /// - Throws: ``ConnectionError``, or `ServerError` if the server refuses what was asked again.
        public mutating func next() async throws -> GestureEvent? {
            let event = try await events.next()
            credit.signal()
            return event
        }
    }
}
