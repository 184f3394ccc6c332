// Check that a frame is valid, given the frames before it.

public import Touch

/// Checks each frame against what was delivered before.
public struct FrameAudit {
    private var open: [Int: (touch: ObjectIdentifier, location: Point)] = [:]
    private var highestID = 0
    private var time = Timestamp(microseconds: .min)
    /// The violations, each with the number of its frame.
    public private(set) var faults: [String] = []
    /// The number of frames.
    public private(set) var frames = 0
    /// The number of touches that began.
    public private(set) var touches = 0
    /// The number of cancelled touches.
    public private(set) var cancelled = 0

    /// An audit of a stream that has had no frames.
    public init() {}

    /// The number of touches that are down.
    public var openCount: Int { open.count }

    /// Looks at the next frame.
    public mutating func take(_ frame: TouchFrame) {
        frames += 1
        touches += frame.began.count
        cancelled += frame.cancelled.count
        require(frame.time >= time, "time went backward")
        time = frame.time
        let (began, moved, ended, cancelled) = (frame.began, frame.moved, frame.ended, frame.cancelled)
        let changed = frame.contactChanged
        require(began.count + moved.count + ended.count + cancelled.count + changed.count > 0, "an empty frame")
        require(changed.isDisjoint(with: began.union(moved).union(ended).union(cancelled)), "a change is told twice")
        require(
            began.union(moved).union(ended).union(cancelled).count
                == began.count + moved.count + ended.count + cancelled.count, "a touch has two phases")
        for touch in began.sorted(by: { $0.id < $1.id }) {
            require(touch.id > highestID, "an id was used again")
            highestID = max(highestID, touch.id)
            require(open.updateValue((ObjectIdentifier(touch), touch.location), forKey: touch.id) == nil, "began twice")
            require(touch.previousLocation == touch.location, "came from somewhere")
        }
        require(Set(frame.all.map(\.id)) == Set(open.keys), "all is not what is open")
        for touch in frame.all { check(touch, in: frame) }
        for touch in ended.union(cancelled) { open[touch.id] = nil }
    }

    private mutating func check(_ touch: Touch, in frame: TouchFrame) {
        let known = open[touch.id]
        require(known?.touch == ObjectIdentifier(touch), "another object")
        require(known.map { touch.previousLocation == $0.location } ?? false, "a wrong previous location")
        open[touch.id]?.location = touch.location
        require(touch.timestamp <= frame.time && touch.startTime <= touch.timestamp, "a wrong time")
        require(touch.location.x.isFinite && touch.location.y.isFinite, "is nowhere")
        require((0...1).contains(touch.force), "a force of \(touch.force)")
        let phase: TouchPhase =
            frame.began.contains(touch)
            ? .began
            : frame.moved.contains(touch)
                ? .moved
                : frame.ended.contains(touch) ? .ended : frame.cancelled.contains(touch) ? .cancelled : .stationary
        require(touch.phase == phase, "is \(touch.phase), not \(phase)")
        require(phase != .stationary || touch.location == touch.previousLocation, "moved at rest")
        require(phase != .moved || touch.location != touch.previousLocation, "rested in movement")
    }

    private mutating func require(_ holds: Bool, _ fault: String) {
        if !holds { faults.append("frame \(frames): \(fault)") }
    }
}
