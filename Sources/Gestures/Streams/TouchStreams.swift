// The streams of a surface's touches: to its regions, and to the applications under it.

internal import Touch

/// The touches of one surface on their way to those who receive them; at least one does.
final class TouchStreams {
    let regions: TouchStream?
    let applications: TouchStream?
    private let all: [TouchStream]

    /// Nil when nobody receives touches; streams that are there already go on.
    init?(
        _ known: TouchStreams?, regions: (any TouchStreamObserver)?, applications: (any TouchStreamObserver)?
    ) {
        self.regions = regions.map { _ in known?.regions ?? TouchStream(to: .regions) }
        self.applications = applications.map { _ in known?.applications ?? TouchStream(to: .applications) }
        self.regions?.observer = regions
        self.applications?.observer = applications
        all = [self.regions, self.applications].compactMap { $0 }
        if all.isEmpty { return nil }
    }

    /// The number of lifts that one of them withholds, between two events.
    var withheldLifts: Int { all.map(\.withheldLifts).max() ?? 0 }

    // What the functions of these names do in each stream.

    func receive(_ frame: TouchFrame, _ event: TouchEvent, _ engine: GestureEngine) {
        for stream in all { stream.receive(frame, event, engine) }
    }

    func release(_ engine: GestureEngine) { for stream in all { stream.release(engine) } }

    func withhold(_ touches: TouchSet, _ recognizer: GestureRecognizer) {
        for stream in all { stream.withhold(touches, recognizer) }
    }

    func forget(_ touch: Touch, _ recognizer: GestureRecognizer) {
        for stream in all { stream.forget(touch, recognizer) }
    }

    func claim(_ recognizer: GestureRecognizer, _ engine: GestureEngine) {
        for stream in all { stream.claim(recognizer, engine) }
    }
}
