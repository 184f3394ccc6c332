// May a further finger still land, and make another gesture of this one?

internal import Touch

extension GestureRecognizer {
    /// Whether the gesture should not begin yet, because a finger that may still land would make it another one.
    ///
    /// Fingers of one hand land, and start to move, within `Thresholds.landingInterval`. So long, a gesture lets those
    /// go first that want more fingers than it can take: when one finger moves before the others, it is alone what a
    /// one-finger pan wants, and its distance to another what a pinch wants. If it is so, `deadline` is set to the end of
    /// that time, and the recognizer, still possible, should ask again then, or begin at once when its fingers lift
    /// before.
    public final func awaitsFingers() -> Bool {
        guard isLanding, let first = involved.first?.startTime, let rival = rivalOfMoreFingers else { return false }
        let end = first.adding(seconds: thresholds.landingInterval)
        if deadline != end { engine?.report(self, .awaitsFingers(rival)) }
        deadline = end
        wantedSince = wantedSince ?? eventTime
        return true
    }

    /// Whether fingers are landing, and another recognizer of the same touches wants more than this one can take.
    ///
    /// What fingers do until the last has landed is then nobody's gesture: all count from there.
    final var isLandingForMoreFingers: Bool { isLanding && rivalOfMoreFingers != nil }

    /// Whether the fingers of this attempt may still be landing.
    private final var isLanding: Bool {
        guard let first = involved.first?.startTime else { return false }
        return eventTime < first.adding(seconds: thresholds.landingInterval)
    }

    /// Whether it has failed in this event: who sees the event before it must judge as who sees it after.
    private final var hasJustFailed: Bool { currentState == .failed && notices.contains(.final) }

    /// Whether it has ignored one of these touches in this event; likewise.
    private final func hasJustIgnored(_ touches: UInt64) -> Bool {
        ignored.number == engine?.eventNumber && ignored.mask & touches != 0
    }

    /// Whether it awaits fingers, and nobody is left who wants them.
    final var awaitsNobody: Bool { isAwaitingFingers && rivalOfMoreFingers == nil }

    /// Whether it awaits fingers that `other` wants.
    final func awaitsFingers(of other: GestureRecognizer) -> Bool {
        guard isAwaitingFingers, let engine else { return false }
        return isRival(other, ofMoreThan: numberOfTouchesAccepted.upperBound, engine)
    }

    final var isAwaitingFingers: Bool {
        wantedSince != nil && deadline != nil && currentState == .possible && isLanding
    }

    /// A recognizer that would be prevented by this one, and wants more fingers than this one can take.
    private final var rivalOfMoreFingers: GestureRecognizer? {
        let most = numberOfTouchesAccepted.upperBound
        guard most < Int.max, let engine else { return nil }
        return engine.recognizers.first { isRival($0, ofMoreThan: most, engine) }
    }

    private final func isRival(
        _ other: GestureRecognizer, ofMoreThan most: Int, _ engine: GestureEngine
    ) -> Bool {
        other.numberOfTouchesAccepted.lowerBound > most
            && (other.isUndecided || !engine.isResolving && other.hasJustFailed)
            && (Arbitration.shareTouches(self, other) || !engine.isResolving && other.hasJustIgnored(trackedMask))
            && Arbitration.excludes(self, other)
    }
}
