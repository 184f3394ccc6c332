// Poller of a fuzzed daemon, and its listeners, which record publications.

import CLinux
import Configuration
import GestureWire
import Glibc
import Linux
import Server

@testable import GestureDaemon

/// The server's descriptors in an epoll set that never waits.
final class Poller: DescriptorPoller {
    weak var server: Server?
    private let meter: RequestMeter
    private let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    private var watched: Set<Int32> = []

    init(_ meter: RequestMeter) { self.meter = meter }

    deinit { close(epoll) }

    var isEmpty: Bool { watched.isEmpty }

    func watch(_ descriptor: Int32, readable: Bool, writable: Bool) throws {
        let events = (readable ? EPOLLIN.rawValue : 0) | (writable ? EPOLLOUT.rawValue : 0)
        let operation = watched.insert(descriptor).inserted ? EPOLL_CTL_ADD : EPOLL_CTL_MOD
        if linux_epoll_control(epoll, operation, descriptor, events) != 0 { fatalError("epoll_ctl") }
    }

    func unwatch(_ descriptor: Int32) {
        watched.remove(descriptor)
        if linux_epoll_control(epoll, EPOLL_CTL_DEL, descriptor, 0) != 0 { fatalError("epoll_ctl") }
    }

    /// One turn of the daemon's loop; false when nothing was ready.
    func turn() -> Bool {
        var events = [epoll_event](repeating: epoll_event(), count: 16)
        let count = SystemCall.uninterrupted { epoll_wait(epoll, &events, Int32(events.count), 0) }
        for event in events.prefix(Int(max(count, 0))) {
            var event = event
            let descriptor = linux_epoll_descriptor(&event)
            // A handler that ran earlier in this turn may have closed it.
            guard watched.contains(descriptor) else { continue }
            meter.measure {
                server?.ready(
                    descriptor, readable: event.events & EPOLLIN.rawValue != 0,
                    writable: event.events & EPOLLOUT.rawValue != 0,
                    hangup: event.events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0)
            }
        }
        return count > 0
    }
}

/// The daemon's listeners, and the publications that every client may receive.
final class NotingListeners: Listeners {
    private let listeners: ServerListeners
    var published: [String] = []

    init(_ listeners: ServerListeners) { self.listeners = listeners }

    func publish(_ gesture: GestureNotification, of connection: Int?) {
        if connection == nil {
            published.append("\(gesture.gesture) \(gesture.recognizer) \(gesture.state)")
        }
        listeners.publish(gesture, of: connection)
    }

    func publish(_ touches: TouchNotification, of connection: Int?, butNot others: Set<Int>) {
        listeners.publish(touches, of: connection, butNot: others)
    }

    func wants(recognizer: String, on surface: String, of connection: Int?) -> Bool {
        listeners.wants(recognizer: recognizer, on: surface, of: connection)
    }

    func ask(_ connection: Int, about subject: Question.Subject, for recognizer: String, isPrivate: Bool) -> Int? {
        listeners.ask(connection, about: subject, for: recognizer, isPrivate: isPrivate)
    }

    func mayAsk(_ connection: Int) -> Bool { listeners.mayAsk(connection) }

    func mayDecide(_ connection: Int) -> Bool { listeners.mayDecide(connection) }

    func send(_ touches: AttemptTouches, to connection: Int) -> Bool { listeners.send(touches, to: connection) }

    func send(_ end: AttemptEnd, to connection: Int) { listeners.send(end, to: connection) }

    func hideGestures(on surface: String) { listeners.hideGestures(on: surface) }

    func wantsTouches(on surface: String, of connection: Int?) -> Bool {
        listeners.wantsTouches(on: surface, of: connection)
    }
    func wantsPredictions(on surface: String, of connection: Int?) -> Bool {
        listeners.wantsPredictions(on: surface, of: connection)
    }

    var attachments: [Attachment] { listeners.attachments }
}
