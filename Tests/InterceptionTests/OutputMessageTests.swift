// Tests of the messages to and from the process that writes to clones.

import Interception
import Testing
import Touch

struct OutputMessageTests {
    private func request(_ bytes: [UInt8]) -> OutputRequest? { bytes.withUnsafeBytes { OutputRequest($0) } }
    private func reply(_ bytes: [UInt8]) -> OutputReply? { bytes.withUnsafeBytes { OutputReply($0) } }

    @Test("What is written is read as it was")
    func roundTrip() {
        let events = [OutputEvent(EventType.absolute, AbsoluteAxis.positionX, -7), .report]
        for message in [
            OutputRequest.intercept(panel: 3, path: "/dev/input/event7"), .frames(panel: .max, events),
            .release(panel: 0),
        ] {
            #expect(request(message.bytes) == message)
        }
        for message in [OutputReply.intercepted(panel: 3), .released(panel: 2, reason: "it is gone")] {
            #expect(reply(message.bytes) == message)
        }
    }

    @Test("Truncated, overlong and foreign datagrams are no requests")
    func refused() {
        let whole = OutputRequest.frames(panel: 1, [.report, .report]).bytes
        for length in 0..<whole.count where length != 12 { #expect(request(Array(whole[..<length])) == nil) }
        for kind in [0, 4, 255] as [UInt8] { #expect(request([kind, 0, 0, 0]) == nil) }
        #expect(request([3, 1, 0, 0]) == nil && request([3, 0, 0, 0, 0]) == nil)
        #expect(request([2, 0] + [UInt8](repeating: 0, count: OutputRequest.maximumLength)) == nil)
        #expect(request([1, 0, 0, 0]) == nil && request([1, 0, 0, 0, 47, 0]) == nil)
    }
}
