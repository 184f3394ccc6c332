// Tests of connections' attachments: answers and limits.

import Configuration
import GestureWire
import Testing

@testable import GestureDaemon

@Suite struct ConnectionAttachmentsTests {
    private func taps(_ names: [String], requireToFail others: [String] = []) -> [WireValue] {
        names.map { name in
            .object([
                .init(name: "name", value: .text(name)), .init(name: "type", value: .text("tap")),
                .init(name: "requireToFail", value: .list(others.map { .text($0) })),
            ])
        }
    }

    @Test(
        "The recognizers of a connection have at most 256 relations, including present ones; other connections have theirs"
    )
    func relations() throws {
        let attachments = ConnectionAttachments()
        func attach(_ recognizers: [WireValue], for connection: Int = 1) throws {
            _ = try attachments.attach(
                AttachRequest(recognizers: recognizers), for: connection, ofUserWith: [1, 2], configuration: .standard,
                surfaces: [])
        }
        let others = (0..<16).map { "other-\($0)" }
        try attach(taps(others))
        try attach(taps((0..<16).map { "tap-\($0)" }, requireToFail: others))
        let error = #expect(throws: RequestError.self) { try attach(taps(["more"], requireToFail: ["other-0"])) }
        #expect(error?.message == "a connection can have 256 relations at most" && error?.path == "params.recognizers")
        try attach(taps(["alone"]))
        try attach(taps(["a", "b"]) + taps(["more"], requireToFail: ["a"]), for: 2)
    }
}
