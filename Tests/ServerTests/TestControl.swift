// What does a daemon do for these tests that is told to change?

import GestureWire

@testable import Server

/// Turns surfaces of the test's server at once, and reloads when the test says so.
final class TestControl: Control {
    weak var server: TestServer?
    /// The reloads that are to be answered.
    private(set) var reloads: [(Result<ReloadReport, RequestError>) -> Void] = []
    /// Whether the next reload is answered at once.
    var isPrompt = false

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
}
