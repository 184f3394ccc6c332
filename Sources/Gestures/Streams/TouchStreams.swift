// The streams of a surface's touches: to its regions, and to the applications under it.

import Touch

/// The touches of one surface on their way to those who receive them; at least one does.
struct TouchStreams {
    var regions: TouchStream?
    var applications: TouchStream?

    /// Nil when nobody receives touches; streams that are there already go on.
    init?(_ known: TouchStreams?, hasRegions: Bool, hasApplications: Bool) {
        if !hasRegions, !hasApplications { return nil }
        if hasRegions { regions = known?.regions ?? TouchStream(to: .regions) }
        if hasApplications { applications = known?.applications ?? TouchStream(to: .applications) }
    }

    /// The number of lifts that one of them withholds, between two events.
    var withheldLifts: Int { max(regions?.withheldLifts ?? 0, applications?.withheldLifts ?? 0) }

    /// Changes each stream that there is.
    mutating func forEach(_ change: (inout TouchStream) -> Void) {
        regions?.mutate(change)
        applications?.mutate(change)
    }
}

extension GestureEngine {
    /// Passes on the touches that are released, those of regions first.
    func passOnTouches() {
        while let batch = streams?.regions?.takeBatch() {
            touchStreamObserver?.gestureEngine(self, didPassOn: batch, at: time)
        }
        while let batch = streams?.applications?.takeBatch() {
            applicationObserver?.gestureEngine(self, didPassOn: batch, at: time)
        }
    }
}

extension TouchStream {
    fileprivate mutating func mutate(_ change: (inout TouchStream) -> Void) { change(&self) }
}
