// Tests of hints for foreign words; NearestNameTests tests which known name is the nearest.

import Testing

@testable import Configuration

@Suite struct SuggestionTests {
    @Test(
        "Words of UIKit and of other programs are translated, depending on the type",
        arguments: [
            (
                "type: tap, numberOfTouches: 2", "unknown key `numberOfTouches`",
                "did you mean `numberOfTouchesRequired`?"
            ),
            ("type: swipe, fingers: 3", "unknown key `fingers`", "did you mean `numberOfTouchesRequired`?"),
            (
                "type: pan, numberOfTouches: 2", "unknown key `numberOfTouches`",
                "did you mean `minimumNumberOfTouches` or `maximumNumberOfTouches`?"
            ),
            (
                "type: pan, numberOfTouchesRequired: 2",
                "`numberOfTouchesRequired` is a property of tap, longPress, swipe, not of pan",
                "did you mean `minimumNumberOfTouches` or `maximumNumberOfTouches`?"
            ),
            (
                "type: pinch, numberOfTouches: 2", "unknown key `numberOfTouches`",
                "recognizers of type pinch always take 2 fingers"
            ),
            (
                "type: stroke, templates: [], fingers: 1", "unknown key `fingers`",
                "recognizers of type stroke always take one finger"
            ),
            ("type: tap, numberOfTaps: 2", "unknown key `numberOfTaps`", "did you mean `numberOfTapsRequired`?"),
            (
                "type: tap, command: firefox", "unknown key `command`",
                "gestured starts no commands: `gesturectl run --on a -- COMMAND` does"
            ),
            (
                "command: firefox", "unknown key `command`",
                "gestured starts no commands: `gesturectl run --on NAME -- COMMAND` does"
            ),
            (
                "type: pan, numberOfTapsRequired: 2",
                "`numberOfTapsRequired` is a property of tap, longPress, not of pan",
                "recognizers of type pan count no taps"
            ),
            (
                "type: rotate, numberOfTouches: 2", "unknown key `numberOfTouches`",
                "recognizers of type rotation always take 2 fingers"
            ),
            ("type: rotate", "unknown type `rotate`", "did you mean `rotation`?"),
            ("type: UITapGestureRecognizer", "unknown type `UITapGestureRecognizer`", "did you mean `tap`?"),
            (
                "type: UIScreenEdgePanGestureRecognizer", "unknown type `UIScreenEdgePanGestureRecognizer`",
                "did you mean `screenEdgePan`?"
            ),
            (
                "type: LongPressGestureRecognizer", "unknown type `LongPressGestureRecognizer`",
                "did you mean `longPress`?"
            ),
        ])
    func foreign(entry: String, message: String, hint: String) throws {
        let error = #expect(throws: ConfigurationError.self) {
            try configuration("recognizers: [{ name: a, \(entry) }]")
        }
        #expect(error?.problems.contains { $0.message == message && $0.hint == hint } == true)
    }

    @Test("A command at the top level gets the hint for commands")
    func topLevelCommand() {
        let error = #expect(throws: ConfigurationError.self) { try configuration("command: firefox\n") }
        #expect(
            error?.problems.map(\.hint)
                == ["gestured starts no commands: `gesturectl run --on NAME -- COMMAND` does"])
    }
}
