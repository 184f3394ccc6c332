// The server's descriptors in the event loop.

import Server

/// Watches the server's descriptors in the daemon's epoll set.
final class ServerPoller: DescriptorPoller, ReadinessHandler {
    private let loop: EventLoop
    private let handle: (Int32, Readiness) -> Void

    /// - Parameter handle: Called when a descriptor is ready.
    init(loop: EventLoop, handle: @escaping (Int32, Readiness) -> Void) {
        (self.loop, self.handle) = (loop, handle)
    }

    func watch(_ descriptor: Int32, readable: Bool, writable: Bool) throws {
        try loop.watch(descriptor, readable: readable, writable: writable, handler: self)
    }

    func unwatch(_ descriptor: Int32) {
        loop.unwatch(descriptor)
    }

    func ready(_ descriptor: Int32, _ readiness: Readiness) { handle(descriptor, readiness) }
}
