// Tests of the doctor's finding about pointing and typing.

import Testing

@testable import ControlCommands

struct DoctorHandsTests {
    @Test("Who has actions that nothing runs is told how to start them")
    func actions() {
        func findings(_ isRun: Bool?) -> [Finding] {
            DiagnosisTests.facts { $0.actions = ActionsFacts(path: "/a.yaml", isRun: isRun) }.actionsFindings
        }
        #expect(findings(false).map(\.words) == ["nothing runs /a.yaml"])
        #expect(findings(true).isEmpty && findings(nil).isEmpty)
    }

    @Test(
        "Who wants to point is told whether it works, and what to do; nobody else is told",
        arguments: [
            (HandsFacts.unused, []), (.serves, ["ok: gestured-hands points and types for"]),
            (.off, ["problem: your actions point or type by gestured-hands, which is not enabled"]),
            (.noUinput, ["problem: there is no /dev/uinput"]),
            (.refuses("the session at the screen is locked"), ["problem: gestured-hands does not serve"]),
        ] as [(HandsFacts, [String])])
    func findings(hands: HandsFacts, expected: [String]) {
        let facts = DiagnosisTests.facts { $0.hands = hands }
        let found = facts.diagnosis.findings.filter { $0.step == "hands" }
        #expect(found.count == expected.count)
        for (finding, words) in zip(found, expected) {
            #expect("\(finding.verdict.rawValue): \(finding.words)".hasPrefix(words))
            #expect((finding.advice == nil) == (finding.verdict == .ok))
        }
        #expect(facts.diagnosis.status == (expected.first?.hasPrefix("problem") ?? false ? 1 : 0))
    }
}
