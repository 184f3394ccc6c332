// Tests of suggested names.

import GestureWire
import Testing

@Suite struct NearestNameTests {
    private let names = ["tap", "longPress", "swipe", "pan", "pinch", "rotation"]

    @Test(
        "The nearest name is found, in any case",
        arguments: [
            ("tapp", "tap"), ("longpress", "longPress"), ("swip", "swipe"), ("Rotaton", "rotation"), ("pinhc", "pinch"),
        ])
    func near(written: String, name: String) {
        #expect(nearestName(to: written, among: names) == name)
    }

    @Test(
        "Without a near name nothing is suggested, and length costs nothing",
        arguments: ["", "zoom", "日本", String(repeating: "tap", count: 100_000)])
    func far(written: String) {
        #expect(nearestName(to: written, among: names) == nil)
        #expect(nearestName(to: written, among: []) == nil)
    }
}
