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
            OutputRequest.intercept(panel: 3, panicHold: 5000, path: "/dev/input/event7"),
            .frames(panel: .max, events), .release(panel: 0),
        ] {
            #expect(request(message.bytes) == message)
        }
        for message in [OutputReply.intercepted(panel: 3, clone: "input17"), .released(panel: 2, reason: "it is gone")]
        {
            #expect(reply(message.bytes) == message)
        }
    }

    @Test("Frames are read into the same memory again")
    func frames() {
        var events = [OutputEvent.report]
        let bytes = OutputRequest.frames(panel: 7, [.report, .report]).bytes
        #expect(bytes.withUnsafeBytes { OutputRequest.readFrames($0, to: &events) } == 7 && events.count == 2)
        let other = OutputRequest.release(panel: 7).bytes
        #expect(other.withUnsafeBytes { OutputRequest.readFrames($0, to: &events) } == nil)
    }

    @Test("Truncated, overlong and foreign datagrams are no requests")
    func refused() {
        let whole = OutputRequest.frames(panel: 1, [.report, .report]).bytes
        for length in 0..<whole.count where length != 12 { #expect(request(Array(whole[..<length])) == nil) }
        for kind in [0, 4, 255] as [UInt8] { #expect(request([kind, 0, 0, 0]) == nil) }
        #expect(request([3, 1, 0, 0]) == nil && request([3, 0, 0, 0, 0]) == nil)
        #expect(request([2, 0] + [UInt8](repeating: 0, count: OutputRequest.maximumLength)) == nil)
        let intercept: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0]
        #expect(request(intercept) == nil && request(intercept + [47]) != nil && request(intercept + [47, 0]) == nil)
        #expect(request(intercept + [UInt8](repeating: 47, count: 256)) == nil)
    }
}
