// The doctor's findings and its diagnosis, as text and JSON.

import Touch
import FoundationEssentials
import ServiceManager

/// One line of the doctor.
struct Finding: Equatable, Sendable, Encodable {
    /// Whether all is well.
    enum Verdict: String, Sendable, Encodable {
        case ok, problem, unknown
    }

    let step: String
    let verdict: Verdict
    /// The finding, in words.
    let words: String
    /// The next command or action; nil when there is nothing to do.
    let advice: String?

    init(_ step: String, _ verdict: Verdict, _ words: String, advice: String? = nil) {
        (self.step, self.verdict, self.words, self.advice) = (step, verdict, words, advice)
    }

    /// The lines for people: the steps in a column, advice below.
    func lines(width: Int) -> [String] {
        let mark = verdict.rawValue + String(repeating: " ", count: 9 - verdict.rawValue.count)
        let name = step + String(repeating: " ", count: max(0, width - step.count) + 2)
        let first = "\(mark)\(name)\(words)".printable
        guard let advice else { return [first] }
        return [first, String(repeating: " ", count: 9) + "→ \(advice)".printable]
    }
}

/// All that the doctor says.
struct Diagnosis: Equatable, Sendable {
    var findings: [Finding] = []
    /// With which status the program ends.
    var status: Int32 = 0

    /// As one line of JSON.
    func json() throws -> String {
        struct Whole: Encodable {
            let verdict: Finding.Verdict
            let findings: [Finding]
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let hasProblem = findings.contains { $0.verdict == .problem }
        let whole = Whole(verdict: hasProblem ? .problem : .ok, findings: findings)
        return String(decoding: try encoder.encode(whole), as: UTF8.self)
    }
}
