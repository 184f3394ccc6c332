// Filter for the events of a live device that may be recorded.

internal import Touch

/// Sorts out what `RecordedCodes` excludes, and with it the reports of frames that held nothing else.
///
/// What somebody types on a panel's keys would else stay in the text as reports of nothing, with the times of it.
struct RecordedFrames {
    private var hasKept = false
    private var hasLeftOut = false

    /// Whether the device's next event is to be recorded.
    mutating func keeps(_ event: InputEvent) -> Bool {
        if event.type == EventType.synchronization, event.code == SynchronizationCode.report {
            defer { self = RecordedFrames() }
            // A device may send a report of nothing; that is kept.
            return hasKept || !hasLeftOut
        }
        let isKept = RecordedCodes.contains(type: event.type, code: event.code)
        if isKept { hasKept = true } else { hasLeftOut = true }
        return isKept
    }
}
