// Tap: fingers that land, hardly move and lift soon, once or several times.

public import Touch

/// A discrete recognizer of one or several taps of one or several fingers, as UIKit's `UITapGestureRecognizer`.
///
/// It recognizes when the last required finger of the last required tap lifts. `location(in:)` is then the centroid of
/// that tap's fingers and `numberOfTouches` their number, although they have lifted.
open class TapGestureRecognizer: GestureRecognizer {
    /// The number of taps that make the gesture; at least 1.
    public final var numberOfTapsRequired = 1
    /// The number of fingers that make a tap; at least 1.
    public final var numberOfTouchesRequired: Int {
        get { tracker.fingers }
        set { tracker.fingers = newValue }
    }
    /// The time, in seconds, within which one tap must be over, from the first finger down to the last up.
    public final var maximumTapDuration: Double {
        get { tracker.maximumDuration }
        set { tracker.maximumDuration = newValue }
    }
    /// The time, in seconds, within which the next tap must begin, from the end of the one before.
    public final var maximumIntervalBetweenSuccessiveTaps: Double {
        get { tracker.maximumInterval }
        set { tracker.maximumInterval = newValue }
    }
    /// The distance, in points, that the fingers may be from the centroid of the first tap.
    public final var allowableMovement: Double {
        get { tracker.allowableMovement }
        set { tracker.allowableMovement = newValue }
    }

    @exclusivity(unchecked) private final var tracker: TapTracker

    /// A tap of one finger.
    override public init(name: String = "", thresholds: Thresholds = .standard) {
        tracker = TapTracker(thresholds: thresholds)
        super.init(name: name, thresholds: thresholds)
    }

    override open var typeName: String { "tap" }

    override final var endsWithLostTouch: Bool { true }

    override final var keepsLiftedTouches: Bool { ownState != .failed }

    override final var hasAllFingers: Bool { tracker.isDown }

    override final var countedTaps: Int { numberOfTapsRequired }

    override open var measurement: GestureMeasurement { .tap(taps: numberOfTapsRequired) }

    override open var numberOfTouchesAccepted: ClosedRange<Int> { numberOfTouchesRequired...numberOfTouchesRequired }

    /// A tap never prevents another tap recognizer that waits for more taps.
    override open func canPrevent(_ other: GestureRecognizer) -> Bool {
        guard let tap = other as? TapGestureRecognizer else { return true }
        return tap.numberOfTapsRequired <= numberOfTapsRequired
    }

    /// Counts the fingers; too many fail.
    override open func touchesBegan(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesBegan(touches, with: event)
        if case .failed(let reason) = tracker.began(self, at: event.timestamp) { fail(because: reason) }
    }

    /// Fails when a finger strays.
    override open func touchesMoved(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesMoved(touches, with: event)
        if case .failed(let reason) = tracker.moved(self) { fail(because: reason) }
    }

    /// Counts the tap, and recognizes at the last.
    override open func touchesEnded(_ touches: TouchSet, with event: TouchEvent) {
        super.touchesEnded(touches, with: event)
        // A touch that is cancelled in the same event takes precedence: only true lifts complete a tap.
        guard !involved.contains(where: { $0.phase == .cancelled }) else { return }
        switch tracker.ended(self, at: event.timestamp) {
        case .failed(let reason): fail(because: reason)
        case .tap where tracker.taps >= numberOfTapsRequired: state = .recognized
        case .tap, .undecided: break
        }
    }

    /// Fails: the finger is down too long, or the next tap did not come.
    override open func deadlineReached(at time: Timestamp) {
        super.deadlineReached(at: time)
        fail(because: tracker.overdue(self, at: time))
    }

    override open func reset() {
        super.reset()
        tracker.reset()
    }
}
