// The first look at a request: whether it becomes a WebSocket.

internal import NIOCore
internal import NIOHTTP1

/// Lets only those requests ask for a WebSocket that get one; the others are answered as requests of HTTP.
///
/// NIO's own handler loses a request that it does not upgrade, and leaves a connection open after nonsense.
final class HandshakeHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private let mayUpgrade: (HTTPRequestHead) -> Bool
    private var isFirst = true

    init(mayUpgrade: @escaping (HTTPRequestHead) -> Bool) { self.mayUpgrade = mayUpgrade }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What follows is read by others, and is no HTTP on a WebSocket.
        guard isFirst else { return context.fireChannelRead(data) }
        isFirst = false
        guard case .head(var head) = Self.unwrapInboundIn(data), head.headers.contains(name: "upgrade") else {
            return context.fireChannelRead(data)
        }
        if !Self.isHandshake(head) || !mayUpgrade(head) { head.headers.remove(name: "upgrade") }
        context.fireChannelRead(Self.wrapInboundOut(.head(head)))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.fireErrorCaught(error)
        if error is HTTPParserError { context.close(promise: nil) }
    }

    /// Whether NIO answers it by an upgrade.
    private static func isHandshake(_ head: HTTPRequestHead) -> Bool {
        let headers = head.headers
        return head.method == .GET && head.version == .http1_1
            && headers[canonicalForm: "upgrade"].map { $0.lowercased() } == ["websocket"]
            && headers[canonicalForm: "connection"].contains { $0.lowercased() == "upgrade" }
            && headers["sec-websocket-key"].count == 1 && headers["sec-websocket-version"] == ["13"]
    }
}
