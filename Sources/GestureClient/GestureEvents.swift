// How does asynchronous code hear of gestures?

public import GestureWire
import Glibc

/// What the daemon tells a subscription, as an asynchronous sequence that ends with the connection.
///
/// A thread of its own waits for the lines. It is at most 64 of them ahead: if the program does not keep up, the server
/// sees a slow reader and merges what can be merged, instead of memory growing here.
public struct GestureEvents: AsyncSequence, Sendable {
    /// A message of the server: `gesture` and `lagged` for the most part.
    public typealias Element = ServerMessage

    /// Where things stood when the subscription began.
    public let snapshot: Snapshot
    private let messages: AsyncThrowingStream<ServerMessage, any Error>
    private let credit: Credit

    /// Connects and subscribes; waits until that is done.
    ///
    /// - Parameters:
    ///   - path: Where the socket is; nil for ``GestureConnection/usualPath``.
    ///   - recognizers: Globs of which one must match the recognizer's name.
    ///   - surfaces: Globs of which one must match the surface's name.
    ///   - states: The states to hear of.
    /// - Throws: ``ConnectionError``, or `ServerError` if the server refuses.
    public init(
        path: String? = nil, recognizers: [String] = ["*"], surfaces: [String] = ["*"],
        states: GestureStates = .standard
    ) throws {
        let connection = try GestureConnection(path: path)
        snapshot = try connection.subscribe(recognizers: recognizers, surfaces: surfaces, states: states)
        let (messages, continuation) = AsyncThrowingStream<ServerMessage, any Error>.makeStream()
        let credit = Credit(64)
        let descriptor = try connection.duplicateDescriptor()
        continuation.onTermination = { _ in
            // Wakes the thread wherever it waits; the descriptor is ours alone, so it cannot be another one by now.
            shutdown(descriptor, Int32(SHUT_RDWR))
            close(descriptor)
            credit.give()
        }
        self.messages = messages
        self.credit = credit
        ReadingThread(connection: connection, continuation: continuation, credit: credit).start()
    }

    /// The iterator; the sequence has one reader.
    public func makeAsyncIterator() -> Iterator {
        Iterator(messages: messages.makeAsyncIterator(), credit: credit)
    }

    /// Takes one message after another.
    public struct Iterator: AsyncIteratorProtocol {
        private var messages: AsyncThrowingStream<ServerMessage, any Error>.Iterator
        private let credit: Credit

        fileprivate init(messages: AsyncThrowingStream<ServerMessage, any Error>.Iterator, credit: Credit) {
            self.messages = messages
            self.credit = credit
        }

        /// The next message; nil when the connection has ended or the task is cancelled.
        ///
        /// - Throws: ``ConnectionError``.
        public mutating func next() async throws -> ServerMessage? {
            let message = try await messages.next()
            credit.give()
            return message
        }
    }
}

/// How many messages the thread may read before somebody takes one.
private final class Credit: @unchecked Sendable {
    // A semaphore of POSIX is safe to use from several threads; it must not move, hence the allocation.
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init(_ count: UInt32) {
        sem_init(semaphore, 0, count)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func give() {
        sem_post(semaphore)
    }

    func take() {
        while sem_wait(semaphore) != 0, errno == EINTR {}
    }
}

/// Reads until the connection ends.
private final class ReadingThread {
    private let connection: GestureConnection
    private let continuation: AsyncThrowingStream<ServerMessage, any Error>.Continuation
    private let credit: Credit

    init(
        connection: GestureConnection, continuation: AsyncThrowingStream<ServerMessage, any Error>.Continuation,
        credit: Credit
    ) {
        self.connection = connection
        self.continuation = continuation
        self.credit = credit
    }

    func start() {
        var thread = pthread_t()
        // From here on the thread alone refers to the connection.
        let own = Unmanaged.passRetained(self)
        let failure = pthread_create(&thread, nil, readUntilTheEnd, own.toOpaque())
        if failure == 0 {
            pthread_detach(thread)
        } else {
            own.release()
            continuation.finish(
                throwing: ConnectionError.failed("pthread_create", path: connection.path, errorNumber: failure))
        }
    }

    func run() {
        do {
            credit.take()
            while let message = try connection.next() {
                if case .terminated = continuation.yield(message) { return }
                credit.take()
            }
            continuation.finish()
        } catch {
            continuation.finish(throwing: error)
        }
    }
}

private func readUntilTheEnd(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { Unmanaged<ReadingThread>.fromOpaque(argument).takeRetainedValue().run() }
    return nil
}
