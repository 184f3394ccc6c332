// How does a program talk to the daemon, one line at a time?

public import GestureWire
import Glibc

/// A connection to the daemon; every call waits until it is done.
///
/// Used by one thread at a time. Closed when it is no longer referred to. ``GestureEvents`` is for asynchronous code, and
/// connects again after a loss.
public final class GestureConnection {
    /// The path of the socket.
    public let path: String
    /// How the server introduced itself.
    public private(set) var hello = Hello(protocol: 0, server: "", capabilities: [])
    /// What this connection may do, by the lines that have been read: as it was greeted, or told since.
    public private(set) var capabilities: [String] = []

    private let stream: LineStream
    private var writer = LineWriter()
    private var lastIdentifier: Int64 = 0
    /// What came while an answer was waited for.
    private var waiting: [[UInt8]] = []

    /// The path that is used when none is given: `$GESTURED_SOCKET`, else where the service has it.
    public static var usualPath: String {
        guard let value = getenv(socketPathVariable), value.pointee != 0 else { return defaultSocketPath }
        return String(cString: value)
    }

    /// Connects and hears the greeting.
    ///
    /// - Parameter path: Where the socket is; nil for ``usualPath``.
    /// - Throws: ``ConnectionError``, or `ServerError` if the server refuses the connection.
    public convenience init(path: String? = nil) throws {
        try self.init(path: path, interruption: nil)
    }

    /// Connects and hears the greeting, which must begin within so many seconds.
    ///
    /// - Throws: As ``init(path:)`` does; ``ConnectionError/Code/disconnected`` when nothing is said in time.
    package convenience init(path: String?, greetedWithin seconds: Double) throws {
        try self.init(path: path, interruption: nil, greetedWithin: seconds)
    }

    /// - Parameters:
    ///   - interruption: What ends all waiting, that for the greeting, too.
    ///   - seconds: How long the greeting may take to begin; nil for as long as it takes.
    init(path: String?, interruption: Interruption?, greetedWithin seconds: Double? = nil) throws {
        self.path = path ?? Self.usualPath
        stream = try LineStream(path: self.path)
        try interruption?.adopt(stream.duplicateDescriptor())
        if let seconds, try !stream.wait(seconds: seconds) {
            throw ConnectionError(.disconnected, path: self.path, context: "greeting", errorNumber: ETIMEDOUT)
        }
        guard let line = try stream.next() else { throw ConnectionError(.disconnected, path: self.path) }
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
        case .capabilities, .gesture, .touch, .surface, .reloaded, .lagged, .response, .other:
            throw ConnectionError(.protocolViolation, path: self.path, context: "it does not say hello")
        }
    }

    /// The next line as the server wrote it, without its LF; nil when the server has ended the connection.
    ///
    /// - Throws: ``ConnectionError``.
    public func nextLine() throws -> [UInt8]? {
        waiting.isEmpty ? try stream.next() : waiting.removeFirst()
    }

    /// Waits for something to read, so many seconds at most; false when nothing came.
    ///
    /// After true, ``next()`` waits no longer than the server takes for the rest of a line.
    ///
    /// - Throws: ``ConnectionError``.
    package func wait(seconds: Double) throws -> Bool {
        try !waiting.isEmpty || stream.wait(seconds: seconds)
    }

    /// What the next line says; nil when the server has ended the connection.
    ///
    /// - Throws: ``ConnectionError``.
    public func next() throws -> ServerMessage? {
        try nextLine().map(message)
    }

    /// What a line of the server says.
    func message(in line: [UInt8]) throws -> ServerMessage {
        do {
            let message = try ServerMessage.decode(line)
            if case .capabilities(let present) = message { capabilities = present.capabilities }
            return message
        } catch {
            throw unintelligible(line)
        }
    }

    /// Sends a request and waits for its answer; whatever comes in between is kept for ``nextLine()``.
    func answer(to request: Request) throws -> [UInt8] {
        lastIdentifier += 1
        writer.removeAll()
        writer.append(request, identifier: .integer(lastIdentifier))
        try stream.send(writer.bytes)
        while let line = try stream.next() {
            switch try message(in: line) {
            case .response(.integer(lastIdentifier)): return line
            case .error(.integer(lastIdentifier), let error), .error(.null, let error): throw error
            case .hello, .capabilities, .gesture, .touch, .surface, .reloaded, .lagged, .response, .error, .other:
                waiting.append(line)
            }
        }
        throw ConnectionError(.disconnected, path: path)
    }

    func unintelligible(_ line: [UInt8]) -> ConnectionError {
        ConnectionError(
            .protocolViolation, path: path, context: "it said " + String(decoding: line.prefix(200), as: UTF8.self))
    }
}
