// The server's descriptors in the event loop.

internal import Server

/// Watches the server's descriptors in the daemon's epoll set.
final class ServerPoller: DescriptorPoller, ReadinessHandler {
    unowned var server: Server?
    private let loop: EventLoop

    init(loop: EventLoop) {
        self.loop = loop
    }

    func watch(_ descriptor: Int32, readable: Bool, writable: Bool) throws {
        try loop.watch(descriptor, readable: readable, writable: writable, handler: self)
    }

    func unwatch(_ descriptor: Int32) {
        loop.unwatch(descriptor)
    }

    /// Called before each peer has its turn: whatever many peers ask for, fingers wait for one of them at most.
    var beforeTurn: () -> Void = {}

    func ready(_ descriptor: Int32, _ readiness: Readiness) {
        beforeTurn()
        server?.ready(
            descriptor, readable: readiness.readable, writable: readiness.writable, hangup: readiness.hangup)
    }
}
