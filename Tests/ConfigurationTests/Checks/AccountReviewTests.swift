// Tests of warnings about users and groups that the system does not know.

import Foundation
import Testing

@testable import Configuration

@Suite struct AccountReviewTests {
    /// The warnings for a file, each with its place.
    private func warnings(_ yaml: String, isKnown: (AccessRule.Subject) -> Bool) throws -> [String] {
        let text = try LayeredText([.init(name: "file", text: SourceText(yaml))])
        return ConfigurationReview(text, isKnown: isKnown).warnings.map { "\($0.line):\($0.column) \($0.message)" }
    }

    @Test("An unknown user or group is reported at its name, except the group of the standard rules")
    func accounts() throws {
        let yaml = "access:\n- { user: kiosk, allow: gestures }\n- { group: '44', allow: gestures }\n"
        #expect(
            try warnings(yaml) { $0 != .user("kiosk") }
                == ["2:11 this system knows no user called `kiosk`, so the entry grants nothing"])
        #expect(try warnings("") { $0 == .activeSession } == [])
        let group = "access: [{ group: gestures, allow: [gestures, locations] }]"
        #expect(
            try warnings(group) { _ in false }
                == ["1:19 this system knows no group called `gestures`, so the entry grants nothing"])
    }

    @Test("A name close to an existing one gets that as a suggestion, other names the advice to add them")
    func accountHints() throws {
        let yaml = "access: [{ user: kioks, allow: gestures }, { group: wheel, allow: gestures }]\n"
        let text = try LayeredText([.init(name: "file", text: SourceText(yaml))])
        let review = ConfigurationReview(text, isKnown: { _ in false }) { subject in
            if case .user = subject { ["root", "kiosk"] } else { ["video", "kioks"] }
        }
        #expect(
            review.warnings.map(\.hint) == [
                "did you mean `kiosk`?", "add the group to the system, then: sudo systemctl reload gestured",
            ])
    }
}
