// The server: connections, their limits, and what each asks for.

import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

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

    private static let headerLimits: NIOHTTPDecoderLimitConfiguration = {
        var limits = NIOHTTPDecoderLimitConfiguration()
        (limits.maxHeaderFieldSize, limits.maxHeaderListSize) = (Limits.header, Limits.headers)
        limits.maxHeaderFieldCount = Limits.headerFields
        return limits
    }()

    private var options: Options
    private let token = Token()
    private let group: any EventLoopGroup
    private let pool = NIOThreadPool(numberOfThreads: 1)
    private let strangers = Strangers(limit: Limits.strangers)
    private let webSockets = Counter(limit: Limits.webSockets), recordings = Counter(limit: Limits.recordings)

    /// A server that has not begun to listen.
    public init(_ options: Options) {
        self.options = options
        group = MultiThreadedEventLoopGroup.singleton
    }

    /// Begins to listen; connections are served until the program ends.
    ///
    /// - Parameter warn: Called with what will not work.
    /// - Returns: The address for a browser, which has the token.
    /// - Throws: `Failure` where it cannot listen, or without a page.
    public func start(warn: (String) -> Void) async throws -> String {
        guard let first = options.pages.start else {
            throw Failure(description: "no folder of pages has an index.html")
        }
        pool.start()
        var server = self
        do {
            server.options.pages.add(try await replay.schema(), type: "application/json", at: "/view/schema.json")
        } catch {
            warn("recordings cannot be played: \(error)")
        }
        let port = try await server.listen().localAddress?.port ?? options.port
        return "http://127.0.0.1:\(port)\(first)#\(token)\(options.recording == nil ? "" : "&recording")"
    }

    private func listen() async throws -> any Channel {
        do {
            return try await ServerBootstrap(group: group)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .serverChannelOption(.backlog, value: Int32(Limits.backlog))
                .childChannelInitializer { channel in
                    // A connection that fails here must not end the listener.
                    accept(channel).map { kind in _ = Task { await serve(kind) } }
                }
                .bind(to: try SocketAddress(ipAddress: "127.0.0.1", port: options.port)).get()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw Failure(description: "port \(options.port) is in use: choose another by --port, or 0 for a free one")
        } catch {
            throw Failure(description: "cannot listen on port \(options.port): \(error)")
        }
    }

    private var replay: Replay { Replay(program: options.control, pool: pool) }

    private func serve(_ kind: EventLoopFuture<Kind>) async {
        // Whatever goes wrong on a connection ends it, and nothing else.
        switch try? await kind.get() {
        case .webSocket(let channel): try? await Bridge(path: options.socket, group: group).serve(channel)
        case .request(let channel):
            let handler = RequestHandler(
                pages: options.pages, recording: options.recording, replay: replay,
                admission: admission(channel.channel), recordings: recordings, webSockets: webSockets,
                admitted: { [strangers] in strangers.leave(channel.channel) })
            try? await handler.serve(channel)
        case nil: break
        }
    }

    private func admission(_ channel: any Channel) -> Admission {
        Admission(port: channel.localAddress?.port ?? 0, allowedOrigins: options.allowedOrigins, token: token)
    }

    /// Prepares a connection; what becomes of it shows in its first request.
    private func accept(_ channel: any Channel) -> EventLoopFuture<EventLoopFuture<Kind>> {
        channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(Lifetime())
            strangers.enter(channel) { channel.lifetime { $0.abort() } }
            channel.closeFuture.whenComplete { [strangers] _ in strangers.leave(channel) }
            let upgrader = NIOTypedWebSocketServerUpgrader<Kind>(
                maxFrameSize: Limits.message, enableAutomaticErrorHandling: false,
                shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
                upgradePipelineHandler: { channel, _ in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.handler(type: Lifetime.self).unlimited()
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
            (configuration.enablePipelining, configuration.enableErrorHandling) = (false, false)
            configuration.decoderConfiguration = Self.headerLimits
            let pipeline = channel.pipeline.syncOperations
            let kind = try pipeline.configureUpgradableHTTPServerPipeline(configuration: configuration)
            try pipeline.addHandler(
                HandshakeHandler { head in mayUpgrade(channel, head) },
                position: .before(try pipeline.handler(type: NIOTypedHTTPServerUpgradeHandler<Kind>.self)))
            return kind
        }
    }

    /// Whether a request becomes a WebSocket; if so, it is counted as one.
    private func mayUpgrade(_ channel: any Channel, _ head: HTTPRequestHead) -> Bool {
        let target = Target(head.uri)
        guard target.path == "/gestures",
            (try? admission(channel).admit(.init(head.headers, token: target["token"]))) != nil, webSockets.enter()
        else { return false }
        channel.closeFuture.whenComplete { [webSockets] _ in webSockets.leave() }
        strangers.leave(channel)
        return true
    }
}

extension Admission.Request {
    /// What counts of a request's headers.
    init(_ headers: HTTPHeaders, token: String?) {
        self.init(hosts: headers["host"], origins: headers["origin"], token: token)
    }
}
