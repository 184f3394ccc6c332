// The first look at a request: whether it becomes a WebSocket.

import NIOCore
import NIOHTTP1

/// Lets only those requests ask for a WebSocket that get one; the others are answered as requests of HTTP.
///
/// NIO's own handlers lose a request that they do not upgrade, leave a connection open after nonsense, and trap if
/// nonsense follows a request that is being answered. So this refuses nonsense, and sees to it that each connection has
/// one answer.
final class HandshakeHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = NIOAny
    typealias OutboundOut = HTTPServerResponsePart

    private let mayUpgrade: (HTTPRequestHead) -> Bool
    private var isFirst = true, isAnswered = false, isRefused = false

    init(mayUpgrade: @escaping (HTTPRequestHead) -> Bool) { self.mayUpgrade = mayUpgrade }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What follows is read by others, and is no HTTP on a WebSocket.
        guard isFirst else { return isRefused ? () : context.fireChannelRead(data) }
        isFirst = false
        guard case .head(var head) = Self.unwrapInboundIn(data), head.headers.contains(name: "upgrade") else {
            return context.fireChannelRead(data)
        }
        let isHandshake = Self.isHandshake(head)
        // What follows a handshake is frames, so it has no body.
        guard !isHandshake || !Self.hasBody(head) else { return refuse(context) }
        if !isHandshake || !mayUpgrade(head) { head.headers.remove(name: "upgrade") }
        context.fireChannelRead(Self.wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isRefused else {
            promise?.fail(ChannelError.outputClosed)
            return
        }
        isAnswered = true
        context.write(data, promise: promise)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is HTTPParserError, !isAnswered, !isRefused { refuse(context) }
        context.fireErrorCaught(error)
    }

    /// Answers 400, and nothing else.
    private func refuse(_ context: ChannelHandlerContext) {
        isRefused = true
        let head = HTTPResponseHead(
            version: .http1_1, status: .badRequest, headers: ["Connection": "close", "Content-Length": "0"])
        context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
        context.close(promise: nil)
    }

    private static func hasBody(_ head: HTTPRequestHead) -> Bool {
        head.headers.contains(name: "transfer-encoding")
            || head.headers["content-length"].contains { $0.utf8.contains { $0 != UInt8(ascii: "0") } }
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
