// Tests of the decision that another process is stuck.

import Interception
import Testing
import Touch

struct SilenceTests {
    /// Looks as soon as each is due, and returns the time at which the other process counts as stuck; nil for never.
    private func stuck(
        from start: Int64 = 0, within limit: Int64 = 60_000_000, late: Int64 = 0, _ isWaiting: (Int64) -> Bool
    ) -> Int64? {
        var silence = Silence(at: Timestamp(microseconds: start))
        while silence.nextLook.microseconds < limit {
            let time = silence.nextLook.microseconds + late
            if silence.look(isWaiting: isWaiting(time), at: Timestamp(microseconds: time)) { return time }
        }
        return nil
    }

    @Test("A reader that stops counts as stuck after 600 to 850 ms, whenever it stops", arguments: 0..<500)
    func stops(milliseconds: Int64) throws {
        let stop = 2_000_000 + milliseconds * 1000
        let time = try #require(stuck { $0 >= stop })
        #expect((600_000...850_000).contains(time - stop))
    }

    @Test("A single look that finds nothing begins anew")
    func gap() {
        var silence = Silence(at: .zero)
        var looks = 0
        for _ in 0..<1000 {
            looks += 1
            let isStuck = silence.look(isWaiting: !looks.isMultiple(of: 13), at: silence.nextLook)
            #expect(!isStuck)
        }
    }

    @Test(
        "A healthy reader of a panel of any rate is never stuck, though it may take half of the time to read",
        arguments: [50, 60, 90, 100, 120, 125, 200, 240, 250, 400, 500, 800, 1000] as [Double])
    func rates(hertz: Double) {
        let period = 1_000_000 / hertz
        for phase in stride(from: 0, to: period, by: period / 40) {
            let time = stuck {
                (Double($0) + phase).truncatingRemainder(dividingBy: period) < min(period / 2, 5_000)
            }
            #expect(time == nil, "\(phase) µs")
        }
    }

    @Test("After a pause of its own, as a stopped machine makes, it waits as long as at first")
    func ownPause() {
        var silence = Silence(at: .zero)
        var time = Int64(0)
        for _ in 0..<5 {
            time = silence.nextLook.microseconds
            let isStuck = silence.look(isWaiting: true, at: Timestamp(microseconds: time))
            #expect(!isStuck)
        }
        time += 10_000_000
        let start = time
        while !silence.look(isWaiting: true, at: Timestamp(microseconds: time)) { time = silence.nextLook.microseconds }
        #expect(time - start == Silence.patience)
    }
}
