// Tests of errors for devices that cannot be used.

import Evdev
import Foundation
import Testing

@Suite struct EvdevErrorTests {
    @Test("A missing node is an error with path, call and reason")
    func missing() {
        let error = #expect(throws: EvdevError.self) { try EvdevDevice(path: "/dev/input/event-none") }
        #expect(error?.code == .open)
        #expect(error?.description == "/dev/input/event-none: open: No such file or directory")
    }

    @Test("A file that is not an input device is an error, and its descriptor is closed")
    func noDevice() throws {
        let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        for _ in 0..<50 {
            let error = #expect(throws: EvdevError.self) { try EvdevDevice(path: "/dev/null") }
            #expect(error?.code == .probe)
            #expect(error?.systemCall == "libevdev_new_from_fd")
            #expect(error?.description == "/dev/null: not an input device such as /dev/input/event5")
            let read = #expect(throws: EvdevError.self) { try EventNode(path: "/dev/null") }
            #expect(read == error)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count < before + 25)
    }

    @Test("A missing permission is reported with its remedy")
    func permission() {
        let error = EvdevError(code: .open, path: "/dev/input/event3", systemCall: "open", errno: EACCES)
        #expect(error.isPermission)
        #expect(
            error.description
                == "/dev/input/event3: open: Permission denied; let the service's user read it: install 70-gestured.rules and setfacl, then run `udevadm trigger`"
        )
    }
}
