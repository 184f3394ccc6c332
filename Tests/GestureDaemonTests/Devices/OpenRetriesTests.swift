// Tests of retries for devices that failed to open.

import Evdev
import Testing
import Touch

@testable import GestureDaemon

@Suite struct OpenRetriesTests {
    private func at(_ seconds: Int64) -> Timestamp { Timestamp(microseconds: seconds * 1_000_000) }

    @Test("Retries are due after one second, two, four, and so on up to a minute")
    func delays() {
        var retries = OpenRetries()
        #expect(retries.nextDeadline == nil)
        var (time, attempts): (Int64, Int) = (100, 0)
        for delay in [1, 2, 4, 8, 16, 32, 60, 60, 60] as [Int64] {
            attempts += 1
            #expect(retries.add(DeviceNode(path: "a"), at: at(time)) == attempts)
            #expect(retries.nextDeadline == at(time + delay))
            #expect(retries.due(at: Timestamp(microseconds: at(time + delay).microseconds - 1)).isEmpty)
            #expect(retries.due(at: at(time + delay)).map(\.path) == ["a"])
            time += delay
        }
        retries.forget("a")
        #expect(retries.nextDeadline == nil && retries.due(at: at(100_000)).isEmpty)
        #expect(retries.add(DeviceNode(path: "a"), at: at(time)) == 1)
    }

    @Test("Each device has its own retry; a new one of the same number starts over, an unwanted one is not retried")
    func several() {
        var retries = OpenRetries()
        retries.add(DeviceNode(path: "b", system: "one"), at: at(0))
        retries.add(DeviceNode(path: "b", system: "one"), at: at(1))
        retries.add(DeviceNode(path: "a"), at: at(1))
        #expect(retries.nextDeadline == at(2))
        #expect(retries.due(at: at(2)).map(\.path) == ["a"])
        #expect(retries.due(at: at(3)).map(\.path) == ["a", "b"])
        retries.add(DeviceNode(path: "b", system: "two"), at: at(4))
        #expect(retries.due(at: at(5)).map(\.system) == ["", "two"])
        retries.keep([DeviceNode(path: "a"), DeviceNode(path: "b", system: "three")])
        #expect(retries.due(at: at(9)).map(\.path) == ["a"])
    }

    @Test("Transient failures are retried, permanent ones are not")
    func reasons() {
        func isTemporary(_ code: EvdevError.Code, _ reason: Int32) -> Bool {
            EvdevError(code: code, path: "", systemCall: "", errno: reason).isTemporary
        }
        // EACCES, EBUSY, EMFILE, ENFILE, ENOMEM, EIO, ENODEV, ENXIO, EREMOTEIO, ETIMEDOUT; ENOENT, ENOTTY.
        for reason in [13, 16, 24, 23, 12, 5, 19, 6, 121, 110] as [Int32] { #expect(isTemporary(.open, reason)) }
        for reason in [2, 25] as [Int32] { #expect(!isTemporary(.open, reason)) }
        #expect(isTemporary(.probe, 12) && !isTemporary(.clock, 12) && !isTemporary(.monitor, 12))
    }
}
