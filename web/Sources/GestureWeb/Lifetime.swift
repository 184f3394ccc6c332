// The end of a connection, which comes in time.

import NIOCore

/// Closes a connection at a deadline, and otherwise so that the peer gets all that was written.
///
/// A socket that is closed while it has something to read is reset, and the peer loses what it has not taken. So this
/// ends only what is written, and drops what comes until the peer closes its side.
final class Lifetime: ChannelDuplexHandler {
    typealias InboundIn = NIOAny
    typealias OutboundIn = NIOAny

    private var deadline: Scheduled<Void>?
    private var isClosing = false
    private var context: ChannelHandlerContext?

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        limit(to: Limits.requestTime)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        unlimited()
        self.context = nil
    }

    /// Ends the connection after so many seconds, whatever is under way; replaces an earlier deadline.
    func limit(to seconds: Int64) {
        unlimited()
        guard let context else { return }
        let own = NIOLoopBound(self, eventLoop: context.eventLoop)
        deadline = context.eventLoop.scheduleTask(in: .seconds(seconds)) { own.value.abort() }
    }

    /// Removes the deadline.
    func unlimited() { deadline?.cancel() }

    /// Ends the connection now.
    func abort() { context?.close(mode: .all, promise: nil) }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .all else { return context.close(mode: mode, promise: promise) }
        context.channel.closeFuture.cascade(to: promise)
        guard !isClosing else { return }
        isClosing = true
        let ended = context.eventLoop.makePromise(of: Void.self)
        let own = NIOLoopBound(self, eventLoop: context.eventLoop)
        ended.futureResult.whenComplete { result in
            if case .success = result { own.value.limit(to: Limits.closeTime) } else { own.value.abort() }
        }
        context.close(mode: .output, promise: ended)
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if !isClosing { context.fireChannelRead(data) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if isClosing { context.read() } else { context.fireChannelReadComplete() }
    }
}

extension Channel {
    /// Changes when this connection ends; from any thread.
    func lifetime(_ change: @escaping @Sendable (Lifetime) -> Void) {
        eventLoop.execute {
            if let own = try? self.pipeline.syncOperations.handler(type: Lifetime.self) { change(own) }
        }
    }
}
