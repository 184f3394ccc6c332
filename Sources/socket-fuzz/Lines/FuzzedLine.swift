// Check of an arbitrary line: it is read as every kind of message, written again and compared.

@testable import GestureWire
@testable import Server

/// A line, read as a request, as a server's message, as bytes in pieces and as a glob.
struct FuzzedLine {
    /// Violations; empty when all is well.
    private(set) var faults: [String] = []
    private let bytes: [UInt8]
    private static let longestMessage = 4096

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        checkRequest()
        faults += LineReceiver.faults(of: bytes)
        checkPieces()
        checkGlob()
        // A server's line is longer than a request may be, and only its own clients read it.
        if bytes.count <= Self.longestMessage { checkMessage() }
    }

    private mutating func require(_ holds: Bool, _ fault: @autoclosure () -> String) {
        if !holds { faults.append(fault()) }
    }

    // MARK: - Requests

    private mutating func checkRequest() {
        let incoming = IncomingRequest.decode(bytes[...])
        switch incoming.content {
        case .success(let request):
            checkWritten(request, incoming.identifier ?? .null)
            checkTexts(request)
            if case .attach(let attach) = request { faults += FuzzedAttachment(attach).faults }
            if case .update(let update) = request { faults += FuzzedAttachment(update).faults }
        case .failure(let error): checkRefusal(error, incoming.identifier ?? .null)
        }
    }

    /// The server reads a written request unchanged.
    private mutating func checkWritten(_ request: Request, _ identifier: RequestIdentifier) {
        var writer = LineWriter()
        writer.append(request, identifier: identifier)
        require(writer.bytes.lastIndex(of: 0x0A) == writer.bytes.firstIndex(of: 0x0A), "a line feed within a request")
        let again = IncomingRequest.decode(writer.bytes[...])
        let expected = IncomingRequest(identifier: identifier, content: .success(request))
        // The members that are always written make a request longer, which may already have been at the limit.
        let room = requestValues - 8
        if writer.bytes.count(where: { $0 == 0x2C || $0 == 0x3A || $0 == 0x5B }) > room { return }
        require(again == expected, "\(expected) is read as \(again)")
    }

    /// Accepted text is compared in linear time.
    private mutating func checkTexts(_ request: Request) {
        let texts: [String] =
            switch request {
            case .subscribe(let filter): (filter.recognizers + filter.surfaces).map(\.pattern)
            case .attach(let request): (request.regions + request.recognizers).flatMap(\.texts)
            case .update(let request): request.regions.flatMap(\.texts)
            case .detach(let request): (request.regions ?? []) + (request.recognizers ?? [])
            case .recognize(let request): [request.recognizer] + [request.reason].compactMap(\.self)
            case .setEnabled(let name, _), .setPrivate(let name, _), .rotate(let name, _): [name]
            case .swallow(let name): [name].compactMap(\.self)
            case .unsubscribe, .list, .answer, .status, .reload: []
            }
        for text in texts where text.utf8.count > nameBytes || !text.utf8.allSatisfy(NameRule.isPrintable) {
            faults.append("not a name: \(text)")
        }
    }

    /// A refusal is a short line that a client reads, with the id that it answers.
    private mutating func checkRefusal(_ error: RequestError, _ identifier: RequestIdentifier) {
        var writer = LineWriter()
        writer.appendError(error, to: identifier)
        var own = LineWriter()
        own.appendError(RequestError(code: .parseError, message: ""), to: identifier)
        require(writer.bytes.count - own.bytes.count <= 4096, "a refusal of \(writer.bytes.count) bytes")
        guard case .error(let answered, let received)? = try? ServerMessage.decode(writer.bytes) else {
            return faults.append("a refusal that nobody can read: \(error)")
        }
        require(answered == identifier, "\(identifier) is answered as \(answered)")
        require(received.code == error.code.rawValue && received.data?.path == error.path, "\(error) arrives otherwise")
    }

    // MARK: - Messages

    private mutating func checkMessage() {
        switch try? ServerMessage.decode(bytes) {
        case .gesture(let gesture): checkWritten(gesture)
        case .touch(let touches): checkWritten(touches)
        case .question(let question): checkWritten(question)
        case .attempt(let touches): checkWritten(touches)
        case .response: readResult()
        default: break
        }
    }

    /// Values are rounded when they are written: from the second time on they do not change.
    private mutating func checkWritten(_ gesture: ReceivedGesture) {
        let notification = gesture.notification
        guard notification.time.magnitude < 1 << 48 else { return }
        // A predicted translation is kept as a place: between large numbers it is not exact.
        if let predicted = notification.predictedTranslation, let place = notification.location {
            let numbers = [predicted.x, predicted.y, place.x, place.y]
            guard numbers.allSatisfy({ $0.magnitude < 0x1p24 }) else { return }
        }
        guard let once = again(gesture), let twice = again(once), let thrice = again(twice) else {
            return faults.append("a gesture that is not read again: \(gesture)")
        }
        require(twice == thrice, "a gesture becomes another each time: \(twice), \(thrice)")
    }

    private func again(_ gesture: ReceivedGesture) -> ReceivedGesture? {
        var writer = LineWriter()
        writer.appendGestureHead(subscription: gesture.subscription, sequence: gesture.sequence)
        writer.appendGestureTail(gesture.notification, since: .none, form: gesture.notification.wholeForm)
        guard case .gesture(let read)? = try? ServerMessage.decode(writer.bytes) else { return nil }
        return read
    }

    private mutating func checkWritten(_ touches: ReceivedTouches) {
        guard touches.notification.time.magnitude < 1 << 48,
            touches.notification.touches.allSatisfy(Self.hasExactTimes)
        else { return }
        guard let once = again(touches), let twice = again(once) else {
            return faults.append("touches that are not read again: \(touches)")
        }
        require(once == twice, "touches become others each time: \(once), \(twice)")
    }

    private static func hasExactTimes(_ touch: WireTouch) -> Bool {
        (touch.coalesced + touch.predicted).allSatisfy { $0.time.magnitude < 1 << 48 }
    }

    private func again(_ touches: ReceivedTouches) -> ReceivedTouches? {
        var writer = LineWriter()
        writer.append(touches.notification, subscription: touches.subscription)
        guard case .touch(let read)? = try? ServerMessage.decode(writer.bytes) else { return nil }
        return read
    }

    private mutating func checkWritten(_ question: Question) {
        let time =
            switch question.subject {
            case .begin(let gesture): gesture.time
            case .receive(let questioned): questioned.time
            case .pair(_, let pair): pair.time
            }
        guard time.magnitude < 1 << 48 else { return }
        guard let once = again(question), let twice = again(once), let thrice = again(twice) else {
            return faults.append("a question that is not read again: \(question)")
        }
        require(twice == thrice, "a question becomes another each time: \(twice), \(thrice)")
    }

    private func again(_ question: Question) -> Question? {
        var writer = LineWriter()
        writer.append(question)
        guard case .question(let read)? = try? ServerMessage.decode(writer.bytes) else { return nil }
        return read
    }

    private mutating func checkWritten(_ touches: AttemptTouches) {
        guard touches.time.magnitude < 1 << 48, touches.touches.allSatisfy(Self.hasExactTimes) else { return }
        guard let once = again(touches), let twice = again(once) else {
            return faults.append("an attempt that is not read again: \(touches)")
        }
        require(once == twice, "an attempt becomes another each time: \(once), \(twice)")
    }

    private func again(_ touches: AttemptTouches) -> AttemptTouches? {
        var writer = LineWriter()
        writer.append(touches)
        guard case .attempt(let read)? = try? ServerMessage.decode(writer.bytes) else { return nil }
        return read
    }

    /// Reads it as every kind of answer; none may trap.
    private func readResult() {
        _ = try? ServerMessage.result(of: bytes, as: Snapshot.self)
        _ = try? ServerMessage.result(of: bytes, as: [SurfaceDescription].self)
        _ = try? ServerMessage.result(of: bytes, as: [RecognizerDescription].self)
        _ = try? ServerMessage.result(of: bytes, as: [RegionDescription].self)
        _ = try? ServerMessage.result(of: bytes, as: [DeviceReport].self)
        _ = try? ServerMessage.result(of: bytes, as: AttachedNames.self)
        _ = try? ServerMessage.result(of: bytes, as: UpdateReport.self)
        _ = try? ServerMessage.result(of: bytes, as: StatusReport.self)
        _ = try? ServerMessage.result(of: bytes, as: ReloadReport.self)
        _ = try? ServerMessage.result(of: bytes, as: WireValue.self)
    }

    // MARK: - Pieces

    /// A stream has the same lines however it is cut into pieces, and little of it is kept.
    private mutating func checkPieces() {
        // The first bytes also determine the pieces: the same input is always cut in the same way.
        var choice = ByteReader(bytes.prefix(8))
        // Usually about as long as one of the lines.
        let lengths = bytes.prefix(4096).split(separator: 0x0A).map(\.count) + [32]
        let limit = max(1, lengths[choice.next(below: lengths.count)] + choice.next(below: 3) - 1)
        var lines = RequestLines(limit: limit)
        var items: [RequestLines.Item] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix(1 + choice.next(below: 40))
            rest = rest.dropFirst(piece.count)
            piece.withUnsafeBytes { lines.append($0) }
            while let item = lines.next() { items.append(item) }
            require(lines.bytesHeld <= 2 * (limit + 40) + 4096, "\(lines.bytesHeld) bytes held")
        }
        let expected = Self.lines(of: bytes, limit: limit)
        require(Self.texts(items) == expected, "limit \(limit): \(Self.texts(items)) instead of \(expected)")
    }

    /// Nil for a line that is too long.
    private static func texts(_ items: [RequestLines.Item]) -> [[UInt8]?] {
        items.map { if case .line(let line) = $0 { Array(line) } else { nil } }
    }

    private static func lines(of bytes: [UInt8], limit: Int) -> [[UInt8]?] {
        var pieces = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        let last = pieces.removeLast()
        let whole = pieces.filter { $0.count > limit || $0.contains { $0 != 0x0D && $0 != 0x20 } }
        return whole.map { $0.count > limit ? nil : Array($0) } + (last.count > limit ? [nil] : [])
    }

    // MARK: - Globs

    /// The first line is a pattern, the second a name.
    private mutating func checkGlob() {
        let parts = bytes.prefix(2 * globBytes).split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        let pattern = String(decoding: parts[0], as: UTF8.self)
        let names = [parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : "", pattern, "panel"]
        let glob = Glob(pattern)
        for name in names {
            let expected = ReferenceGlob(pattern).matches(name)
            require(glob.matches(name) == expected, "\(pattern) \(expected ? "does not match" : "matches") \(name)")
        }
    }
}

extension WireValue {
    /// All texts and names of members in a value.
    fileprivate var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .list(let values): values.flatMap(\.texts)
        case .object(let members): members.flatMap { [$0.name] + $0.value.texts }
        case .null, .flag, .integer, .number: []
        }
    }
}
