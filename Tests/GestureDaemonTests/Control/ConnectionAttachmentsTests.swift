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

    @Test("The answer names the surfaces with attachments, and the unit of lengths on each")
    func surfaces() throws {
        func surface(_ name: String, _ unit: SurfaceUnit) -> SurfaceDescription {
            SurfaceDescription(name: name, device: "/dev/input/event4", unit: unit, width: 1000, height: 500)
        }
        let frame = WireValue.object(
            ["x", "y", "width", "height"].map { .init(name: $0, value: .integer(10)) })
        let canvas = WireValue.object([
            .init(name: "name", value: .text("canvas")), .init(name: "surface", value: .text("panel")),
            .init(name: "frame", value: frame),
        ])
        let attachments = ConnectionAttachments()
        func attach(_ request: AttachRequest) throws -> [AttachedSurface] {
            try attachments.attach(
                request, for: 1, ofUserWith: [1], configuration: .standard,
                surfaces: [surface("panel", .pixels), surface("table", .points)]
            ).surfaces
        }
        #expect(try attach(AttachRequest(regions: [canvas])) == [AttachedSurface(name: "panel", unit: .pixels)])
        #expect(
            try attach(AttachRequest(recognizers: taps(["mine"]))) == [
                AttachedSurface(name: "panel", unit: .pixels), AttachedSurface(name: "table", unit: .points),
            ])
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
