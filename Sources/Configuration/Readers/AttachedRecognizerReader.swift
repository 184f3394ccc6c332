// Reader of the keys that only attached recognizers have: `ask`, `askTimeout`.

import GestureWire
import Gestures

struct AttachedRecognizerReader {
    static let keys = ["ask", "askTimeout"]
    /// The longest time, in seconds, that a client may take to answer.
    static let longestTimeout = 1.0
    private static let questions: [(name: String, option: GestureQuestions)] = QuestionKind.allCases.map {
        switch $0 {
        case .begin: ($0.rawValue, .begin)
        case .receive: ($0.rawValue, .receive)
        case .simultaneous: ($0.rawValue, .simultaneous)
        case .requireFailure: ($0.rawValue, .requireFailure)
        case .beRequiredToFail: ($0.rawValue, .beRequiredToFail)
        }
    }

    private let diagnostics: Diagnostics

    init(_ diagnostics: Diagnostics) { self.diagnostics = diagnostics }

    /// Returns what the mapping has of it; what is wrong is reported.
    func read(_ mapping: MappingReader) -> QuestionRule {
        var rule = QuestionRule()
        if let element = mapping["ask"] { rule.asks = questions(element) ?? [] }
        guard let element = mapping["askTimeout"] else { return rule }
        if let timeout = timeout(element) { rule.timeout = timeout }
        if mapping["ask"] == nil {
            diagnostics.report(
                "`askTimeout` has no effect without `ask`", at: element.place, hint: #"add "ask": ["begin"]"#)
        }
        return rule
    }

    private func questions(_ element: Element) -> GestureQuestions? {
        let expectation = "`ask` must be a list of begin, receive, simultaneous, requireFailure, beRequiredToFail"
        if case .scalar = element.content {
            diagnostics.report("\(expectation), not \(element.shown)", at: element.place)
            return nil
        }
        var seen: Set<String> = []
        for element in element.oneOrMore {
            guard let text = element.text, !seen.insert(text).inserted else { continue }
            diagnostics.report("\(quoted(text)) is in the list twice", at: element.place)
        }
        return element.options(Self.questions, expectation, diagnostics)
    }

    private func timeout(_ element: Element) -> Double? {
        if element.isRefused { return nil }
        if let seconds = element.text.flatMap({ Quantity($0)?.seconds }), seconds > 0,
            seconds <= Self.longestTimeout
        {
            return seconds
        }
        diagnostics.report(
            "`askTimeout` must be a time of more than 0 and at most 1 second, such as 0.05 or 50ms, not "
                + element.shown, at: element.place)
        return nil
    }
}
