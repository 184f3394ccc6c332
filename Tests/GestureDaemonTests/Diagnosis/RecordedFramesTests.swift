// Tests that recordings contain no typed keys and none of their times.

import Testing
import Touch

@testable import Diagnosis
@testable import GestureDaemon

@Suite struct RecordedFramesTests {
    private let key = InputEvent(time: .zero, type: EventType.key, code: 30, value: 1)
    private let scanCode = InputEvent(time: .zero, type: 4, code: 4, value: 0x70004)
    private let button = InputEvent(time: .zero, type: EventType.key, code: KeyCode.touch, value: 1)
    private let report = InputEvent(
        time: .zero, type: EventType.synchronization, code: SynchronizationCode.report, value: 0)

    private func kept(_ events: [InputEvent]) -> [InputEvent] {
        var frames = RecordedFrames()
        return events.filter { frames.keeps($0) }
    }

    @Test("A frame with only keys is dropped with its report; the next is complete again")
    func keys() {
        #expect(kept([scanCode, key, report]) == [])
        #expect(kept([scanCode, key, report, button, report]) == [button, report])
    }

    @Test("Of a frame with keys and more the rest stays, and so does a report that the device sent by itself")
    func mixed() {
        #expect(kept([scanCode, key, button, report]) == [button, report])
        #expect(kept([button, key, report, report]) == [button, report, report])
        #expect(kept([report, button, report]) == [report, button, report])
    }
}
