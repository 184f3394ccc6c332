// Tests of following the application in front, and of a compositor that never ends its answer.

import Dispatch
import Foundation
import Synchronization
import Testing

@Suite struct FrontApplicationTests {
    /// A compositor with one window, which is active, and whose application changes.
    private final class FalseCompositor: Sendable {
        private let front: Mutex<String>
        private let clients = Mutex<[Int32]>([])
        private let accepted = DispatchSemaphore(value: 0)

        init(at path: String, front: String) {
            self.front = Mutex(front)
            let listener = boundSocket(path)
            #expect(listen(listener, 4) == 0)
            Thread.detachNewThread { [self] in
                while true {
                    let client = accept(listener, nil, nil)
                    guard client >= 0 else { return }
                    say(registry() + event(4, 0, [window]) + event(window, 4, [4, 2]), to: client)
                    say(news(self.front.withLock { $0 }), to: client)
                    clients.withLock { $0.append(client) }
                    accepted.signal()
                }
            }
        }

        /// Reports another application in front, to the second client: the first only looks whether somebody answers.
        func report(_ name: String) {
            for _ in 0..<2 { #expect(accepted.wait(timeout: .now() + 60) == .success) }
            for client in clients.withLock({ $0 }) { say(news(name), to: client) }
        }

        /// Closes the connections; the next client receives another application.
        func restart(front: String) {
            self.front.withLock { $0 = front }
            clients.withLock { clients in
                for client in clients { close(client) }
                clients = []
            }
        }

        private func news(_ name: String) -> [UInt8] {
            event(window, 1, text(name)) + event(window, 5)
        }

        private func say(_ bytes: [UInt8], to client: Int32) {
            _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }
    }

    @Test("`app` follows the compositor's reports, and asks what is in front when it comes again")
    func follows() throws {
        let folder = try TemporaryFolder()
        let display = folder.url.path + "/wayland-0"
        let compositor = FalseCompositor(at: display, front: "foot")
        let daemon = try PlayingDaemon()
        let entries = ["foot", "emacs", "vim"].map { "- { on: tap, app: \($0), command: [echo, \($0)] }\n" }
        let path = try folder.write("actions:\n" + entries.joined(), to: "actions.yaml")
        let program = try RunningProgram(
            .gesturectl, ["run", "--config", path, "--socket", daemon.socket],
            environment: ["WAYLAND_DISPLAY": display])
        program.expect(":2: foot\n")
        compositor.report("emacs")
        program.expect(":3: emacs\n")
        compositor.restart(front: "vim")
        program.expect(":4: vim\n")
        program.stop()
        daemon.stop()
    }

    @Test("A compositor that never comes to an end of its answer is given up")
    func endless() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.path + "/wayland-0"
        let descriptor = boundSocket(path)
        defer { close(descriptor) }
        #expect(listen(descriptor, 1) == 0)
        Thread.detachNewThread {
            let client = accept(descriptor, nil, nil)
            // Many of them arrive within any time between two reads.
            let global = event(2, 0, [1], text("abc"), [1])
            let bytes = Array(repeating: global, count: 1000).flatMap(\.self)
            while send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) > 0 {}
            close(client)
        }
        let file = try folder.write("actions: [{ on: tap, app: foot, command: [true] }]", to: "actions.yaml")
        let outcome = try Program.gesturectl.run(["check", file], environment: ["WAYLAND_DISPLAY": path])
        #expect(outcome.errors.contains(":1:27: warning: `app` needs the compositor of the session: it did not answer"))
        withExtendedLifetime(folder) {}
    }
}
