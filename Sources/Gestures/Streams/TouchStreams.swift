// The streams of a surface's touches: to its regions, and to the applications under it.

internal import Touch

/// The touches of one surface on their way to those who receive them; at least one does.
struct TouchStreams {
    private(set) var regions: TouchStream?
    private(set) var applications: TouchStream?

    /// Nil when nobody receives touches; streams that are there already go on.
    init?(_ known: TouchStreams?, hasRegions: Bool, hasApplications: Bool) {
        if !hasRegions, !hasApplications { return nil }
        if hasRegions { regions = known?.regions ?? TouchStream(to: .regions) }
        if hasApplications { applications = known?.applications ?? TouchStream(to: .applications) }
    }

    /// The number of lifts that one of them withholds, between two events.
    var withheldLifts: Int { max(regions?.withheldLifts ?? 0, applications?.withheldLifts ?? 0) }

    // What the functions of these names do in each stream.

    mutating func receive(_ frame: TouchFrame, _ recognizers: [GestureRecognizer], _ offers: Offers) {
        regions?.receive(frame, recognizers, offers)
        applications?.receive(frame, recognizers, offers)
    }

    mutating func release() {
        regions?.release()
        applications?.release()
    }

    mutating func withhold(_ touches: TouchSet, _ recognizer: GestureRecognizer) {
        regions?.withhold(touches, recognizer)
        applications?.withhold(touches, recognizer)
    }

    mutating func forget(_ touch: Touch, _ recognizer: GestureRecognizer) {
        regions?.forget(touch, recognizer)
        applications?.forget(touch, recognizer)
    }

    mutating func claim(_ recognizer: GestureRecognizer) {
        regions?.claim(recognizer)
        applications?.claim(recognizer)
    }

    mutating func takeRegionsBatch() -> [RegionTouch]? { regions?.takeBatch() }
    mutating func takeApplicationsBatch() -> [RegionTouch]? { applications?.takeBatch() }
}

extension GestureEngine {
    /// Passes on the touches that are released, those of regions first.
    func passOnTouches() {
        while let batch = streams?.takeRegionsBatch() {
            touchStreamObserver?.gestureEngine(self, didPassOn: batch, at: time)
        }
        while let batch = streams?.takeApplicationsBatch() {
            applicationObserver?.gestureEngine(self, didPassOn: batch, at: time)
        }
    }
}
