// Tests of rotating a surface while the daemon runs.

import Configuration
import Foundation
import GestureClient
import GestureWire
import Testing
import Touch

@testable import GestureDaemon

@Suite(.serialized) struct RotationTests {
    private let panel = Configuration(
        surfaces: Fixtures.inPoints, recognizers: [RecognizerRule(name: "move", type: .pan)])

    @Test("A pan under way is cancelled, then the surface has changed, and the same finger draws in the new direction")
    func turning() throws {
        let running = try RunningDaemon(Finger.drawn, isLooping: true, panel)
        let connection = try running.connect()
        let before = try #require(try connection.subscribe().surfaces.first)
        #expect(before.rotation == 0 && abs(before.width - 1999) < 0.01 && abs(before.height - 999) < 0.01)
        var state = GestureState.ended
        while let gesture = try nextGesture(connection), gesture.notification.state != .changed {}
        let turned = try running.connect().rotate("panel", to: .clockwise90)
        #expect(turned.rotation == 90 && turned.name == "panel" && turned.device == "test")
        #expect(abs(turned.width - 999) < 0.01 && abs(turned.height - 1999) < 0.01)
        while let message = try connection.next() {
            if case .gesture(let gesture) = message { state = gesture.notification.state }
            if case .surface(let change) = message {
                #expect(change == SurfaceChange(subscription: 1, change: .changed, surface: turned))
                break
            }
        }
        #expect(state == .cancelled || state == .ended)
        let gesture = try #require(try nextGesture(connection)).notification
        guard case .pan(let translation, _, _) = gesture.measurement else {
            Issue.record("no pan: \(gesture)")
            return
        }
        #expect(gesture.state == .began && translation.y > 5 && abs(translation.x) < 1e-6)
        #expect(abs((gesture.location?.x ?? .nan) - (999 - 500)) < 0.01)
        running.stop()
    }

    @Test("During a gesture, the last message before the rotation is `cancelled`, and the finger is not reported again")
    func cancelling() throws {
        let running = try RunningDaemon(Finger.restless(seconds: 60), isLooping: true, panel)
        let connection = try running.subscriber(until: .changed)
        let control = try running.connect()
        _ = try control.rotate("panel", to: .half)
        var states: [GestureState] = []
        while let message = try connection.next() {
            if case .gesture(let gesture) = message { states.append(gesture.notification.state) }
            if case .surface = message { break }
        }
        #expect(states.last == .cancelled && states.dropLast().allSatisfy { $0 == .changed })
        // Two more rotations, each reported before its answer: no gesture has begun between them.
        _ = try control.rotate("panel", to: .none)
        _ = try control.rotate("panel", to: .clockwise270)
        for _ in 1...2 {
            guard case .surface? = try connection.next() else {
                Issue.record("the finger that was down began a gesture")
                break
            }
        }
        running.stop()
    }
}

@Suite struct SurfaceTurnTests {
    private let pixels = Size(width: 1920, height: 1080)

    @Test("A rotation replaces the configured one, and a quarter turn exchanges the sides in pixels")
    func rotation() {
        let configured = SurfaceSettings(pixels: pixels, rotation: .clockwise90)
        #expect(configured.turned(to: nil) == configured)
        #expect(configured.turned(to: .clockwise90) == configured)
        let upright = configured.turned(to: Rotation(rawValue: 0))
        #expect(upright.rotation == .none && upright.pixels == Size(width: 1080, height: 1920))
        #expect(configured.turned(to: .clockwise270).pixels == pixels)
        #expect(configured.turned(to: .half).pixels == Size(width: 1080, height: 1920))
    }

    @Test(
        "A rotation applies after the configured calibration: a mirrored panel stays mirrored",
        arguments: Rotation.allCases)
    func calibration(rotation: Rotation) {
        let mirror = AffineMatrix(calibration: -1, 0, 1, 0, 1, 0)
        let settings = SurfaceSettings(pixels: pixels, calibration: mirror).turned(to: rotation)
        #expect(settings.calibration == mirror.then(rotation.transform))
        let isAcross = rotation == .clockwise90 || rotation == .clockwise270
        #expect(settings.pixels == (isAcross ? Size(width: 1080, height: 1920) : pixels))
    }

    @Test("A present name is kept while others are assigned, unless it is taken")
    func keeping() throws {
        let factory = SurfaceFactory(configuration: Configuration(surfaces: Fixtures.inPoints))
        let device = Finger.drawn.device
        let identity = DeviceIdentity(name: device.name)
        func name(present: String?, taken: Set<String>) -> String? {
            factory.make(
                device: device, identity: identity, udev: nil, taken: taken, present: present)?.surface
                .name
        }
        #expect(name(present: "panel-2", taken: []) == "panel-2")
        #expect(name(present: "panel-2", taken: ["panel-2"]) == "panel")
        #expect(name(present: "other", taken: ["panel"]) == "panel-2")
        #expect(name(present: nil, taken: []) == "panel")
    }

    @Test("A rotated surface is rotated when its device returns, and no other is")
    func comingBack() throws {
        var factory = SurfaceFactory(configuration: Configuration(surfaces: Fixtures.inPoints))
        factory.turns = ["panel": .clockwise90]
        let device = Finger.drawn.device
        let identity = DeviceIdentity(name: device.name)
        let first = factory.make(device: device, identity: identity, udev: nil, taken: [])
        #expect(first?.rotation == 90 && first.map { abs($0.surface.size.height - 1999) < 0.01 } == true)
        let second = factory.make(device: device, identity: identity, udev: nil, taken: ["panel"])
        #expect(second?.surface.name == "panel-2" && second?.rotation == 0)
    }
}
