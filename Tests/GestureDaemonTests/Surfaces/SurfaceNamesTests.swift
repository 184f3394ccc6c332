// Tests of the names of two panels of the same kind.

import GestureWire
import Configuration
import Testing

@testable import GestureDaemon

@Suite struct SurfaceNamesTests {
    /// Panels of one name that are added and removed as the daemon sees them.
    private struct Panels {
        var names = SurfaceNames()
        var inUse: [String: String] = [:]

        mutating func plug(_ place: String, _ base: String = "elan") -> String {
            let identity = DeviceIdentity(name: base, path: place)
            let taken = names.taken(for: identity, inUse: Set(inUse.values))
            var (name, number) = (base, 2)
            while taken.contains(name) { (name, number) = ("\(base)-\(number)", number + 1) }
            names.remember(name, for: identity)
            inUse[place + base] = name
            return name
        }

        mutating func unplug(_ place: String, _ base: String = "elan") { inUse[place + base] = nil }
    }

    @Test("23. Two panels of a kind that were removed together get their names again, in any order")
    func both() {
        var panels = Panels()
        #expect([panels.plug("a"), panels.plug("b"), panels.plug("c")] == ["elan", "elan-2", "elan-3"])
        for order in [["c", "a", "b"], ["b", "c", "a"], ["a", "b", "c"]] {
            for place in order { panels.unplug(place) }
            for place in order { #expect(panels.plug(place) == ["a": "elan", "b": "elan-2", "c": "elan-3"][place]) }
        }
    }

    @Test("23. A panel that is plugged in elsewhere keeps the plain name if no other has it")
    func moved() {
        var panels = Panels()
        _ = panels.plug("a")
        panels.unplug("a")
        #expect(panels.plug("b") == "elan")
        // The panel that had it gets another.
        #expect(panels.plug("a") == "elan-2")
    }

    @Test("24. Nodes at one place have names of their own, independent of others")
    func twins() {
        var panels = Panels()
        let one = DeviceIdentity(name: "wacom", path: "a")
        #expect(panels.names.taken(for: one, inUse: []) == [])
        panels.names.remember("wacom", for: one)
        panels.names.remember("wacom-2", for: one)
        #expect(panels.names.taken(for: one, inUse: ["wacom"]) == ["wacom"])
        #expect(panels.names.taken(for: DeviceIdentity(name: "wacom", path: "b"), inUse: []) == [])
    }

    @Test("Unknown places are not remembered, and only a plausible number of places is")
    func bounded() {
        var panels = Panels()
        panels.names.remember("x", for: DeviceIdentity(name: "x"))
        #expect(panels.names.taken(for: DeviceIdentity(name: "x"), inUse: []) == [])
        for index in 0..<1000 { panels.names.remember("n\(index)", for: DeviceIdentity(name: "", path: "\(index)")) }
        #expect(
            panels.names.taken(for: DeviceIdentity(name: "", path: "999"), inUse: []).count == SurfaceNames.capacity - 1
        )
    }
}
