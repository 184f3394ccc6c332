// How does a program ask the daemon and hear from it, one line at a time?

public import GestureWire
import Glibc

/// A connection to the daemon; every call waits until it is done.
///
/// Used by one thread at a time. Closed when it is no longer referred to.
public final class GestureConnection {
    /// The path of the socket.
    public let path: String
    /// How the server introduced itself.
    public private(set) var hello = Hello(protocol: 0, server: "", capabilities: [])

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
    public init(path: String? = nil) throws {
        self.path = path ?? Self.usualPath
        stream = try LineStream(path: self.path)
        guard let line = try stream.next() else { throw ConnectionError(.disconnected, path: self.path) }
        switch try message(in: line) {
        case .hello(let hello) where hello.protocol == protocolVersion:
            self.hello = hello
        case .hello(let hello):
            throw ConnectionError(
                .protocolViolation, path: self.path,
                context: "it speaks version \(hello.protocol) of the protocol, this client \(protocolVersion)")
        case .error(_, let error):
            throw error
        case .gesture, .touch, .surface, .reloaded, .lagged, .response, .other:
            throw ConnectionError(.protocolViolation, path: self.path, context: "it does not say hello")
        }
    }

    /// Subscribes, and returns where things stand; from then on ``next()`` returns the gestures.
    ///
    /// - Parameters:
    ///   - recognizers: Globs of which one must match the recognizer's name.
    ///   - surfaces: Globs of which one must match the surface's name.
    ///   - states: The states to hear of.
    /// - Throws: ``ConnectionError``, or `ServerError` if the server refuses.
    public func subscribe(
        recognizers: [String] = ["*"], surfaces: [String] = ["*"], states: GestureStates = .standard
    ) throws -> Snapshot {
        let filter = SubscriptionFilter(recognizers: recognizers, surfaces: surfaces, states: states)
        return try result(of: .subscribe(filter), as: Snapshot.self)
    }

    /// Ends a subscription; what was on its way before may still come.
    ///
    /// - Throws: ``ConnectionError``, or `ServerError` if there is no such subscription.
    public func unsubscribe(_ subscription: Int) throws {
        _ = try answer(to: .unsubscribe(subscription: subscription))
    }

    /// The surfaces of all devices in use.
    ///
    /// - Throws: ``ConnectionError``, or `ServerError` if the server refuses.
    public func surfaces() throws -> [SurfaceDescription] {
        try result(of: .list(.surfaces), as: [SurfaceDescription].self)
    }

    /// Every input device, and why it is used or not.
    ///
    /// - Throws: ``ConnectionError``, or `ServerError` if the server refuses.
    public func devices() throws -> [DeviceReport] {
        try result(of: .list(.devices), as: [DeviceReport].self)
    }

    /// The recognizers.
    ///
    /// - Throws: ``ConnectionError``, or `ServerError` if the server refuses.
    public func recognizers() throws -> [RecognizerDescription] {
        try result(of: .list(.recognizers), as: [RecognizerDescription].self)
    }

    /// The regions of all surfaces.
    ///
    /// - Throws: ``ConnectionError``, or `ServerError` if the server refuses.
    public func regions() throws -> [RegionDescription] {
        try result(of: .list(.regions), as: [RegionDescription].self)
    }

    /// The answer to `list` as the server wrote it, without its LF.
    ///
    /// - Throws: ``ConnectionError``, or `ServerError` if the server refuses.
    public func list(_ kind: ListKind) throws -> [UInt8] {
        try answer(to: .list(kind))
    }

    /// Turns a surface until the next reload; gestures under way on it are cancelled.
    ///
    /// - Returns: The surface as it is then.
    /// - Throws: ``ConnectionError``, or `ServerError` if there is no such surface or it is not allowed.
    public func rotate(_ surface: String, to rotation: QuarterTurn) throws -> SurfaceDescription {
        try result(of: .rotate(surface: surface, rotation), as: SurfaceDescription.self)
    }

    /// Has the configuration read anew, and waits until it counts: two seconds if fingers stay down.
    ///
    /// - Throws: ``ConnectionError``, or `ServerError` with its problems, after which everything is as before; also if it
    ///   is not allowed.
    public func reload() throws -> ReloadReport {
        try result(of: .reload, as: ReloadReport.self)
    }

    /// The next line as the server wrote it, without its LF; nil when the server has ended the connection.
    ///
    /// - Throws: ``ConnectionError``.
    public func nextLine() throws -> [UInt8]? {
        waiting.isEmpty ? try stream.next() : waiting.removeFirst()
    }

    /// What the next line says; nil when the server has ended the connection.
    ///
    /// - Throws: ``ConnectionError``.
    public func next() throws -> ServerMessage? {
        try nextLine().map(message)
    }

    /// A second descriptor of the same socket: shutting it down wakes whoever waits in ``next()``.
    func duplicateDescriptor() throws -> Int32 {
        try stream.duplicateDescriptor()
    }

    private func message(in line: [UInt8]) throws -> ServerMessage {
        do {
            return try ServerMessage.decode(line)
        } catch {
            throw unintelligible(line)
        }
    }

    private func result<Value: Decodable>(of request: Request, as type: Value.Type) throws -> Value {
        let line = try answer(to: request)
        do {
            return try ServerMessage.result(of: line, as: type)
        } catch {
            throw unintelligible(line)
        }
    }

    /// Sends a request and waits for its answer; whatever comes in between is kept for ``nextLine()``.
    private func answer(to request: Request) throws -> [UInt8] {
        lastIdentifier += 1
        writer.removeAll()
        writer.append(request, identifier: .integer(lastIdentifier))
        try stream.send(writer.bytes)
        while let line = try stream.next() {
            switch try message(in: line) {
            case .response(.integer(lastIdentifier)): return line
            case .error(.integer(lastIdentifier), let error), .error(.null, let error): throw error
            case .hello, .gesture, .touch, .surface, .reloaded, .lagged, .response, .error, .other:
                waiting.append(line)
            }
        }
        throw ConnectionError(.disconnected, path: path)
    }

    private func unintelligible(_ line: [UInt8]) -> ConnectionError {
        ConnectionError(
            .protocolViolation, path: path, context: "it said " + String(decoding: line.prefix(200), as: UTF8.self))
    }
}
