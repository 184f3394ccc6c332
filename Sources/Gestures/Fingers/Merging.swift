// Recovery of touches that a panel lost for a few frames because it merged two contacts that were close.

import Touch

extension GestureRecognizer {
    /// Replaces touches that the panel lost a moment ago by fingers that land near them.
    ///
    /// Panels see two contacts that come near as one for a few frames; then the lost one is there again as another
    /// touch. One that lifts in the frame in which another one lands has lifted. The recognizer has to keep lifted
    /// touches for as long; see `keepsLiftedTouches`.
    ///
    /// - Parameters:
    ///   - known: The bits of touches that took a place in this event already.
    ///   - distance: How far a finger may have moved while it was lost; `tapAllowableMovement` when it is nil.
    ///   - note: Called for each that took a place.
    /// - Returns: The bits of the touches that took a place.
    @discardableResult
    final func replaceLostTouches(
        at time: Timestamp, except known: UInt64 = 0, within distance: Double? = nil,
        note: (_ lost: Touch, _ found: Touch) -> Void = { _, _ in }
    ) -> UInt64 {
        guard involved.contains(where: \.isOver) else { return 0 }
        var replacements: UInt64 = 0
        for touch in involved where touch.phase == .began && touch.mask & known == 0 {
            var nearest: (index: Int, distance: Double)?
            for (index, lost) in involved.enumerated() where isLost(lost, again: touch, at: time) {
                let way = (touch.location - lost.location).length
                if way <= min(distance ?? thresholds.tapAllowableMovement, nearest?.distance ?? .infinity) {
                    nearest = (index, way)
                }
            }
            guard let nearest else { continue }
            note(involved.remove(at: nearest.index), touch)
            replacements |= touch.mask
        }
        return replacements
    }

    /// Whether a touch that is over may have been lost only, and be this new one if that is near enough.
    private final func isLost(_ touch: Touch, again newcomer: Touch, at time: Timestamp) -> Bool {
        touch.isOver && touch.timestamp < newcomer.startTime
            && time.seconds(since: touch.timestamp) <= thresholds.mergeInterval
    }

    /// Whether fingers that land are so near to one of its own that the panel may have parted them only now.
    final func mayBeParted(by touches: TouchSet) -> Bool {
        touches.contains { landed in
            involved.contains { !$0.isOver && ($0.location - landed.location).length <= thresholds.mergeDistance }
        }
    }

    /// Whether fingers that lift were so near to one that stays that the panel may have merged them.
    final func mayBeMerged(_ touches: TouchSet) -> Bool {
        touches.allSatisfy { lifted in
            involved.contains { !$0.isOver && ($0.location - lifted.location).length <= thresholds.mergeDistance }
        }
    }
}
