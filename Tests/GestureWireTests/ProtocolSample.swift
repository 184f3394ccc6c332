// One sample message of the protocol, with its writing and its reading.

@testable import GestureWire

/// A message: how it is written, and whether a line reads back as it.
struct ProtocolSample: Sendable {
    var isRequest = false
    let append: @Sendable (inout LineWriter, RequestIdentifier) -> Void
    let isRead: @Sendable ([UInt8], RequestIdentifier) throws -> Bool

    private static func result<Value: Decodable & Equatable & Sendable>(
        _ value: Value, _ append: @escaping @Sendable (inout LineWriter, RequestIdentifier) -> Void
    ) -> Self {
        Self(append: append) { line, id in
            try ServerMessage.result(of: line, as: Value.self) == value && ServerMessage.decode(line) == .response(id)
        }
    }

    private static func notification(
        _ append: @escaping @Sendable (inout LineWriter) -> Void, _ isRead: @escaping @Sendable (ServerMessage) -> Bool
    ) -> Self {
        Self(append: { writer, _ in append(&writer) }) { line, _ in try isRead(ServerMessage.decode(line)) }
    }

    static func request(_ request: Request) -> Self {
        Self(isRequest: true, append: { $0.append(request, identifier: $1) }) { line, id in
            IncomingRequest.decode(line[...]) == IncomingRequest(identifier: id, content: .success(request))
        }
    }

    static let done = result(WireValue.object([])) { $0.appendResult(WireValue.object([]), to: $1) }
    static func snapshot(_ snapshot: Snapshot) -> Self { result(snapshot) { $0.appendResult(snapshot, to: $1) } }
    static func surfaces(_ all: [SurfaceDescription]) -> Self { result(all) { $0.appendResult(all, to: $1) } }
    static func devices(_ all: [DeviceReport]) -> Self { result(all) { $0.appendResult(all, to: $1) } }
    static func recognizers(_ all: [RecognizerDescription]) -> Self { result(all) { $0.appendResult(all, to: $1) } }
    static func regions(_ all: [RegionDescription]) -> Self { result(all) { $0.appendResult(all, to: $1) } }
    static func decisions(_ all: [DecisionReport]) -> Self { result(all) { $0.appendResult(all, to: $1) } }
    static func names(_ names: AttachedNames) -> Self { result(names) { $0.appendResult(names, to: $1) } }
    static func update(_ report: UpdateReport) -> Self { result(report) { $0.appendResult(report, to: $1) } }
    static func recognize(_ report: RecognizeReport) -> Self { result(report) { $0.appendResult(report, to: $1) } }
    static func status(_ report: StatusReport) -> Self { result(report) { $0.appendResult(report, to: $1) } }
    static func surface(_ surface: SurfaceDescription) -> Self { result(surface) { $0.appendResult(surface, to: $1) } }
    static func reload(_ report: ReloadReport) -> Self { result(report) { $0.appendResult(report, to: $1) } }

    static func error(_ error: RequestError) -> Self {
        Self(append: { $0.appendError(error, to: $1) }) { line, id in
            guard case .error(id, let read) = try ServerMessage.decode(line) else { return false }
            return read.code == error.code.rawValue && read.message == error.message && read.data?.path == error.path
                && read.data?.hint == error.hint && read.data?.problems ?? [] == error.problems
        }
    }

    static func hello(_ capabilities: [Capability]) -> Self {
        let names = capabilities.map(\.rawValue)
        return notification({ $0.appendHello(capabilities: names) }) {
            $0 == .hello(Hello(protocol: protocolVersion, server: serverName, capabilities: names))
        }
    }

    static func capabilities(_ capabilities: [Capability]) -> Self {
        let names = capabilities.map(\.rawValue)
        return notification({ $0.appendCapabilities(names) }) {
            $0 == .capabilities(PresentCapabilities(capabilities: names))
        }
    }

    static func gesture(_ sent: GestureNotification) -> Self {
        notification({
            $0.appendGestureHead(subscription: 1, sequence: 42)
            $0.appendGestureTail(sent, since: .none)
        }) {
            guard case .gesture(let read) = $0 else { return false }
            return read.notification == sent && read.subscription == 1 && read.sequence == 42
                && read.change == sent.measurement.change(since: .none)
        }
    }

    static func touch(_ sent: TouchNotification) -> Self {
        notification({ $0.append(sent, subscription: 1) }) {
            guard case .touch(let read) = $0 else { return false }
            return read.notification == sent && read.subscription == 1
        }
    }

    static func lagged(_ snapshot: Snapshot) -> Self {
        notification({ $0.appendLagged(snapshot, dropped: 256) }) {
            guard case .lagged(let read) = $0 else { return false }
            return read.snapshot == snapshot && read.dropped == 256
        }
    }

    static func question(_ sent: Question) -> Self { notification({ $0.append(sent) }) { $0 == .question(sent) } }
    static func attempt(_ sent: AttemptTouches) -> Self { notification({ $0.append(sent) }) { $0 == .attempt(sent) } }
    static func end(_ sent: AttemptEnd) -> Self { notification({ $0.append(sent) }) { $0 == .reset(sent) } }
    static func change(_ sent: SurfaceChange) -> Self { notification({ $0.append(sent) }) { $0 == .surface(sent) } }
    static func reloaded(_ sent: Snapshot) -> Self {
        notification({ $0.appendReloaded(sent) }) { $0 == .reloaded(sent) }
    }
}
