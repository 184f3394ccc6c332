// A blocking connection to the daemon, which sends requests and reads lines.

public import GestureWire
import Glibc
import Linux

/// A connection to the daemon; every call waits until it is done.
///
/// Used by one thread at a time. Closed when it is no longer referred to. ``GestureEvents`` is for asynchronous code,
/// and connects again after a loss.
///
/// Each request throws ``ConnectionError``, or `ServerError` if the server refuses.
public final class GestureConnection {
    /// The path of the socket.
    public let path: String
    /// The server's greeting.
    public private(set) var hello = Hello(protocol: 0, server: "", capabilities: [])
    /// The capabilities of this connection, by the lines read so far: those of the greeting, or of a later
    /// notification.
    public private(set) var capabilities: [String] = []

    private let stream: LineStream
    let deciders = Deciders()
    private var writer = LineWriter()
    private var lastIdentifier: Int64 = 0
    /// Lines received while waiting for an answer.
    private var waiting: ArraySlice<[UInt8]> = []
    /// The memory of these lines, in bytes.
    private var waitingBytes = 0
    /// The time limit, in seconds, for the greeting, each answer and each line of ``next()``; nil for none.
    package var patience: Double?

    /// The largest number of bytes received while waiting for an answer.
    static let mostWaitingBytes = 2 * LineStream.longestLine
    /// The memory of each line in addition to its bytes.
    private static let lineOverhead = 64

    /// The path that is used when none is given: `$GESTURED_SOCKET`, else where the service has it.
    public static var usualPath: String {
        guard let value = getenv(socketPathVariable), value.pointee != 0 else { return defaultSocketPath }
        return String(cString: value)
    }

    /// Connects and reads the greeting.
    ///
    /// - Parameter path: Where the socket is; nil for ``usualPath``.
    /// - Throws: ``ConnectionError``, or `ServerError` if the server refuses the connection.
    public convenience init(path: String? = nil) throws {
        try self.init(path: path, patience: nil)
    }

    /// Connects and reads the greeting.
    ///
    /// - Parameters:
    ///   - interruption: What ends all waiting, that for the greeting, too.
    ///   - patience: The longest time in seconds to connect, and to wait for each answer, however much else the server
    ///     sends; nil for as long as it takes.
    /// - Throws: As ``init(path:)`` does; a ``ConnectionError`` with `ETIMEDOUT` when nothing comes in time.
    package init(path: String?, interruption: Interruption? = nil, patience: Double?) throws {
        self.path = path ?? Self.usualPath
        self.patience = patience
        stream = try LineStream(path: self.path, patience: patience)
        try interruption?.adopt(stream.duplicateDescriptor())
        guard let line = try stream.next(before: deadline) else {
            throw ConnectionError(.disconnected, path: self.path)
        }
        switch try message(in: line) {
        case .hello(let hello) where hello.protocol == protocolVersion:
            self.hello = hello
            capabilities = hello.capabilities
        case .hello(let hello):
            throw ConnectionError(
                .protocolViolation, path: self.path,
                context: "it speaks version \(hello.protocol) of the protocol, this client \(protocolVersion)")
        case .error(_, let error):
            throw error
        case .capabilities, .gesture, .touch, .question, .attempt, .reset, .surface, .reloaded, .lagged, .response,
            .other:
            throw ConnectionError(.protocolViolation, path: self.path, context: "it sent no greeting")
        }
    }

    /// The next line as the server wrote it, without its LF; nil when the server has closed the connection.
    ///
    /// - Throws: ``ConnectionError``.
    public func nextLine() throws -> [UInt8]? {
        guard let line = waiting.first else { return try stream.next(before: deadline) }
        // Its bytes go now, and not with the last line of all.
        waiting[waiting.startIndex] = []
        waiting.removeFirst()
        waitingBytes -= line.count + Self.lineOverhead
        if waiting.isEmpty { waiting = [] }
        return line
    }

    /// Waits for something to read, so many seconds at most; false when nothing came.
    ///
    /// After true, ``next()`` waits no longer than the server takes for the rest of a line.
    ///
    /// - Throws: ``ConnectionError``.
    package func wait(seconds: Double) throws -> Bool {
        try !waiting.isEmpty || stream.wait(seconds: seconds)
    }

    /// Returns the next message; nil when the server has closed the connection.
    ///
    /// Touches of recognizers for which the program [decides](doc:AttachedRecognizer/deciding(_:)) are passed on to it
    /// on the way.
    ///
    /// - Throws: ``ConnectionError``.
    public func next() throws -> ServerMessage? {
        while true {
            try decideInTime(send)
            let isNew = waiting.isEmpty
            guard let message = try nextLine().map(message) else { return nil }
            if isNew { apply(message) }
            try knowSurface(of: message)
            guard let decisions = deciders.decide(message) else { return message }
            try send(decisions)
        }
    }

    /// Asks for the surface of an attempt that is not known yet.
    func knowSurface(of message: ServerMessage) throws {
        guard let name = deciders.unknownSurface(of: message) else { return }
        do {
            deciders.know(try surfaces())
        } catch is ServerError {
            // Without the capability `gestures` there is no list.
        }
        guard deciders.unknownSurface(of: message) != nil else { return }
        deciders.know([SurfaceDescription(name: name, device: "", unit: .points, width: 10_000, height: 10_000)])
    }

    /// Waits for something to read; meanwhile, deciders are called at their deadlines.
    ///
    /// What has come by a deadline may have happened before it, and is read first.
    func decideInTime(_ send: ([RecognizeRequest]) throws -> Void) throws {
        while let deadline = deciders.deadline {
            let rest = Double(deadline) / 1e6 - KernelClock.monotonic.seconds
            if try wait(seconds: max(rest, 0)) { return }
            try send(deciders.decide(at: Int64(KernelClock.monotonic.seconds * 1e6)))
        }
    }

    /// Sends decisions, without waiting for what the server says: it may have crossed the end of the attempt.
    private func send(_ decisions: [RecognizeRequest]) throws {
        for decision in decisions {
            writer.removeAll()
            writer.append(.recognize(decision), identifier: nil)
            try stream.send(writer.bytes)
        }
    }

    /// The socket, to wait for lines together with other things; before that, ``wait(seconds:)`` must say that none is there.
    package var descriptor: Int32 { stream.number }

    func duplicateDescriptor() throws(ConnectionError) -> Descriptor { try stream.duplicateDescriptor() }

    func message(in line: [UInt8]) throws -> ServerMessage {
        do {
            return try ServerMessage.decode(line)
        } catch {
            throw unintelligible(line)
        }
    }

    /// When what is waited for from now on must have come.
    private var deadline: Double? { patience.map { KernelClock.monotonic.seconds + $0 } }

    /// Sends a request and waits for its answer; up to 32 MiB that come in between are kept for ``nextLine()``.
    ///
    /// - Throws: ``ConnectionError``, or `ServerError` if the server refuses.
    func answer(to request: Request) throws -> [UInt8] {
        lastIdentifier += 1
        writer.removeAll()
        writer.append(request, identifier: .integer(lastIdentifier))
        let deadline = deadline
        try stream.send(writer.bytes)
        while let line = try stream.next(before: deadline) {
            let message = try message(in: line)
            apply(message)
            switch message {
            case .response(.integer(lastIdentifier)): return line
            case .error(.integer(lastIdentifier), let error), .error(.null, let error): throw error
            case .hello, .capabilities, .gesture, .touch, .question, .attempt, .reset, .surface, .reloaded, .lagged,
                .response, .error, .other:
                waiting.append(line)
                waitingBytes += line.count + Self.lineOverhead
                guard waitingBytes <= Self.mostWaitingBytes else {
                    throw ConnectionError(
                        .protocolViolation, path: path,
                        context: "it sent \(Self.mostWaitingBytes >> 20) MiB instead of an answer")
                }
            }
        }
        throw ConnectionError(.disconnected, path: path)
    }

    /// Applies a received message; for a line that was kept this was done at its arrival.
    func apply(_ message: ServerMessage) {
        switch message {
        case .capabilities(let present): capabilities = present.capabilities
        case .surface(let change): deciders.apply(change)
        case .reloaded(let snapshot) where !deciders.isEmpty: deciders.know(snapshot.surfaces)
        default: break
        }
    }

    func unintelligible(_ line: [UInt8]) -> ConnectionError {
        // Without anything that a terminal may obey.
        let start = String(decoding: line.prefix(200), as: UTF8.self).unicodeScalars.map { scalar in
            scalar == "\"" ? "\"" : scalar.escaped(asASCII: true)
        }
        return ConnectionError(.protocolViolation, path: path, context: "it said " + start.joined())
    }
}
