// Tests of the datagrams between programs and gestured-hands.

import Hands
import Testing
import Touch

@Suite struct HandsMessageTests {
    private func request(_ bytes: [UInt8]) -> HandsRequest? { bytes.withUnsafeBytes { HandsRequest($0) } }

    @Test("Requests and replies are read as they were written")
    func unchanged() {
        let events = [
            OutputEvent(EventType.key, KeyCode.left, 1), OutputEvent(EventType.relative, 0x0b, -120), .report,
        ]
        let requests = [
            .open(0, .keyboard), .open(3, .pointer(surface: "panel")), HandsRequest.frames(3, events),
        ]
        for each in requests { #expect(request(each.bytes) == each) }
        let reason = "the session at the screen is locked"
        for each in [.opened(3), .refused(reason), .ready, HandsReply.waiting(reason)] {
            #expect(each.bytes.withUnsafeBytes { HandsReply($0) } == each)
        }
    }

    @Test("Nothing else is a request: half events, no end of a frame, names with blanks, too much")
    func refused() {
        let frame = HandsRequest.frames(0, [.report]).bytes
        let name = [UInt8](repeating: 97, count: 61)
        let most = HandsRequest.frames(0, [OutputEvent](repeating: .report, count: 256)).bytes
        #expect(request(most) != nil)
        let wrong: [[UInt8]] = [
            [], [1, 0, 0], [1, 0, 1, 0], [3, 0, 0, 0], [2, 0, 0, 0], Array(frame.dropLast()), [1, 0, 0, 0, 32],
            [1, 0, 0, 0] + name, [1, 0, 0, 0, 0xc3, 0xa4],
            HandsRequest.frames(0, [OutputEvent(EventType.key, 30, 1)]).bytes, most + frame.dropFirst(4),
        ]
        for bytes in wrong { #expect(request(bytes) == nil, "\(bytes)") }
    }
}
