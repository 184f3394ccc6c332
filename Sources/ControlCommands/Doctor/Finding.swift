// The doctor's findings and its diagnosis, as text and JSON.

import Diagnosis
import GestureWire
import Touch

/// What doctor found out about a step; the properties are the members in JSON, in this order.
struct Finding: Equatable, Sendable, WireObject {
    /// Whether all is well.
    enum Verdict: String, Sendable, WireMember {
        case ok, problem, unknown

        func append(to writer: inout LineWriter) { writer.append(string: rawValue) }
    }

    /// The next command or action; nil when there is nothing to do.
    let advice: String?
    let step: String
    let verdict: Verdict
    let words: String

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

    /// One line of JSON.
    var json: String {
        struct Whole: WireObject {
            let findings: [Finding]
            let verdict: Finding.Verdict
        }
        let hasProblem = findings.contains { $0.verdict == .problem }
        var writer = LineWriter()
        writer.append(Whole(findings: findings, verdict: hasProblem ? .problem : .ok))
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
