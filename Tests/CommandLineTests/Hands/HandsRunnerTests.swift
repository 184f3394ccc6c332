// Tests of what points and types for actions, with a stand-in for gestured-hands, and asks it nothing while it waits.

import Dispatch
import Foundation
import Glibc
import Hands
import Interception
import Linux
import Synchronization
import Testing
import Touch

@testable import ControlCommands

/// A process that answers as gestured-hands would, when the test says.
private final class StandIn {
    let path: String
    private let listener: Descriptor
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appending(path: "hands").path
        listener = Descriptor(owning: boundSocket(path, SOCK_SEQPACKET))
        #expect(listen(listener.number, 4) == 0)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Accepts a program; nil when none connects in time.
    func program(within seconds: Double = 60) -> Program? {
        var wait = pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, Int32(seconds * 1000)) > 0 ? Program(accept(listener.number, nil, nil)) : nil
    }

    final class Program {
        private let socket: Descriptor

        init(_ number: Int32) { socket = Descriptor(owning: number) }

        func say(_ reply: HandsReply) {
            let bytes = reply.bytes
            #expect(send(socket.number, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
        }

        /// The next request; nil when there is none.
        func request() -> HandsRequest? {
            var wait = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, 60_000) > 0 else { return nil }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = recv(socket.number, &bytes, bytes.count, 0)
            return count > 0 ? bytes[..<count].withUnsafeBytes { HandsRequest($0) } : nil
        }

        /// Takes the devices that it opens.
        func open(_ devices: HandsDevice...) {
            for (index, device) in devices.enumerated() {
                #expect(request() == .open(UInt8(index), device))
                say(.opened(UInt8(index)))
            }
        }
    }
}

/// Messages for the user.
private final class Messages: Sendable {
    private let all = Mutex<[String]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    func add(_ text: String) {
        all.withLock { $0.append(text) }
        arrivals.signal()
    }

    /// Waits for one that was not waited for yet.
    func next() { #expect(arrivals.wait(timeout: .now() + 60) == .success) }

    var list: [String] { all.withLock { $0 } }
}

@Suite struct HandsRunnerTests {
    private let messages = Messages()

    private func runner(at path: String) -> HandsRunner {
        HandsRunner(path: path, typesKeys: false, outputs: []) { [messages] in messages.add($0) }
    }

    private var pointer: HandsDevice { .pointer(surface: "panel") }

    private func click(_ runner: HandsRunner) {
        let moment = HandsMoment(.recognized, at: Point(x: 0.5, y: 0.5), on: Size(width: 100, height: 100))
        runner.play(.click(.left, count: 1), moment, on: "panel")
    }

    @Test("A click is played as soon as gestured-hands serves the user, and what comes before is not played later")
    func waits() throws {
        let standIn = try StandIn()
        let runner = runner(at: standIn.path)
        runner.prepare([pointer])
        let program = try #require(standIn.program())
        program.say(.waiting("the session at the screen is locked"))
        messages.next()
        click(runner)
        #expect(messages.list == ["pointing and typing: the session at the screen is locked"])
        program.say(.ready)
        program.open(pointer)
        click(runner)
        guard case .frames(0, let events) = program.request() else {
            Issue.record("no click")
            return
        }
        #expect(events.last?.isReport == true)
        #expect(messages.list.count == 1)
    }

    @Test("Who was served and is sent away asks once more, and then waits without a word")
    func lock() throws {
        let standIn = try StandIn()
        let runner = runner(at: standIn.path)
        runner.prepare([pointer])
        let first = try #require(standIn.program())
        first.say(.ready)
        first.open(pointer)
        first.say(.refused("the session at the screen is locked"))
        let second = try #require(standIn.program())
        second.say(.waiting("the session at the screen is locked"))
        #expect(standIn.program(within: 3) == nil)
        second.say(.ready)
        second.open(pointer)
        #expect(messages.list == ["pointing and typing: the session at the screen is locked"])
    }

    @Test("Who was refused asks again only for a gesture")
    func refused() throws {
        let standIn = try StandIn()
        let runner = runner(at: standIn.path)
        runner.prepare([pointer])
        try #require(standIn.program()).say(.refused("too many programs"))
        messages.next()
        #expect(standIn.program(within: 3) == nil)
        click(runner)
        #expect(standIn.program() != nil)
        #expect(messages.list.first == "pointing and typing: too many programs")
    }

    @Test("Without gestured-hands the message says how to enable it")
    func absent() {
        let runner = runner(at: "/nonexistent/hands")
        runner.prepare([pointer])
        messages.next()
        #expect(messages.list.first?.hasSuffix("sudo systemctl enable --now gestured-hands.socket") == true)
    }
}
