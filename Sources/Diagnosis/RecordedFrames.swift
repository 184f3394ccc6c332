// Filter for the events of a live device that may be recorded.

import Touch

/// Drops the events that `RecordedCodes` excludes, and the reports of frames without other events.
///
/// Otherwise typing on a panel's keys would leave empty frames with its times in the text.
struct RecordedFrames {
    private var hasKept = false
    private var hasLeftOut = false

    /// Returns whether the device's next event is recorded.
    mutating func keeps(_ event: InputEvent) -> Bool {
        if event.isReport {
            defer { self = RecordedFrames() }
            // A device may send a report of nothing; that is kept.
            return hasKept || !hasLeftOut
        }
        let isKept = RecordedCodes.contains(type: event.type, code: event.code)
        if isKept { hasKept = true } else { hasLeftOut = true }
        return isKept
    }
}
