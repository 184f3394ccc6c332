// Test of following the application in front, with a server that speaks as Hyprland does.

import Dispatch
import Foundation
import Synchronization
import Testing

@Suite struct HyprlandTests {
    /// The two sockets of Hyprland: one answers what is in front, the other reports what comes.
    private final class FalseHyprland: Sendable {
        private let front = Mutex("")
        private let listener: Mutex<[Int32]> = Mutex([])
        private let accepted = DispatchSemaphore(value: 0)

        /// - Parameter folder: The folder of the sockets.
        init(in folder: String, front: String) {
            self.front.withLock { $0 = front }
            let answers = boundSocket(folder + "/.socket.sock")
            let reports = boundSocket(folder + "/.socket2.sock")
            for number in [answers, reports] { #expect(listen(number, 4) == 0) }
            Thread.detachNewThread { [self] in
                while true {
                    let client = accept(answers, nil, nil)
                    guard client >= 0 else { return }
                    var request = [UInt8](repeating: 0, count: 64)
                    let count = max(0, recv(client, &request, request.count, 0))
                    #expect(String(decoding: request[..<count], as: UTF8.self) == "j/activewindow")
                    say(#"{"class":"\#(self.front.withLock { $0 })","title":"a"}"#, to: client)
                    close(client)
                }
            }
            Thread.detachNewThread { [self] in
                while true {
                    let client = accept(reports, nil, nil)
                    guard client >= 0 else { return }
                    listener.withLock { $0.append(client) }
                    accepted.signal()
                }
            }
        }

        /// Reports another application in front, to the second client: the first only looks whether somebody answers.
        func report(_ name: String) {
            for _ in 0..<2 { #expect(accepted.wait(timeout: .now() + 60) == .success) }
            for client in listener.withLock({ $0 }) { say("workspace>>1\nactivewindow>>\(name),title\n", to: client) }
        }

        /// Closes the reports; the next answer is another application.
        func restart(front: String) {
            self.front.withLock { $0 = front }
            listener.withLock { clients in
                for client in clients { close(client) }
                clients = []
            }
        }

        private func say(_ text: String, to client: Int32) {
            _ = send(client, text, text.utf8.count, Int32(MSG_NOSIGNAL))
        }
    }

    @Test("Under Hyprland `app` follows the reports, and asks what is in front at first and when it comes again")
    func hyprland() throws {
        let folder = try TemporaryFolder()
        let home = folder.url.path
        try FileManager.default.createDirectory(atPath: home + "/hypr/one", withIntermediateDirectories: true)
        let hyprland = FalseHyprland(in: home + "/hypr/one", front: "foot")
        let daemon = try PlayingDaemon()
        let entries = ["foot", "emacs", "vim"].map { "- { on: tap, app: \($0), command: [echo, \($0)] }\n" }
        let path = try folder.write("actions:\n" + entries.joined(), to: "actions.yaml")
        let program = try RunningProgram(
            .gesturectl, ["run", "--config", path, "--socket", daemon.socket],
            environment: [
                "SWAYSOCK": "", "WAYLAND_DISPLAY": "", "XDG_RUNTIME_DIR": home, "HYPRLAND_INSTANCE_SIGNATURE": "one",
            ])
        program.expect(":2: foot\n")
        hyprland.report("emacs")
        program.expect(":3: emacs\n")
        hyprland.restart(front: "vim")
        program.expect(":4: vim\n")
        program.stop()
        daemon.stop()
    }
}
