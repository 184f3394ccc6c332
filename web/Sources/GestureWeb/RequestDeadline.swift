// The time that a request may take.

internal import NIOCore

/// Closes a connection after some time, unless it is cancelled before.
final class RequestDeadline: ChannelInboundHandler {
    typealias InboundIn = NIOAny
    private let time: TimeAmount
    private var scheduled: Scheduled<Void>?

    init(after time: TimeAmount) { self.time = time }

    func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        scheduled = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { cancel() }

    func cancel() { scheduled?.cancel() }
}
