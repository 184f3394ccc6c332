// Signals between the threads of a test.

import CLinux
import Foundation
import Glibc
import Linux

/// Wakes a thread that waits in an epoll set; every other signal here triggers it.
final class Bell: Sendable {
    private let event = Descriptor(owning: eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)))
    var descriptor: Int32 { event.number }

    func ring() {
        eventfd_write(descriptor, 1)
    }

    func silence() {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
    }
}

/// A value that one thread sets and another waits for.
final class Signal<Value: Sendable>: @unchecked Sendable {
    private let bell: Bell
    private let lock = NSLock()
    private var stored: Value

    init(_ value: Value, _ bell: Bell) {
        stored = value
        self.bell = bell
    }

    var value: Value { lock.withLock { stored } }

    func set(_ value: Value) {
        lock.withLock { stored = value }
        bell.ring()
    }
}
