// The daemon's control for tests of the server.

import GestureWire
import Testing

@testable import Server

/// Turns surfaces of the test's server at once, keeps what connections attach, and reloads when the test says so.
final class TestControl: Control {
    /// What a connection has attached.
    struct Own: Equatable {
        var regions: [String] = []
        var recognizers: [String] = []
    }

    weak var server: TestServer?
    /// The reloads that are to be answered.
    private(set) var reloads: [(Result<ReloadReport, RequestError>) -> Void] = []
    /// Whether the next reload is answered at once.
    var isPrompt = false
    /// What is attached, by connection.
    private(set) var own: [Int: Own] = [:]
    /// What was told, in words.
    var news: [String] = []
    /// Whether something is being published: nothing may be asked then.
    var isPublishing = false
    private var isDemandMet = true
    /// Carried out when the daemon follows what is wanted.
    var meetingDemand: () -> Void = {}
    /// Carried out while something is detached, before that returns.
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
        if isPrompt { completion(.success(Self.report)) } else { reloads.append(completion) }
    }

    /// Answers the reloads that wait.
    func finish(_ outcome: Result<ReloadReport, RequestError> = .success(report)) {
        let waiting = reloads
        reloads = []
        for completion in waiting { completion(outcome) }
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

    func detach(_ request: DetachRequest, for connection: Int) throws(RequestError) {
        detaching(connection, request)
        if request == DetachRequest() {
            own[connection] = nil
            return
        }
        own[connection]?.recognizers.removeAll { request.recognizers?.contains($0) == true }
        own[connection]?.regions.removeAll { request.regions?.contains($0) == true }
    }

    func ownRecognizers(of connection: Int) -> Set<UTF8Key> {
        Set((own[connection]?.recognizers ?? []).map { UTF8Key($0) })
    }

    func setEnabled(
        _ recognizer: String, _ isEnabled: Bool, for connection: Int, mayControl: Bool
    ) throws(RequestError) {
        news.append("\(recognizer) \(isEnabled ? "on" : "off") for \(connection)\(mayControl ? ", who may" : "")")
    }

    func setPrivate(_ region: String, _ isPrivate: Bool) throws(RequestError) {
        news.append("\(region) \(isPrivate ? "private" : "not private")")
    }

    func connectionEnded(_ connection: Int) {
        #expect(!isPublishing, "who publishes is not to be disturbed")
        own[connection] = nil
        news.append("\(connection) ended")
    }

    func demandChanged() {
        #expect(!isPublishing, "who publishes is not to be disturbed")
        news.append("demand")
        isDemandMet = false
    }

    func meetDemand() {
        #expect(!isPublishing, "who publishes is not to be disturbed")
        if isDemandMet { return }
        isDemandMet = true
        meetingDemand()
    }

    var status = StatusReport(uptime: 86.25, configuration: "standard", frames: 1200)
}

extension WireValue {
    /// What it calls itself, if it is an object.
    fileprivate var name: String? {
        guard case .object(let members) = self,
            case .text(let name)? = members.first(where: { $0.name == "name" })?.value
        else { return nil }
        return name
    }
}
