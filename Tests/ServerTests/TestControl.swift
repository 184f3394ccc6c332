// The daemon's control for tests of the server.

import Testing

@testable import GestureWire
@testable import Server

/// Rotates surfaces of the test's server at once, keeps attachments, and completes reloads when the test says so.
final class TestControl: Control {
    /// The attachments of a connection.
    struct Own: Equatable {
        var regions: [String] = []
        var recognizers: [String] = []
    }

    weak var server: TestServer?
    /// The reloads without an answer.
    private(set) var reloads: [(Result<ReloadReport, RequestError>) -> Void] = []
    /// The attachments by connection.
    private(set) var own: [Int: Own] = [:]
    /// The notifications, in words.
    var news: [String] = []
    /// Whether something is being published: no queries are allowed then.
    var isPublishing = false
    /// Called during a removal of attachments, before that returns.
    var detaching: (Int, DetachRequest) -> Void = { _, _ in }

    static let report = ReloadReport(
        configuration: "standard", surfaces: 0, regions: 0, recognizers: 8, added: 0, removed: 0, changed: 0,
        cancelled: 0)

    func rotate(_ surface: String, to rotation: QuarterTurn) throws(RequestError) -> SurfaceDescription {
        guard let server, let index = server.surfaces.firstIndex(where: { $0.name == surface }) else {
            throw RequestError(code: .invalidParameters, message: "no such surface", path: "params.surface", hint: "x")
        }
        server.surfaces[index].rotation = Double(rotation.rawValue)
        server.server?.publishSurfaces()
        return server.surfaces[index]
    }

    func reload(_ completion: @escaping (Result<ReloadReport, RequestError>) -> Void) {
        reloads.append(completion)
    }

    /// Answers the waiting reloads.
    func finish() {
        let waiting = reloads
        reloads = []
        for completion in waiting { completion(.success(Self.report)) }
    }

    func attach(_ request: AttachRequest, for connection: Int) throws(RequestError) -> AttachedNames {
        let names = AttachedNames(
            regions: request.regions.compactMap(\.name), recognizers: request.recognizers.compactMap(\.name),
            surfaces: [])
        var all = own[connection] ?? Own()
        all.regions += names.regions
        all.recognizers += names.recognizers
        guard all.recognizers.count <= 64, all.regions.count <= 64 else {
            throw RequestError(code: .limitReached, message: "64 are attached already", path: "params", hint: "detach")
        }
        own[connection] = all
        return names
    }

    func update(_ request: UpdateRequest, for connection: Int) throws(RequestError) -> UpdateReport {
        let names = request.regions.compactMap(\.name)
        guard names.allSatisfy({ own[connection]?.regions.contains($0) == true }) else {
            throw RequestError(code: .invalidParameters, message: "no such region", path: "params.regions", hint: "x")
        }
        news.append("\(names.joined(separator: ", ")) of \(connection) updated")
        return UpdateReport(warnings: names.isEmpty ? ["nothing to do"] : nil)
    }

    func detach(_ request: DetachRequest, for connection: Int) throws(RequestError) {
        detaching(connection, request)
        if request == DetachRequest() {
            own[connection] = nil
            return
        }
        own[connection]?.recognizers.removeAll { request.recognizers?.contains($0) == true }
        own[connection]?.regions.removeAll { request.regions?.contains($0) == true }
    }

    func answer(_ question: Int, _ yes: Bool, for connection: Int) {
        #expect(!isPublishing, "no queries during a publication")
        news.append("\(connection) answers \(question): \(yes ? "yes" : "no")")
    }

    func recognize(_ request: RecognizeRequest, for connection: Int) throws(RequestError) -> RecognizeReport {
        #expect(!isPublishing, "no decisions during a publication")
        news.append("\(connection) decides \(request.attempt), leaves \(request.ignore)")
        return RecognizeReport(over: request.attempt > 1 ? true : nil)
    }

    func ownRecognizers(of connection: Int) -> Set<String> {
        Set(own[connection]?.recognizers ?? [])
    }

    func setEnabled(
        _ recognizer: String, _ isEnabled: Bool, for connection: Int, mayControl: Bool
    ) throws(RequestError) {
        news.append("\(recognizer) \(isEnabled ? "on" : "off") for \(connection)\(mayControl ? ", who may" : "")")
    }

    func setPrivate(_ region: String, _ isPrivate: Bool) throws(RequestError) {
        news.append("\(region) \(isPrivate ? "private" : "not private")")
    }

    func swallow(_ surface: String?) throws(RequestError) {
        news.append("touches of \(surface ?? "all surfaces") swallowed")
    }

    func connectionEnded(_ connection: Int) {
        #expect(!isPublishing, "no queries during a publication")
        own[connection] = nil
        news.append("\(connection) ended")
    }

    func demandChanged() {
        #expect(!isPublishing, "no queries during a publication")
        news.append("demand")
    }

    func meetDemand() {
        #expect(!isPublishing, "no queries during a publication")
    }

    var status = StatusReport(uptime: 86.25, configuration: "standard", frames: 1200)
}

extension WireValue {
    /// Its member `name`, if it is an object.
    fileprivate var name: String? {
        guard case .object(let members) = self,
            case .text(let name)? = members.first(where: { $0.name == "name" })?.value
        else { return nil }
        return name
    }
}
