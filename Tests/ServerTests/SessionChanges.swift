// Rules of access and changes of the session for tests, and the notifications of clients in words.

import GestureWire
import Glibc
import Testing

@testable import Server

/// Rules that grant no user everything.
func rules(_ grants: AccessGrant...) -> Access {
    var access = Access(grants: grants)
    access.privilegedUsers = []
    return access
}

/// Rules that grant this user some capabilities, and the active session others.
func rules(_ allowed: Set<Capability>, session: Set<Capability> = []) -> Access {
    rules(AccessGrant(.group(getgid()), allow: allowed), AccessGrant(.activeSession, allow: session))
}

func sessionRules(_ allowed: Capability..., group: Set<Capability> = []) -> Access {
    rules(group, session: Set(allowed))
}

func touch(_ id: Int, _ phase: WireTouchPhase, x: Double = 0) -> TouchNotification {
    let place = WirePoint(x: x, y: 0)
    return TouchNotification(
        surface: "panel", time: 2_000_000,
        touches: [WireTouch(id: id, phase: phase, location: place, previousLocation: place, region: "root")])
}

/// A pan by this finger.
func pan(_ state: GestureState, x: Double = 0, gesture: Int, finger: Int) -> GestureNotification {
    var notification = ServerTests.pan(state, x: x, gesture: gesture)
    notification.touches = [finger]
    return notification
}

extension TestServer {
    func enter(firstTouch: Int = 1) {
        server?.use(sessionOf: getuid(), firstTouch: TouchMark(firstTouch), at: 3_000_000)
    }
    func leave(for user: UInt32? = nil, firstTouch: Int = 1) {
        server?.use(sessionOf: user, firstTouch: TouchMark(firstTouch), at: 3_000_000)
    }
}

/// Lines in short: `began 1`, `touch began 3`, `capabilities gestures`, `reloaded 1`.
func words(_ client: TestClient) throws -> [String] {
    try client.messages().map { message in
        switch message {
        case .gesture(let gesture): "\(gesture.notification.state) \(gesture.notification.gesture)"
        case .touch(let touches):
            "touch " + touches.notification.touches.map { "\($0.phase) \($0.id)" }.joined(separator: ", ")
        case .capabilities(let present): "capabilities " + present.capabilities.joined(separator: " ")
        case .reloaded(let snapshot):
            "reloaded \(snapshot.subscription), \(snapshot.surfaces.count) surfaces"
                + (snapshot.gestures.isEmpty && snapshot.touches?.isEmpty ?? true ? "" : " and more")
        case .surface: "surface"
        case .error(_, let error): "error \(error.code)"
        default: "\(message)"
        }
    }
}
