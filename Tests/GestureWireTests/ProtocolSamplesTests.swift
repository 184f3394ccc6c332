// Tests that every sample message reads back as written; Tests/Schemas/protocol.py checks them with the schema.

import Foundation
import GestureWire
import Testing

struct ProtocolSamplesTests {
    /// An answer has the id of the request before it, of each kind in turn.
    private static func identifier(_ number: Int) -> RequestIdentifier {
        switch number % 4 {
        case 0: .integer(Int64(number))
        case 1: .string("ü\"\(number)")
        case 2: .number(Double(number) + 0.5)
        default: .null
        }
    }

    @Test("every kind of message reads back as written, and is saved where GESTURED_PROTOCOL_SAMPLES says")
    func samples() throws {
        var all = LineWriter()
        var writer = LineWriter()
        var number = 0
        for sample in ProtocolSamples.all {
            if sample.isRequest { number += 1 }
            let id = Self.identifier(number)
            writer.removeAll()
            sample.append(&writer, id)
            #expect(writer.bytes.last == 0x0A && writer.bytes.count { $0 == 0x0A } == 1)
            #expect(
                try sample.isRead(writer.bytes, id), "\(String(decoding: writer.bytes, as: UTF8.self))")
            all.append(writer)
        }
        if let path = ProcessInfo.processInfo.environment["GESTURED_PROTOCOL_SAMPLES"] {
            try Data(all.bytes).write(to: URL(filePath: path))
        }
    }
}
