// A client that sends requests and checks every line that it receives.

import Configuration
import GestureWire
import Glibc
import Linux

@testable import Server

/// A client that sends anything, and checks everything that it receives.
final class FuzzedClient {
    /// The expected answers, in order.
    private struct Question {
        let identifier: RequestIdentifier
        /// Nil for a line that is not a request.
        let request: Request?
    }

    /// One buffer for all clients: filling a new one with zeros takes longer than reading.
    nonisolated(unsafe) private static let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: 65_536, alignment: 16)

    private(set) var descriptor: Int32
    private let stream: PeerStream
    private(set) var faults: [String] = []
    private(set) var hasEnded = false
    private var isGreeted = false
    /// Whether the server has said why it closes the connection.
    private var isDismissed = false
    private var hasEndedInput = false
    private let requestBytes: Int
    private var unfinished: [UInt8] = []
    private var isTooLong = false
    private var questions: [Question] = []
    private var received: [UInt8] = []
    private(set) var knowledge = Knowledge()

    /// Returns nil when connecting is impossible.
    ///
    /// - Parameter requestBytes: The maximum length of a request.
    init?(_ path: String, requestBytes: Int) {
        self.requestBytes = requestBytes
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        stream = PeerStream(descriptor)
        guard let address = SocketAddress(path: path), address.connect(descriptor) == 0 else { return nil }
    }

    deinit { end() }

    /// Closes the socket, with any unread data.
    func end() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
        hasEnded = true
    }

    /// Shuts down its sending side.
    func endInput() {
        if descriptor >= 0 { shutdown(descriptor, Int32(SHUT_WR)) }
        hasEndedInput = true
    }

    /// Shuts down its receiving side.
    func endOutput() {
        if descriptor >= 0 { shutdown(descriptor, Int32(SHUT_RD)) }
        hasEnded = true
    }

    // MARK: - Sending

    /// Sends as much as the socket takes; the rest is discarded.
    func send(_ bytes: [UInt8]) {
        guard descriptor >= 0, !hasEndedInput, !bytes.isEmpty else { return }
        guard case .bytes(let count) = bytes.withUnsafeBytes(stream.send) else { return }
        for byte in bytes.prefix(count) { note(byte) }
    }

    func send(_ request: Request, identifier: RequestIdentifier) {
        var writer = LineWriter()
        writer.append(request, identifier: identifier)
        send(writer.bytes)
    }

    /// Follows how the server reads a byte.
    private func note(_ byte: UInt8) {
        guard byte == 0x0A else {
            if isTooLong { return }
            unfinished.append(byte)
            guard unfinished.count > requestBytes else { return }
            isTooLong = true
            questions.append(Question(identifier: .null, request: nil))
            return
        }
        defer { (unfinished, isTooLong) = ([], false) }
        guard !isTooLong, unfinished.contains(where: { $0 != 0x0D && $0 != 0x20 }) else { return }
        let incoming = IncomingRequest.decode(unfinished[...])
        let request = try? incoming.content.get()
        if let identifier = incoming.identifier {
            questions.append(Question(identifier: identifier, request: request))
        } else {
            // It causes a change without a notification.
            knowledge.isVague = true
        }
    }

    // MARK: - Reading

    /// Reads at most this many bytes; returns whether there were any.
    @discardableResult
    func read(atMost count: Int) -> Bool {
        if hasEnded { return false }
        let room = min(count, Self.buffer.count)
        let part = UnsafeMutableRawBufferPointer(rebasing: Self.buffer[..<room])
        switch stream.receive(into: part) {
        case .bytes(let count):
            received += part[..<count]
            takeLines()
            return true
        case .wouldBlock, .exhausted:
            return false
        case .gone, .descriptors:
            hasEnded = true
            return false
        }
    }

    private func takeLines() {
        guard let end = received.lastIndex(of: 0x0A) else { return }
        for line in received[..<end].split(separator: 0x0A, omittingEmptySubsequences: false) { take(Array(line)) }
        received.removeSubrange(...end)
    }

    private func take(_ line: [UInt8]) {
        guard let message = try? ServerMessage.decode(line) else { return fault("not a message", line) }
        if !isGreeted {
            guard case .hello = message else {
                if case .error(.null, let error) = message, error.code == -32000 { isDismissed = true }
                return isDismissed ? () : fault("no greeting", line)
            }
            isGreeted = true
            return
        }
        switch message {
        case .hello: fault("a second greeting", line)
        case .response(let identifier): take(answer: line, to: identifier, nil)
        case .error(.null, let error) where error.message.hasPrefix("the configuration no longer grants"):
            isDismissed = true
        case .error(let identifier, let error): take(answer: line, to: identifier, error)
        case .lagged(let lagged):
            isDismissed = true
            knowledge.take(lagged)
        case .gesture(let gesture): knowledge.take(gesture)
        case .touch(let touches): knowledge.take(touches)
        case .surface, .capabilities: break
        case .question(let question): knowledge.take(question)
        case .attempt(let touches): knowledge.take(touches)
        case .reset(let end): knowledge.take(end)
        case .reloaded(let snapshot): knowledge.take(reloaded: snapshot)
        case .other: fault("an unknown notification", line)
        }
        if let fault = knowledge.fault { self.fault(fault, line) }
    }

    private func take(answer line: [UInt8], to identifier: RequestIdentifier, _ error: ServerError?) {
        guard let question = questions.first else { return fault("an answer to nothing", line) }
        questions.removeFirst()
        if question.identifier != identifier { return fault("not the answer to \(question.identifier)", line) }
        if let error {
            if error.code == -32603 { fault("a defect", line) }
            if error.code == -32001, let hint = error.data?.hint, !Self.isUsable(hint) { fault("no such YAML", line) }
            return
        }
        guard let request = question.request else { return fault("it was no request", line) }
        do {
            try take(line, to: request)
        } catch {
            fault("unreadable: \(error)", line)
        }
    }

    /// Whether the configuration accepts the entry that a hint suggests.
    private static func isUsable(_ hint: String) -> Bool {
        guard let start = hint.firstRange(of: "access: "), let end = hint.firstRange(of: ", then") else { return true }
        return (try? Configuration(yaml: String(hint[start.lowerBound..<end.lowerBound]), file: "hint")) != nil
    }

    private func take(_ line: [UInt8], to request: Request) throws {
        switch request {
        case .subscribe(let filter):
            knowledge.join(try ServerMessage.result(of: line, as: Snapshot.self), filter)
        case .unsubscribe(let number): knowledge.leave(number)
        case .list(.surfaces): _ = try ServerMessage.result(of: line, as: [SurfaceDescription].self)
        case .list(.devices): _ = try ServerMessage.result(of: line, as: [DeviceReport].self)
        case .list(.recognizers): _ = try ServerMessage.result(of: line, as: [RecognizerDescription].self)
        case .list(.regions): _ = try ServerMessage.result(of: line, as: [RegionDescription].self)
        case .list(.decisions): _ = try ServerMessage.result(of: line, as: [DecisionReport].self)
        case .attach: _ = try ServerMessage.result(of: line, as: AttachedNames.self)
        case .update: _ = try ServerMessage.result(of: line, as: UpdateReport.self)
        case .recognize: _ = try ServerMessage.result(of: line, as: RecognizeReport.self)
        case .status: _ = try ServerMessage.result(of: line, as: StatusReport.self)
        case .rotate: _ = try ServerMessage.result(of: line, as: SurfaceDescription.self)
        case .reload: _ = try ServerMessage.result(of: line, as: ReloadReport.self)
        case .recognize: _ = try ServerMessage.result(of: line, as: RecognizeReport.self)
        case .detach, .answer, .setEnabled, .setPrivate, .swallow:
            _ = try ServerMessage.result(of: line, as: WireValue.self)
        }
    }

    /// Checks the state after everything has ended and been read.
    func verifyRest() {
        if hasEnded || isDismissed { return }
        if !isGreeted { fault("never greeted", []) }
        if !questions.isEmpty { fault("\(questions.count) requests are not answered", []) }
        if !received.isEmpty { fault("half a line", received) }
        if let fault = knowledge.faultAtRest { self.fault(fault, []) }
    }

    private func fault(_ words: String, _ line: [UInt8]) {
        if faults.isEmpty { faults.append("\(words): \(String(decoding: line.prefix(400), as: UTF8.self))") }
    }
}
