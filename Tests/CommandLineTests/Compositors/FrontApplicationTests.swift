// Tests of questions to compositors that do not answer.

import Foundation
import Testing

@Suite struct FrontApplicationTests {
    @Test("A compositor that never comes to an end of its answer is given up")
    func endless() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.path + "/wayland-0"
        let descriptor = boundSocket(path)
        defer { close(descriptor) }
        #expect(listen(descriptor, 1) == 0)
        Thread.detachNewThread {
            let client = accept(descriptor, nil, nil)
            // An event of the registry: the global `abc`. Many of them arrive within any time between two reads.
            let global: [UInt32] = [2, 24 << 16, 1, 4, 0x0063_6261, 1]
            let bytes = Array(repeating: global, count: 1000).flatMap(\.self)
            while bytes.withUnsafeBytes({ send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }) > 0 {}
            close(client)
        }
        let file = try folder.write("actions: [{ on: tap, app: foot, command: [true] }]", to: "actions.yaml")
        let outcome = try Program.gesturectl.run(
            ["check", file],
            environment: ["WAYLAND_DISPLAY": path, "SWAYSOCK": "", "HYPRLAND_INSTANCE_SIGNATURE": ""])
        #expect(outcome.errors.contains(":1:27: warning: `app` needs the compositor of the session: it did not answer"))
        withExtendedLifetime(folder) {}
    }
}
