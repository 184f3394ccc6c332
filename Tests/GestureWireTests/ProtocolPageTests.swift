// Tests of docs/protocol.md against the code: numbers, names, examples.

import Foundation
import Testing

@testable import GestureWire

struct ProtocolPageTests {
    /// The page, unchanged and with its lines joined.
    private let text: String
    private let flowing: String

    init() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/protocol.md")
        text = try String(contentsOf: file, encoding: .utf8)
        flowing = text.replacing("\n", with: " ")
    }

    private static func grouped(_ number: Int) -> String { "\(number / 1000),\(String("\(number)".suffix(3)))" }

    private static let sentences: [String] = {
        let limits = Limits()
        return [
            "longer than \(grouped(limits.requestBytes)) bytes", "at most \(grouped(requestValues)) values",
            "When \(limits.peers) clients", "or \(limits.peersPerUser) of one user",
            "(at most \(globsPerSubscription) globs of at most \(globBytes) bytes each)",
            "for the first \(hintedGlobs) globs of the list",
            "`maxRate` (more than 0 and at most \(Int(largestRate))) limits",
            "A connection may hold \(limits.subscriptionsPerPeer) subscriptions;",
            "all connections of a user may hold \(limits.subscriptionsPerUser), with "
                + "\(limits.globBytesPerUser / 1024) KiB of globs.",
            "The subscriptions of a connection may name \(limits.globsPerPeer) globs.",
            "They take at most \(limits.outboxBytes / 1024) KiB of memory",
            "A connection may have \(limits.regionsPerPeer) regions and \(limits.recognizersPerPeer) recognizers",
            "recognizers, a user \(limits.regionsPerUser) of each.",
            "One request may attach \(attachedPerRequest) of both together.",
            "The recognizers of a connection may have \(limits.relationsPerPeer) relations",
            "For each connection at most \(limits.outboxLines) lines wait.",
            "at most \(customMembers) of its own", "at most \(nameBytes) bytes long: methods",
            "Names of members are at most \(memberNameBytes) bytes long", "at most \(nameBytes) bytes of UTF-8",
            "strings of at most \(customTextBytes) bytes",
        ]
    }()

    @Test("every limit on the page is that in the code", arguments: sentences)
    func limits(sentence: String) {
        #expect(flowing.contains(sentence))
    }

    @Test("one request may attach as much as one connection may have, and a user as much of both")
    func attachedLimits() {
        let limits = Limits()
        #expect(limits.regionsPerPeer == attachedPerRequest && limits.recognizersPerPeer == attachedPerRequest)
        #expect(limits.regionsPerUser == limits.recognizersPerUser)
    }

    /// The first column of the table under a heading, without its back quotes.
    private func firstColumn(after heading: String) throws -> [String] {
        let start = try #require(text.range(of: heading)).upperBound
        let table = text[start...].split(separator: "\n").drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }
        return table.dropFirst(2).map { row in
            row.dropFirst().prefix { $0 != "|" }.filter { $0 != "`" && $0 != " " }
        }
    }

    @Test("capabilities, methods, lists and error codes are those in the code")
    func tables() throws {
        #expect(try firstColumn(after: "may do:") == Capability.allCases.map(\.rawValue))
        #expect(try firstColumn(after: "\n## Requests") == Request.methods)
        #expect(try firstColumn(after: "\n### list") == ListKind.allCases.map(\.rawValue))
        let codes = try firstColumn(after: "\n## Errors").map { Int($0) ?? 0 }
        #expect(codes == [-32700, -32600, -32601, -32602, -32603, -32000, -32001, -32002])
        #expect(codes.allSatisfy { RequestError.Code(rawValue: $0) != nil })
    }

    private var examples: [String] {
        text.components(separatedBy: "\n```json\n").dropFirst().map { String($0.prefix { $0 != "\n" }) }
    }

    private func isRequest(_ example: String) -> Bool {
        example.hasPrefix(#"{"jsonrpc":"2.0","id":"#) && example.contains(#","method":"#)
    }

    @Test("every example of a request is valid, and a client writes the same")
    func requests() throws {
        var methods: [String] = []
        for example in examples where isRequest(example) {
            let incoming = IncomingRequest.decode(Array(example.utf8)[...])
            let request = try incoming.content.get()
            var writer = LineWriter()
            writer.append(request, identifier: incoming.identifier)
            #expect(IncomingRequest.decode(writer.bytes[...]) == incoming)
            methods.append(String("\(request)".prefix { $0 != "(" }))
        }
        #expect(methods == ["subscribe", "attach", "update", "update", "answer", "recognize", "setPrivate", "swallow"])
    }

    @Test("every example of an answer or a notification is written exactly as shown")
    func messages() throws {
        var kinds: [String] = []
        for example in examples where !isRequest(example) {
            let message = try ServerMessage.decode(Array(example.utf8))
            kinds.append(String("\(message)".prefix { $0 != "(" }))
            // Figures beside each other may have zeros at the end there.
            let zeros = /(\.\d+?)0+\b/
            #expect(
                try written(message, example).replacing(zeros) { $0.1 } == (example + "\n").replacing(zeros) { $0.1 })
        }
        #expect(
            kinds == [
                "hello", "response", "response", "response", "response", "response", "capabilities", "gesture", "touch",
                "question", "question", "attempt", "reset", "surface", "reloaded", "lagged", "error",
            ])
    }

    private func written(_ message: ServerMessage, _ example: String) throws -> String {
        var writer = LineWriter()
        switch message {
        case .hello(let hello): writer.appendHello(capabilities: hello.capabilities)
        case .capabilities(let present): writer.appendCapabilities(present.capabilities)
        case .gesture(let gesture):
            // The example has a change of 1.01 since the notification before it.
            #expect(gesture.notification == sample() && gesture.change == .scale(1.01))
            return line(gesture.notification, since: .pinch(scale: 1.23 / 1.01, velocity: 0))
        case .touch(let touches): writer.append(touches.notification, subscription: touches.subscription)
        case .question(let question): writer.append(question)
        case .attempt(let touches): writer.append(touches)
        case .reset(let end): writer.append(end)
        case .surface(let change): writer.append(change)
        case .reloaded(let snapshot): writer.appendReloaded(snapshot)
        case .lagged(let lagged): writer.appendLagged(lagged.snapshot, dropped: lagged.dropped)
        case .error(let identifier, let error):
            writer.appendError(
                RequestError(
                    code: try #require(RequestError.Code(rawValue: error.code)), message: error.message,
                    path: error.data?.path ?? "", hint: error.data?.hint ?? ""), to: identifier)
        case .response(let identifier): try append(example, identifier, &writer)
        case .other(let method): Issue.record("unknown: \(method)")
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func append(_ example: String, _ identifier: RequestIdentifier, _ writer: inout LineWriter) throws {
        let bytes = Array(example.utf8)
        if let snapshot = try? ServerMessage.result(of: bytes, as: Snapshot.self) {
            writer.appendResult(snapshot, to: identifier)
        } else if let names = try? ServerMessage.result(of: bytes, as: AttachedNames.self) {
            writer.appendResult(names, to: identifier)
        } else if let report = try? ServerMessage.result(of: bytes, as: StatusReport.self) {
            writer.appendResult(report, to: identifier)
        } else if let report = try? ServerMessage.result(of: bytes, as: ReloadReport.self) {
            writer.appendResult(report, to: identifier)
        } else {
            writer.appendResult(try ServerMessage.result(of: bytes, as: UpdateReport.self), to: identifier)
        }
    }
}
