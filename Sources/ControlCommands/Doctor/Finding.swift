// The doctor's findings and its diagnosis, as text and JSON.

import Diagnosis
import FoundationEssentials
import Touch

struct Finding: Equatable, Sendable, Encodable {
    /// Whether all is well.
    enum Verdict: String, Sendable, Encodable {
        case ok, problem, unknown
    }

    let step: String
    let verdict: Verdict
    let words: String
    /// The next command or action; nil when there is nothing to do.
    let advice: String?

    init(_ step: String, _ verdict: Verdict, _ words: String, advice: String? = nil) {
        (self.step, self.verdict, self.words, self.advice) = (step, verdict, words, advice)
    }

    /// The lines for people: the steps in a column, advice below.
    func lines(width: Int) -> [String] {
        let first = "\(verdict.rawValue.padded(9))\(step.padded(width))  \(words)".printable
        guard let advice else { return [first] }
        return [first, String(repeating: " ", count: 9) + "→ \(advice)".printable]
    }
}

struct Diagnosis: Equatable, Sendable {
    var findings: [Finding] = []
    /// With which status the program ends.
    var status: Int32 = 0

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
