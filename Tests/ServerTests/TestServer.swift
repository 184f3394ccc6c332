// A real server on real sockets for tests.

import CLinux
import Foundation
import Glibc
import Linux
import Testing

@testable import GestureWire
@testable import Server

/// The daemon around the server: an epoll set, an inventory and a log, in a temporary directory.
final class TestServer: DescriptorPoller, Inventory {
    let directory: String
    let path: String
    private(set) var server: Server?
    var peers: [Peer] { server?.parts.connections.peers ?? [] }
    private(set) var transport: (any Transport)?
    private(set) var log: [LogLine] = []
    private(set) var watched: [Int32: (readable: Bool, writable: Bool)] = [:]
    private let interest = Descriptor(owning: epoll_create1(Int32(EPOLL_CLOEXEC)))
    private var epoll: Int32 { interest.number }

    var surfaces = [
        SurfaceDescription(name: "panel", device: "/dev/input/event4", unit: .pixels, width: 1920, height: 1080),
        SurfaceDescription(name: "pad", device: "/dev/input/event5", unit: .points, width: 600, height: 400),
    ]
    var devices = [
        DeviceReport(
            path: "/dev/input/event4", name: "Panel", used: true, reason: "a touchscreen", vendor: 1, product: 2,
            protocol: "B", slots: 10, surface: "panel")
    ]
    var recognizers = [
        RecognizerDescription(name: "zoom", type: "pinch", region: "root", enabled: true),
        RecognizerDescription(name: "move", type: "pan", region: "half", enabled: true),
    ]
    var regions = [
        RegionDescription(name: "root", surface: "panel", frame: WireRectangle(x: 0, y: 0, width: 1920, height: 1080))
    ]

    /// The state of gestures, by their first touch.
    var decisions = [1: DecisionReport(recognizer: "zoom", surface: "panel", fingers: 2)]

    func decisions(after start: TouchMark, seenBy connection: Int) -> [DecisionReport] {
        decisions.sorted { $0.key < $1.key }.filter { !start.isAfter($0.key) }.map(\.value)
    }

    func recognizers(seenBy connection: Int) -> [RecognizerDescription] {
        let own = control.ownRecognizers(of: connection)
        return own.sorted().map {
            RecognizerDescription(name: $0, type: "pan", region: "root", enabled: true, own: true)
        } + recognizers.filter { !own.contains($0.name) }
    }

    func regions(seenBy connection: Int) -> [RegionDescription] {
        (control.own[connection]?.regions ?? []).map {
            let frame = WireRectangle(x: 0, y: 0, width: 1, height: 1)
            return RegionDescription(name: $0, surface: "panel", frame: frame, own: true)
        } + regions
    }

    /// The object that carries out changes of the daemon.
    let control = TestControl()

    init(limits: Limits = Limits(), access: Access = Access(), starting: Bool = true) throws {
        directory = try temporaryDirectory()
        path = directory + "/gestured.sock"
        if starting { try start(limits: limits, access: access) }
    }

    func start(passed: Int32? = nil, limits: Limits = Limits(), access: Access = Access()) throws {
        let socket = if let passed { try ListeningSocket(passed: passed) } else { try ListeningSocket(path: path) }
        try start(on: socket, limits: limits, access: access)
    }

    func start(on transport: any Transport, limits: Limits = Limits(), access: Access = Access()) throws {
        self.transport = transport
        server = try Server(
            transports: [transport], limits: limits, access: access, poller: self
        ) { [weak self] line in self?.log.append(line) }
        control.server = self
        server?.use(self, control)
        // Tests count calls.
        server?.parts.delivery.disguise = nil
    }

    deinit {
        server?.close()
        try? FileManager.default.removeItem(atPath: directory)
    }

    func stop() {
        server?.close()
        server = nil
    }

    func watch(_ descriptor: Int32, readable: Bool, writable: Bool) throws {
        let events = (readable ? EPOLLIN.rawValue : 0) | (writable ? EPOLLOUT.rawValue : 0)
        let operation = watched.updateValue((readable, writable), forKey: descriptor) == nil
        let control = operation ? EPOLL_CTL_ADD : EPOLL_CTL_MOD
        #expect(linux_epoll_control(epoll, control, descriptor, events) == 0)
    }

    func unwatch(_ descriptor: Int32) {
        watched[descriptor] = nil
        #expect(linux_epoll_control(epoll, EPOLL_CTL_DEL, descriptor, 0) == 0)
    }

    /// Serves until nothing is ready: by then, all bytes of clients are processed, as Unix sockets are immediate.
    func settle(_ comment: Comment? = nil) {
        for _ in 0..<100_000 where !turn() { return }
        Issue.record(comment ?? "the server never becomes idle")
    }

    /// One turn of the daemon's loop; false when nothing was ready.
    private func turn() -> Bool {
        var events = [epoll_event](repeating: epoll_event(), count: 16)
        var count: Int32
        // Tests of other targets start programs, whose ends are signals that interrupt waiting calls.
        repeat { count = epoll_wait(epoll, &events, Int32(events.count), 0) } while count < 0 && errno == EINTR
        for event in events.prefix(Int(max(count, 0))) {
            var event = event
            let descriptor = linux_epoll_descriptor(&event)
            #expect(server?.owns(descriptor) != false || watched[descriptor] == nil)
            server?.ready(
                descriptor, readable: event.events & EPOLLIN.rawValue != 0,
                writable: event.events & EPOLLOUT.rawValue != 0,
                hangup: event.events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0)
        }
        return count > 0
    }

    @discardableResult
    func publish(_ notification: GestureNotification, to audience: Audience = .everybody(except: [])) -> Int {
        control.isPublishing = true
        defer { control.isPublishing = false }
        return server?.publish(notification, to: audience) ?? 0
    }

    func publish(_ touches: TouchNotification, to audience: Audience = .everybody(except: [])) {
        control.isPublishing = true
        defer { control.isPublishing = false }
        server?.publish(touches, to: audience)
    }

    /// Publishes until this many lines wait for a peer that does not read; returns how often.
    @discardableResult
    func fill(_ peer: Peer, lines: Int = 1, _ publish: (Int) -> Void) -> Int {
        for number in 1...100_000 {
            publish(number)
            if peer.outbox.count >= lines { return number }
        }
        Issue.record("the socket never filled up")
        return 100_000
    }

    /// Forgets the log so far.
    func clearLog() { log = [] }

    func messages(_ level: LogLevel) -> [String] {
        log.filter { $0.level == level }.map(\.message)
    }
}

/// A new directory with a short path.
func temporaryDirectory() throws -> String {
    var template = Array("/tmp/gestured-test-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    return template.withUnsafeBufferPointer { $0.baseAddress.map(String.init(cString:)) ?? "" }
}
