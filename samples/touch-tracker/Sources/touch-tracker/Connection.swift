// 5. The connection: events from gestured, and to it where the view's regions are.

import GestureClient
import Glibc

extension View {
    /// Connects; and again a second after there was no daemon, no right to attach, or no connection any more.
    func connect() async {
        while true {
            told = regions
            let attachments = Attachments(
                regions: told.map { AttachedRegion(properties: $0.properties) }, recognizers: recognizers)
            do {
                // In another thread, as it waits for the daemon.
                let events = try await Task.detached { try GestureEvents(touches: true, attaching: attachments) }.value
                self.events = events
                // At the end, everything under way is cancelled, even if the daemon was killed.
                for try await event in events {
                    handle(event)
                    report(surfaces.isEmpty ? "gestured has no touchscreen" : nil)
                }
                report("gestured has ended")
            } catch {
                report("\(error)")
            }
            try? await Task.sleep(for: .seconds(1))
        }
    }

    /// Tells gestured where the regions are if the window has moved or a menu opened, and waits for the answer.
    func tellRegions() async {
        if let events, case let regions = regions, regions != told {
            told = regions
            _ = try? await events.update(regions)  // If the connection is lost, they are attached anew.
        }
        try? await Task.sleep(for: .milliseconds(5))
    }

    /// Says in the window and in the terminal what is wrong, or that all is well.
    private func report(_ trouble: String?) {
        guard trouble != self.trouble else { return }
        self.trouble = trouble
        let line = Array("touch-tracker: \(trouble ?? "ready")\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}
