// Tests of the summary that `gesturectl monitor` prints first.

import GestureWire
import Testing

@testable import ControlCommands

@Suite struct MonitorTests {
    private let panel = SurfaceDescription(
        name: "panel", device: "/dev/input/event4", unit: .pixels, width: 1920, height: 1080)

    @Test("Surfaces are printed with their size, recognizers with their region unless it is the whole surface")
    func summary() {
        let snapshot = Snapshot(
            subscription: 1, surfaces: [panel],
            recognizers: [
                RecognizerDescription(name: "tap", type: "tap", region: "root", enabled: true),
                RecognizerDescription(name: "volume", type: "pan", region: "right-edge", enabled: true),
            ], gestures: [])
        #expect(
            Monitor.summary(of: snapshot, server: "gestured 0.1.0")
                == "gestured 0.1.0; surfaces: panel (1920 x 1080 px); recognizers: tap, volume (in right-edge)")
    }

    @Test("Empty lists are printed as such")
    func empty() {
        let nothing = Snapshot(subscription: 1, surfaces: [], recognizers: [], gestures: [])
        #expect(Monitor.summary(of: nothing, server: "g") == "g; surfaces: none; recognizers: none")
    }
}
