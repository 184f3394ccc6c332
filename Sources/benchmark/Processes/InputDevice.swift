// The input of measured processes: a FIFO with event records of fingers that pan.

import Glibc
import Linux

/// `struct input_event` of a 64-bit kernel.
struct InputRecord {
    var seconds: Int = 0
    var microseconds: Int = 0
    var type: UInt16
    var code: UInt16
    var value: Int32

    static func report() -> InputRecord { InputRecord(type: 0, code: 0, value: 0) }
    static func absolute(_ code: UInt16, _ value: Int) -> InputRecord {
        InputRecord(type: 3, code: code, value: Int32(value))
    }
}

/// A FIFO in place of a device node, and the fingers on it.
///
/// A frame of ten moving fingers has 31 records, one of a single finger 3, as the kernel sends them: each finger's
/// slot, unless it is selected already, and both coordinates.
final class InputDevice {
    let path: String
    private let fifo: Descriptor
    private let fingers: Int
    private var records: [InputRecord] = []
    private var nextTrackingID = 1
    /// The time of the last frame, in microseconds.
    private(set) var lastTime = 0
    private var x = Oscillation()
    private var y = Oscillation()

    private enum Code {
        static let slot: UInt16 = 0x2f
        static let x: UInt16 = 0x35
        static let y: UInt16 = 0x36
        static let trackingID: UInt16 = 0x39
    }

    /// Creates the FIFO.
    init(path: String, fingers: Int) throws {
        self.path = path
        self.fingers = fingers
        try BenchmarkError.check("mkfifo", mkfifo(path, 0o600))
        // Open for reading as well: it never lacks a writer, and opening does not wait.
        fifo = try Descriptor("open", open(path, O_RDWR | O_CLOEXEC))
    }

    /// Lands all fingers.
    func touchDown() throws {
        (x, y) = (Oscillation(), Oscillation())
        try send { finger in
            let identifier = nextTrackingID
            nextTrackingID = nextTrackingID % 60_000 + 1
            return [.absolute(Code.trackingID, identifier)] + place(of: finger)
        }
    }

    /// Moves all fingers in parallel; every coordinate changes.
    func move(by step: Int) throws {
        x.advance(by: step)
        y.advance(by: step * 2 / 3)
        try send(place)
    }

    /// Lifts all fingers.
    func lift() throws {
        try send { _ in [.absolute(Code.trackingID, -1)] }
    }

    private func place(of finger: Int) -> [InputRecord] {
        [
            .absolute(Code.x, 400 + 120 * finger + x.position),
            .absolute(Code.y, 500 + 300 * (finger % 3) + y.position),
        ]
    }

    /// Writes a frame with the current time.
    private func send(_ content: (Int) -> [InputRecord]) throws {
        records.removeAll(keepingCapacity: true)
        for finger in 0..<fingers {
            if fingers > 1 { records.append(.absolute(Code.slot, finger)) }
            records += content(finger)
        }
        records.append(.report())
        let now = Clock.nanoseconds / 1000
        lastTime = now
        for index in records.indices {
            records[index].seconds = now / 1_000_000
            records[index].microseconds = now % 1_000_000
        }
        let count = records.withUnsafeBytes { write(fifo.number, $0.baseAddress, $0.count) }
        try BenchmarkError.check("write to \(path)", count)
    }
}

/// A coordinate that goes back and forth and always changes.
private struct Oscillation {
    private(set) var position = 0
    private var isForward = true

    mutating func advance(by step: Int) {
        if position + step > 2000 { isForward = false }
        if position - step < 0 { isForward = true }
        position += isForward ? step : -step
    }
}

/// The clock of the kernel's timestamps.
enum Clock {
    static var nanoseconds: Int { KernelClock.monotonic.nanoseconds }

    /// Sleeps until a time of this clock.
    static func sleep(until nanoseconds: Int) {
        var time = timespec(tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil) == EINTR {}
    }

    static func sleep(seconds: Double) {
        sleep(until: nanoseconds + Int(seconds * 1e9))
    }
}
