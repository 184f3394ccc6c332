// The server: connections, their limits, and what each asks for.

internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOWebSocket

/// An HTTP server on the loopback interface, for pages, the bridge and recordings.
///
/// A connection is for one request, or becomes a WebSocket.
public struct WebServer: Sendable {
    /// What to serve, and to whom.
    public struct Options: Sendable {
        /// The port; 0 for one that is free.
        public var port: Int
        /// Origins of pages elsewhere that may connect.
        public var allowedOrigins: [String] = []
        /// The path of gestured's socket.
        public var socket: String
        /// The program `gesturectl`.
        public var control: String
        /// The files to serve.
        public var pages = Pages()
        /// What the view opens; nil for what is touched now.
        public var recording: Recording?

        /// Options with nothing to serve but the bridge.
        public init(port: Int, socket: String, control: String) {
            (self.port, self.socket, self.control) = (port, socket, control)
        }
    }

    /// What became of a connection.
    private enum Kind {
        case webSocket(Bridge.WebSocket)
        case request(RequestHandler.Channel)
    }

    private static let mostConnections = 128, mostWebSockets = 64
    /// Seconds that a request with its answer may take.
    private static let requestTime: Int64 = 30
    private static let headerLimits: NIOHTTPDecoderLimitConfiguration = {
        var limits = NIOHTTPDecoderLimitConfiguration()
        (limits.maxHeaderFieldSize, limits.maxHeaderListSize, limits.maxHeaderFieldCount) = (16_384, 65_536, 100)
        return limits
    }()

    private let options: Options
    private let token = Token()
    private let group: any EventLoopGroup
    private let pool = NIOThreadPool(numberOfThreads: 1)
    private let connections = Counter(limit: mostConnections), webSockets = Counter(limit: mostWebSockets)

    /// A server that has not begun to listen.
    public init(_ options: Options) {
        self.options = options
        group = MultiThreadedEventLoopGroup.singleton
    }

    /// Serves until the task is cancelled.
    ///
    /// - Parameter announce: Called with the address for a browser, which has the token, when the server listens.
    /// - Throws: Where it cannot listen.
    public func run(announce: @Sendable (String) -> Void) async throws {
        pool.start()
        let server = try await ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelOption(.backlog, value: 64)
            .bind(to: try SocketAddress(ipAddress: "127.0.0.1", port: options.port)) { accept($0) }
        let port = server.channel.localAddress?.port ?? options.port
        announce("http://127.0.0.1:\(port)/view/#\(token)\(options.recording == nil ? "" : "&recording")")
        try await withThrowingDiscardingTaskGroup { tasks in
            try await server.executeThenClose { accepted in
                for try await kind in accepted {
                    tasks.addTask { await serve(kind) }
                }
            }
        }
    }

    private func serve(_ kind: EventLoopFuture<Kind>) async {
        // Whatever goes wrong on a connection ends it, and nothing else.
        switch try? await kind.get() {
        case .webSocket(let channel): try? await Bridge(path: options.socket, group: group).serve(channel)
        case .request(let channel):
            let replay = Replay(program: options.control, pool: pool)
            try? await RequestHandler(
                pages: options.pages, recording: options.recording, replay: replay,
                admission: admission(channel.channel)
            ).serve(channel)
        case nil: break
        }
    }

    private func admission(_ channel: any Channel) -> Admission {
        Admission(port: channel.localAddress?.port ?? 0, allowedOrigins: options.allowedOrigins, token: token)
    }

    /// Prepares a connection; what becomes of it shows in its first request.
    private func accept(_ channel: any Channel) -> EventLoopFuture<EventLoopFuture<Kind>> {
        channel.eventLoop.makeCompletedFuture {
            guard connections.enter() else { throw TooMany() }
            channel.closeFuture.whenComplete { [connections] _ in connections.leave() }
            let deadline = RequestDeadline(after: .seconds(Self.requestTime))
            try channel.pipeline.syncOperations.addHandler(deadline)
            let upgrader = NIOTypedWebSocketServerUpgrader<Kind>(
                maxFrameSize: Bridge.longestMessage,
                shouldUpgrade: { channel, head in channel.eventLoop.makeSucceededFuture(mayUpgrade(channel, head)) },
                upgradePipelineHandler: { channel, _ in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.handler(type: RequestDeadline.self).cancel()
                        try channel.pipeline.syncOperations.addHandler(
                            NIOWebSocketFrameAggregator(
                                minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 64,
                                maxAccumulatedFrameSize: Bridge.longestMessage))
                        return .webSocket(try Bridge.WebSocket(wrappingChannelSynchronously: channel))
                    }
                })
            var configuration = NIOUpgradableHTTPServerPipelineConfiguration(
                upgradeConfiguration: NIOTypedHTTPServerUpgradeConfiguration(
                    upgraders: [upgrader],
                    notUpgradingCompletionHandler: { channel in
                        channel.eventLoop.makeCompletedFuture {
                            try channel.pipeline.syncOperations.addHandler(HTTPByteBufferResponsePartHandler())
                            return .request(try RequestHandler.Channel(wrappingChannelSynchronously: channel))
                        }
                    }))
            configuration.decoderConfiguration = Self.headerLimits
            return try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(
                configuration: configuration)
        }
    }

    /// The headers of the answer that makes a connection a WebSocket; nil for an answer that says why it becomes none.
    private func mayUpgrade(_ channel: any Channel, _ head: HTTPRequestHead) -> HTTPHeaders? {
        let target = Target(head.uri)
        guard target.path == "/gestures",
            (try? admission(channel).admit(.init(head.headers, token: target["token"]))) != nil, webSockets.enter()
        else { return nil }
        channel.closeFuture.whenComplete { [webSockets] _ in webSockets.leave() }
        return [:]
    }
}

/// More connections than one browser needs.
private struct TooMany: Error {}

extension Admission.Request {
    /// What counts of a request's headers.
    init(_ headers: HTTPHeaders, token: String?) {
        self.init(hosts: headers["host"], origins: headers["origin"], token: token)
    }
}
