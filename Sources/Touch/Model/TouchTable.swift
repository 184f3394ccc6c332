// The touches that are down on a surface, and their changes since the last frame.

/// The live touches of one surface.
///
/// Changes are collected and then delivered as one frame.
///
/// This is also the way to feed an engine without a Linux device: `begin`, `move`, `end`, then `deliver`.
public final class TouchTable {
    /// The number of touches that can be down at once: one bit each in a `TouchSet`.
    public static let capacity = 64

    private let serialNumbers: TouchSerialNumbers

    // Read and written for every touch of every frame, on one queue: no run-time exclusivity check, as in `Touch`.
    @exclusivity(unchecked) @usableFromInline var touches: [Touch?] = Array(repeating: nil, count: TouchTable.capacity)
    private var live: UInt64 = 0
    private var began: UInt64 = 0
    private var moved: UInt64 = 0
    private var ended: UInt64 = 0
    private var cancelled: UInt64 = 0
    private var contactChanged: UInt64 = 0
    /// Whether frames contain touches whose size or pressure alone has changed; see `TouchFrame.contactChanged`.
    ///
    /// The pressure of a finger that does not move changes constantly: set it only while
    /// `GestureEngine.asksForContactChanges`.
    public var deliversContactChanges: Bool {
        get { mayDeliverContactChanges }
        set { mayDeliverContactChanges = newValue }
    }
    // Other modules ignore the attribute.
    private var mayDeliverContactChanges = false
    /// The earlier values of touches that moved again before the frame was delivered.
    @exclusivity(unchecked) private var earlier: [(index: Int, present: Touch.Present)] = []
    private var lastTime = Timestamp(microseconds: .min)

    /// An empty table whose touches take their ids from `serialNumbers`.
    public init(serialNumbers: TouchSerialNumbers = TouchSerialNumbers()) {
        self.serialNumbers = serialNumbers
    }

    @inlinable subscript(index: Int) -> Touch? { touches[index] }

    /// Every touch that is down, or went since the last frame.
    public var all: TouchSet { TouchSet(table: self, mask: live) }

    /// No touch.
    public var none: TouchSet { TouchSet(table: self, mask: 0) }

    /// A finger came down.
    ///
    /// Nil when `capacity` touches are down already; such a finger is not seen.
    @discardableResult
    public func begin(at location: Point, time: Timestamp) -> Touch? {
        let index = (~live).trailingZeroBitCount
        guard index < Self.capacity else { return nil }
        let touch = Touch(id: serialNumbers.next(), index: index, location: location, time: max(time, lastTime))
        touches[index] = touch
        live |= touch.mask
        began |= touch.mask
        return touch
    }

    /// A finger is now at `location`.
    ///
    /// Nothing happens when it was there already, or when the touch is over.
    public func move(_ touch: Touch, to location: Point, time: Timestamp) {
        guard isOpen(touch), touch.location != location else { return }
        if (began | moved) & touch.mask != 0 { remember(touch) }
        touch.location = location
        touch.timestamp = max(time, lastTime)
        guard began & touch.mask == 0 else {
            touch.previousLocation = location
            return
        }
        touch.phase = .moved
        moved |= touch.mask
    }

    /// Keeps a sample that a newer one of the same frame replaces; the first thousand of a frame.
    private func remember(_ touch: Touch) {
        if earlier.count < Self.maximumEarlierSamples { earlier.append((touch.index, touch.present)) }
    }

    /// The samples of a touch before its newest, since the last frame.
    func earlierSamples(of touch: Touch) -> [Touch] {
        var place: Point?
        return earlier.filter { $0.index == touch.index && touches[touch.index] === touch }.map {
            var present = $0.present
            // Each was seen after the one before it.
            present.previousLocation = place ?? present.previousLocation
            place = present.location
            return Touch(copying: touch, present: present)
        }
    }

    private static let maximumEarlierSamples = 1024

    /// A finger's contact has this size and pressure; neither counts as a movement.
    public func setContact(of touch: Touch, majorRadius: Double, force: Double) {
        if mayDeliverContactChanges, isOpen(touch), touch.majorRadius != majorRadius || touch.force != force {
            contactChanged |= touch.mask
        }
        touch.majorRadius = majorRadius
        touch.force = force
    }

    /// A finger lifted, at the place where it was last.
    public func end(_ touch: Touch, time: Timestamp) {
        close(touch, phase: .ended, time: time)
    }

    /// A touch is over without a lift.
    public func cancel(_ touch: Touch, time: Timestamp) {
        close(touch, phase: .cancelled, time: time)
    }

    private func isOpen(_ touch: Touch) -> Bool {
        touches[touch.index] === touch && (ended | cancelled) & touch.mask == 0
    }

    private func close(_ touch: Touch, phase: TouchPhase, time: Timestamp) {
        guard isOpen(touch) else { return }
        touch.phase = phase
        touch.timestamp = max(time, lastTime)
        moved &= ~touch.mask
        // A finger that comes and goes in one frame is delivered as two frames of the same time, see `deliver`.
        if phase == .ended { ended |= touch.mask } else { cancelled |= touch.mask }
    }

    /// Hands what was collected to `receive` as a frame, if it is anything, and starts the next one.
    ///
    /// A touch that both began and went since the last frame makes two frames with the same time, so that a
    /// recognizer always sees one phase at a time.
    public func deliver(at time: Timestamp, to receive: (TouchFrame) -> Void) {
        let now = max(time, lastTime)
        lastTime = now
        let brief = began & (ended | cancelled)
        if brief != 0 {
            let (endedBriefly, cancelledBriefly) = (ended & brief, cancelled & brief)
            ended &= ~brief
            cancelled &= ~brief
            setPhase(.began, of: brief)
            emit(at: now, to: receive)
            setPhase(.ended, of: endedBriefly)
            setPhase(.cancelled, of: cancelledBriefly)
            ended = endedBriefly
            cancelled = cancelledBriefly
        }
        emit(at: now, to: receive)
    }

    private func emit(at now: Timestamp, to receive: (TouchFrame) -> Void) {
        contactChanged &= ~(began | moved | ended | cancelled)
        let changed = began | moved | ended | cancelled | contactChanged
        guard changed != 0 else { return }
        receive(
            TouchFrame(
                time: now, table: self, allMask: live, beganMask: began, movedMask: moved, endedMask: ended,
                cancelledMask: cancelled, contactChangedMask: contactChanged, changedMask: changed))
        let gone = ended | cancelled
        for touch in set(live & ~gone) {
            touch.phase = .stationary
            touch.previousLocation = touch.location
        }
        for touch in set(gone) { touches[touch.index] = nil }
        live &= ~gone
        (began, moved, ended, cancelled, contactChanged) = (0, 0, 0, 0, 0)
        if !earlier.isEmpty { earlier.removeAll(keepingCapacity: true) }
    }

    private func set(_ mask: UInt64) -> TouchSet { TouchSet(table: self, mask: mask) }

    private func setPhase(_ phase: TouchPhase, of mask: UInt64) {
        for touch in set(mask) { touch.phase = phase }
    }
}
