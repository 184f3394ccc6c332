// Tests of surface notifications: every change once.

import GestureWire
import Testing

@testable import Server

final class SurfacesTests: ServedClientTests {
    override init() throws {
        try super.init()
        try client.subscribe()
    }

    private func changes(_ client: TestClient) throws -> [String] {
        try client.messages().compactMap { message in
            guard case .surface(let change) = message else { return nil }
            return "\(change.subscription) \(change.change) \(change.surface.name)"
        }
    }

    @Test("removed, added and changed surfaces are reported, unchanged ones are not")
    func changes() throws {
        let phone = SurfaceDescription(name: "phone", device: "/dev/input/event9", unit: .points, width: 1, height: 2)
        server.surfaces[0].width = 1000
        server.surfaces[1] = phone
        server.server?.publishSurfaces()
        #expect(try changes(client) == ["1 removed pad", "1 changed panel", "1 added phone"])
        server.server?.publishSurfaces()
        #expect(client.lines().isEmpty)
    }

    @Test("each subscription receives surfaces that its globs match")
    func globs() throws {
        try client.subscribe(#"{"surfaces":["pan*"]}"#)
        try client.subscribe(#"{"surfaces":["nothing"],"recognizers":[]}"#)
        server.surfaces = []
        server.server?.publishSurfaces()
        #expect(try changes(client) == ["1 removed panel", "2 removed panel", "1 removed pad"])
    }

    @Test("surfaces in a snapshot are not reported again, but older subscriptions receive them")
    func snapshot() throws {
        server.surfaces.removeLast()
        let late = try TestClient(server)
        #expect(try late.subscribe().surfaces.map(\.name) == ["panel"])
        server.server?.publishSurfaces()
        #expect(try changes(client) == ["1 removed pad"])
        #expect(late.lines().isEmpty)
    }

    @Test("every subscription receives reloaded, after the changes of surfaces, with a snapshot")
    func reloaded() throws {
        try client.subscribe(#"{"recognizers":["move"],"surfaces":["pad"]}"#)
        server.publish(pan(.began, surface: "pad"))
        #expect(try client.gestures().count == 2)
        server.surfaces.removeFirst()
        server.server?.publishReloaded()
        let messages = try client.messages()
        #expect(messages.count == 3)
        guard case .surface(let change) = messages[0], case .reloaded(let first) = messages[1],
            case .reloaded(let second) = messages[2]
        else {
            Issue.record("told \(messages)")
            return
        }
        #expect(change.change == .removed && change.surface.name == "panel")
        #expect(first.subscription == 1 && first.recognizers == server.recognizers && first.gestures.count == 1)
        #expect(second.subscription == 2 && second.recognizers.map(\.name) == ["move"] && second.surfaces.count == 1)
    }
}
