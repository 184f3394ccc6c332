// Tests that every sample message reads back as written; Tests/Schemas/protocol.py checks them with the schema.

import Foundation
import GestureWire
import Testing

extension ProtocolSample {
    /// Appends the line.
    func append(to writer: inout LineWriter, _ id: RequestIdentifier) {
        switch self {
        case .request(let request): writer.append(request, identifier: id)
        case .done: writer.appendResult(to: id)
        case .snapshot(let snapshot): writer.appendSnapshot(snapshot, to: id)
        case .surfaces(let surfaces): writer.appendResult(surfaces, to: id)
        case .devices(let devices): writer.appendResult(devices, to: id)
        case .recognizers(let recognizers): writer.appendResult(recognizers, to: id)
        case .regions(let regions): writer.appendResult(regions, to: id)
        case .decisions(let decisions): writer.appendResult(decisions, to: id)
        case .update(let report): writer.appendResult(report, to: id)
        case .names(let names): writer.appendResult(names, to: id)
        case .status(let report): writer.appendResult(report, to: id)
        case .surface(let surface): writer.appendResult(surface, to: id)
        case .reload(let report): writer.appendResult(report, to: id)
        case .error(let error): writer.appendError(error, to: id)
        case .hello(let capabilities): writer.appendHello(capabilities: capabilities.map(\.rawValue))
        case .capabilities(let capabilities): writer.appendCapabilities(capabilities.map(\.rawValue))
        case .gesture(let notification):
            writer.appendGestureHead(subscription: 1, sequence: 42)
            writer.appendGestureTail(notification, since: .none)
        case .touch(let notification): writer.append(notification, subscription: 1)
        case .question(let question): writer.append(question)
        case .change(let change): writer.append(change)
        case .reloaded(let snapshot): writer.appendReloaded(snapshot)
        case .lagged(let snapshot): writer.appendLagged(snapshot, dropped: 256)
        }
    }

    /// Whether a line reads back as it was written.
    func isRead(from line: [UInt8], _ id: RequestIdentifier) throws -> Bool {
        func isResult<Value: Decodable & Equatable>(_ value: Value) throws -> Bool {
            try ServerMessage.result(of: line, as: Value.self) == value
                && ServerMessage.decode(line) == .response(id)
        }
        switch self {
        case .request(let request):
            return IncomingRequest.decode(line[...]) == IncomingRequest(identifier: id, content: .success(request))
        case .done: return try isResult(WireValue.object([]))
        case .snapshot(let snapshot): return try isResult(snapshot)
        case .surfaces(let surfaces): return try isResult(surfaces)
        case .devices(let devices): return try isResult(devices)
        case .recognizers(let recognizers): return try isResult(recognizers)
        case .regions(let regions): return try isResult(regions)
        case .decisions(let decisions): return try isResult(decisions)
        case .update(let report): return try isResult(report)
        case .names(let names): return try isResult(names)
        case .status(let report): return try isResult(report)
        case .surface(let surface): return try isResult(surface)
        case .reload(let report): return try isResult(report)
        case .error(let error):
            guard case .error(id, let read) = try ServerMessage.decode(line) else { return false }
            return read.code == error.code.rawValue && read.message == error.message && read.data?.path == error.path
                && read.data?.hint == error.hint && read.data?.problems ?? [] == error.problems
        default: return try isNotification(ServerMessage.decode(line))
        }
    }

    private func isNotification(_ message: ServerMessage) -> Bool {
        switch (self, message) {
        case (.hello(let capabilities), .hello(let hello)):
            hello.protocol == protocolVersion && hello.server == serverName
                && hello.capabilities == capabilities.map(\.rawValue)
        case (.capabilities(let capabilities), .capabilities(let present)):
            present.capabilities == capabilities.map(\.rawValue)
        case (.gesture(let notification), .gesture(let gesture)):
            gesture.notification == notification && gesture.subscription == 1 && gesture.sequence == 42
                && gesture.change == notification.measurement.change(since: .none)
        case (.touch(let notification), .touch(let touches)):
            touches.notification == notification && touches.subscription == 1
        case (.question(let question), .question(let read)): read == question
        case (.change(let change), .surface(let read)): read == change
        case (.reloaded(let snapshot), .reloaded(let read)): read == snapshot
        case (.lagged(let snapshot), .lagged(let lagged)): lagged.snapshot == snapshot && lagged.dropped == 256
        default: false
        }
    }
}

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
            if case .request = sample { number += 1 }
            let id = Self.identifier(number)
            writer.removeAll()
            sample.append(to: &writer, id)
            #expect(writer.bytes.last == 0x0A && writer.bytes.count { $0 == 0x0A } == 1)
            #expect(
                try sample.isRead(from: writer.bytes, id), "\(String(decoding: writer.bytes, as: UTF8.self))")
            all.append(writer)
        }
        if let path = ProcessInfo.processInfo.environment["GESTURED_PROTOCOL_SAMPLES"] {
            try Data(all.bytes).write(to: URL(filePath: path))
        }
    }
}
