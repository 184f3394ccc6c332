// Does a hint name the nearest key, or all keys?

import Testing

@testable import Configuration

@Suite struct SuggestionTests {
    private let names = ["tap", "longPress", "swipe", "pan", "pinch", "rotation"]

    @Test(
        "The nearest name is found, whatever its case",
        arguments: [
            ("tapp", "tap"), ("longpress", "longPress"), ("swip", "swipe"), ("Rotaton", "rotation"), ("pinhc", "pinch"),
        ])
    func near(written: String, name: String) {
        #expect(suggestion(for: written, among: names) == "did you mean `\(name)`?")
    }

    @Test("Where nothing is near, all are listed", arguments: ["", "zoom", "日本", String(repeating: "tap", count: 100)])
    func far(written: String) {
        #expect(
            suggestion(for: written, among: names)
                == "allowed here: `tap`, `longPress`, `swipe`, `pan`, `pinch`, `rotation`")
    }
}
