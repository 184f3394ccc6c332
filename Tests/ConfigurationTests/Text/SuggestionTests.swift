// Tests of hints for foreign words; NearestNameTests tests which known name is the nearest.

import Testing

@testable import Configuration

@Suite struct SuggestionTests {
    @Test(
        "Words of UIKit and of other programs are translated, depending on the type",
        arguments: rows(
            """
            type: tap, numberOfTouches: 2 → unknown key `numberOfTouches` (did you mean `numberOfTouchesRequired`?)
            type: swipe, fingers: 3 → unknown key `fingers` (did you mean `numberOfTouchesRequired`?)
            type: pan, numberOfTouches: 2 → unknown key `numberOfTouches` (did you mean `minimumNumberOfTouches` or \
            `maximumNumberOfTouches`?)
            type: pan, numberOfTouchesRequired: 2 → `numberOfTouchesRequired` is a property of tap, longPress, swipe, \
            not \
            of pan (did you mean `minimumNumberOfTouches` or `maximumNumberOfTouches`?)
            type: pinch, numberOfTouches: 2 → unknown key `numberOfTouches` (recognizers of type pinch always take 2 \
            fingers)
            type: checkmark, fingers: 1 → unknown key `fingers` (recognizers of type checkmark always take one finger)
            type: tap, numberOfTaps: 2 → unknown key `numberOfTaps` (did you mean `numberOfTapsRequired`?)
            type: tap, command: firefox → unknown key `command` (gestured starts no commands: `gesturectl run --on a \
            -- \
            COMMAND` does)
            type: pan, numberOfTapsRequired: 2 → `numberOfTapsRequired` is a property of tap, longPress, not of pan \
            (recognizers of type pan count no taps)
            type: rotate, numberOfTouches: 2 → unknown type `rotate` (did you mean `rotation`?) | unknown key \
            `numberOfTouches` (recognizers of type rotation always take 2 fingers)
            type: UITapGestureRecognizer → unknown type `UITapGestureRecognizer` (did you mean `tap`?)
            type: UIScreenEdgePanGestureRecognizer → unknown type `UIScreenEdgePanGestureRecognizer` (did you mean \
            `screenEdgePan`?)
            type: LongPressGestureRecognizer → unknown type `LongPressGestureRecognizer` (did you mean `longPress`?)
            """))
    func foreign(row: Row) { row.expect(refusal(ofRecognizer: row.text)) }

    @Test(
        "Keys that belong elsewhere have the advice where",
        arguments: rows(
            """
            command: firefox → unknown key `command` (gestured starts no commands: `gesturectl run --on NAME -- \
            COMMAND` \
            does)
            watch: true → unknown key `watch` (remove it; with `systemctl enable --now gestured-watch.path` gestured \
            reads \
            changed files)
            """))
    func topLevel(row: Row) { row.expect(refusal(row.text)) }
}
