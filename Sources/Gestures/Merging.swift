// Is a finger that lands one that the panel had lost? Contacts that come near melt into one for a few frames.

internal import Touch

extension GestureRecognizer {
    /// Lets fingers that land take the places of those that the panel lost near by a moment ago.
    ///
    /// Panels see two contacts that come near as one for a few frames; then the lost one is there again as another
    /// touch. One that lifts in the frame in which another one lands has lifted. The recognizer has to keep lifted
    /// touches for as long; see `keepsLiftedTouches`.
    ///
    /// - Returns: The bits of the touches that took a place.
    @discardableResult
    final func replaceLostTouches(at time: Timestamp) -> UInt64 {
        guard involved.contains(where: \.isOver) else { return 0 }
        var replacements: UInt64 = 0
        for touch in involved where touch.phase == .began {
            guard let index = involved.firstIndex(where: { isLost($0, again: touch, at: time) }) else { continue }
            involved.remove(at: index)
            replacements |= touch.mask
        }
        return replacements
    }

    /// Whether a touch that is over may have been lost only, and be this new one.
    private final func isLost(_ touch: Touch, again newcomer: Touch, at time: Timestamp) -> Bool {
        touch.isOver && touch.timestamp < newcomer.startTime
            && time.seconds(since: touch.timestamp) <= thresholds.mergeInterval
            && (newcomer.location - touch.location).length <= thresholds.tapAllowableMovement
    }
}
