// Tests of libevdev's redirected messages.

import CLibevdev
import Evdev
import Synchronization
import Testing
import Touch

@Suite struct LibevdevLogTests {
    @Test("Messages reach their handler, on one line")
    func received() {
        let messages = Mutex<[String]>([])
        LibevdevLog.send { message in messages.withLock { $0.append(message) } }
        defer { LibevdevLog.send(to: nil) }
        let device = libevdev_new()
        var event = input_event()
        // Without a descriptor, which libevdev calls a bug.
        _ = libevdev_next_event(device, LIBEVDEV_READ_FLAG_NORMAL.rawValue, &event)
        libevdev_free(device)
        #expect(messages.withLock { $0.contains { $0.hasPrefix("libevdev: ") && !$0.contains("\n") } })
    }
}
