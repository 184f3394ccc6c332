// Is a finger that lands one that the panel had lost? Contacts that come near melt into one for a few frames.

internal import Touch

extension GestureRecognizer {
    /// Lets fingers that land take the places of those that the panel lost a moment ago near by, while another one of
    /// the gesture stayed.
    ///
    /// Panels see two contacts that come near as one for a few frames; then the lost one is there again as another
    /// touch. The recognizer has to keep lifted touches for as long; see `keepsLiftedTouches`.
    ///
    /// - Returns: The bits of the touches that took a place.
    @discardableResult
    final func replaceLostTouches(at time: Timestamp) -> UInt64 {
        guard involved.contains(where: \.isOver), involved.contains(where: { $0.phase != .began && !$0.isOver }) else {
            return 0
        }
        var replacements: UInt64 = 0
        for touch in involved where touch.phase == .began {
            guard let index = involved.firstIndex(where: { isLost($0, again: touch, at: time) }) else { continue }
            let bit = involved.remove(at: index).mask
            // A place in the table is used again: by then it is the place of another touch.
            if !involved.contains(where: { $0.mask == bit }) { trackedMask &= ~bit }
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
