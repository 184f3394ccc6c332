// A device of uinput, to which events are written.

import CLibevdev
import CLinux
import Glibc
package import Linux
package import Touch

/// An open file of uinput whose device readers take for one of hardware, until the last process that has it open closes
/// it.
package final class UinputDevice {
    private let descriptor: Descriptor
    /// The kernel's form of what is written, in memory that stays.
    private var records: [input_event] = []

    /// Opens uinput; the device is to be described next.
    package init() throws(SystemError) {
        let path = "/dev/uinput"
        descriptor = try Descriptor("open \(path)", open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC))
    }

    /// Takes over a device that another process has made.
    package init(adopting descriptor: consuming Descriptor) { self.descriptor = descriptor }

    /// The open file, for what describes the device, and to pass it on.
    package var number: Int32 { descriptor.number }

    /// Writes whole frames; the kernel stamps them, and leaves out what the device has not declared.
    ///
    /// - Returns: 0, or the `errno` of the write.
    package func write(_ events: [OutputEvent]) -> Int32 {
        records.removeAll(keepingCapacity: true)
        for event in events {
            var record = input_event()
            (record.type, record.code, record.value) = (event.type, event.code, event.value)
            records.append(record)
        }
        return records.withUnsafeBytes { bytes in
            var bytes = bytes[...]
            while !bytes.isEmpty {
                let rest = UnsafeRawBufferPointer(rebasing: bytes)
                let written = SystemCall.uninterrupted { Glibc.write(number, rest.baseAddress, rest.count) }
                guard written > 0 else { return written < 0 ? errno : EIO }
                bytes = bytes.dropFirst(written)
            }
            return 0
        }
    }
}
