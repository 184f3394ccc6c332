// Tests of the messages to and from the process that writes to clones.

import Interception
import Testing
import Touch

struct OutputMessageTests {
    private func request(_ bytes: [UInt8]) -> OutputRequest? { bytes.withUnsafeBytes { OutputRequest($0) } }
    private func frames(_ bytes: [UInt8]) -> (panel: UInt16, events: [OutputEvent])? {
        var events = [OutputEvent.report]
        return bytes.withUnsafeBytes { OutputRequest.readFrames($0, to: &events) }.map { ($0, events) }
    }
    private func bytes(of events: [OutputEvent]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: OutputRequest.maximumLength) { buffer, count in
            let raw = UnsafeMutableRawBufferPointer(buffer)
            count = OutputRequest.write(frames: events[...], panel: .max, to: raw) ?? 0
        }
    }
    private func reply(_ bytes: [UInt8]) -> OutputReply? { bytes.withUnsafeBytes { OutputReply($0) } }

    @Test("What is written is read as it was")
    func roundTrip() {
        let intercept = OutputRequest.intercept(panel: 3, panicHold: 5000, path: "/dev/input/event7")
        for message in [intercept, .release(panel: 0)] { #expect(request(message.bytes) == message) }
        for message in [OutputReply.intercepted(panel: 3, clone: "input17"), .released(panel: 2, reason: "it is gone")]
        {
            #expect(reply(message.bytes) == message)
        }
    }

    @Test("Frames are read as they were, into the same memory again")
    func frames() {
        let written = [OutputEvent(EventType.absolute, AbsoluteAxis.positionX, -7), .report]
        #expect(frames(bytes(of: written))?.panel == .max && frames(bytes(of: written))?.events == written)
        #expect(frames(OutputRequest.release(panel: 7).bytes) == nil)
    }

    @Test("Truncated, overlong and foreign datagrams are no requests")
    func refused() {
        let whole = bytes(of: [.report, .report])
        for length in 0..<whole.count where length != 12 { #expect(frames(Array(whole[..<length])) == nil) }
        let long = whole + [UInt8](repeating: 0, count: OutputRequest.maximumLength)
        #expect(request(whole) == nil && frames(long) == nil)
        for kind in [0, 4, 255] as [UInt8] { #expect(request([kind, 0, 0, 0]) == nil) }
        #expect(request([3, 1, 0, 0]) == nil && request([3, 0, 0, 0, 0]) == nil)
        let intercept: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0]
        #expect(request(intercept) == nil && request(intercept + [47]) != nil && request(intercept + [47, 0]) == nil)
        #expect(request(intercept + [UInt8](repeating: 47, count: 256)) == nil)
    }
}
