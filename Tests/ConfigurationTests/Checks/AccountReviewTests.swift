// Tests of warnings about users and groups that the system does not know.

import Testing

@testable import Configuration

@Suite struct AccountReviewTests {
    /// The warnings for a file.
    private func warnings(_ yaml: String, isKnown: (AccessRule.Subject) -> Bool) throws -> [ConfigurationError.Problem]
    {
        let text = try LayeredText([.init(name: "file", text: SourceText(yaml))])
        return ConfigurationReview(text, isKnown: isKnown) { subject in
            if case .user = subject { ["root", "kiosk"] } else { ["video", "kioks"] }
        }.warnings
    }

    @Test("An unknown user or group is reported at its name, except the group of the standard rules")
    func accounts() throws {
        let yaml = "access:\n- { user: kioks, allow: gestures }\n- { group: '44', allow: gestures }\n"
        let found = try warnings(yaml) { $0 != .user("kioks") }
        #expect(found.map(\.message) == ["this system knows no user called `kioks`, so the entry grants nothing"])
        #expect(found.map { [$0.line, $0.column] } == [[2, 11]] && found[0].hint == "did you mean `kiosk`?")
        #expect(try warnings("") { $0 == .activeSession } == [])
        let group = try warnings("access: [{ group: gestures, allow: [gestures, locations] }]") { _ in false }
        #expect(group.map(\.message) == ["this system knows no group called `gestures`, so the entry grants nothing"])
        #expect(group.map(\.hint) == ["add the group to the system, then: sudo systemctl reload gestured"])
    }
}
