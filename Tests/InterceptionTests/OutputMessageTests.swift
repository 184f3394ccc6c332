// Tests of the messages to and from the process that makes clones.

import Interception
import Testing

struct OutputMessageTests {
    private func request(_ bytes: [UInt8]) -> OutputRequest? { bytes.withUnsafeBytes { OutputRequest($0) } }
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

    @Test("Truncated, overlong and foreign datagrams are no requests")
    func refused() {
        for kind in [0, 3, 255] as [UInt8] { #expect(request([kind, 0, 0, 0]) == nil) }
        #expect(request([2, 0, 0, 0]) != nil && request([2, 0, 0]) == nil)
        #expect(request([2, 1, 0, 0]) == nil && request([2, 0, 0, 0, 0]) == nil)
        let intercept: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0]
        #expect(request(intercept) == nil && request(intercept + [47]) != nil && request(intercept + [47, 0]) == nil)
        #expect(request(intercept + [UInt8](repeating: 47, count: 256)) == nil)
    }
}
