// The form of a response's body.

import NIOCore
import NIOHTTP1

/// Lets an asynchronous channel write bodies as buffers.
final class HTTPByteBufferResponsePartHandler: ChannelOutboundHandler {
    typealias OutboundIn = HTTPPart<HTTPResponseHead, ByteBuffer>
    typealias OutboundOut = HTTPServerResponsePart

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part: HTTPServerResponsePart =
            switch Self.unwrapOutboundIn(data) {
            case .head(let head): .head(head)
            case .body(let buffer): .body(.byteBuffer(buffer))
            case .end(let trailers): .end(trailers)
            }
        context.write(Self.wrapOutboundOut(part), promise: promise)
    }
}
