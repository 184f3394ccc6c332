// What does a frame of touches mean? One event, step by step: deliver, resolve, act, reset.

public import Touch

/// What an engine tells about a recognizer.
///
/// Valid during the call that brings it: the recognizer goes on.
public struct GestureEvent {
    /// Which gesture.
    public let recognizer: GestureRecognizer
    /// What it has come to: `began`, `changed`, `ended`, `cancelled`, or `failed`.
    public let state: GestureRecognizer.State
    /// The kernel's time of the frame or deadline that caused it.
    public let time: Timestamp
    /// Whether it is discrete: recognized without having begun.
    public let isDiscrete: Bool
}

/// Who hears of all gestures of an engine, before the recognizer's own actions.
public protocol GestureObserver: AnyObject {
    /// A recognizer began, changed, ended, was cancelled or failed.
    func gestureEngine(_ engine: GestureEngine, didSend event: GestureEvent)
}

/// The recognizers of one surface.
///
/// Frames and times go in, events come out; the engine knows no clock. One frame is one event:
/// 1. deadlines that are due fire first, each as an event of its own,
/// 2. touches that began are given to the recognizers of their region,
/// 3. recognizers see their touches, in the order in which they were added,
/// 4. those that want to be recognized are decided upon, and prevent others,
/// 5. actions run,
/// 6. recognizers that are done are reset; fingers that are still down are not theirs any more.
///
/// The same frames give the same events in the same order. Not thread-safe: one queue calls it.
public final class GestureEngine {
    /// The region that is the whole surface.
    public let root: Region
    /// Who hears of all gestures.
    public weak var observer: (any GestureObserver)?
    private var taps = TapCounter()
    private var time = Timestamp(microseconds: .min)
    private var isBusy = false
    private var mustSettle = false

    /// An engine for a surface of this size in points.
    public init(size: Size) {
        root = Region(name: "root", size: size)
        root.engine = self
    }

    deinit { root.engine = nil }

    /// When `advance(to:)` should be called at the latest, if no frame comes before; nil while nothing waits.
    public var nextDeadline: Timestamp? {
        var first: Timestamp?
        for recognizer in root.gestureRecognizers {
            if let deadline = recognizer.deadline, deadline < (first ?? Timestamp(microseconds: .max)) {
                first = deadline
            }
        }
        return first
    }

    /// Takes one frame; deadlines up to its time fire before it.
    public func process(_ frame: TouchFrame) {
        advance(to: frame.time)
        time = max(time, frame.time)
        isBusy = true
        let recognizers = root.gestureRecognizers
        for touch in frame.began {
            taps.number(touch)
            for recognizer in recognizers where recognizer.isEnabled { recognizer.join(touch) }
        }
        let event = TouchEvent(timestamp: time, allTouches: frame.all)
        for recognizer in recognizers { deliver(frame, event, to: recognizer) }
        for touch in frame.ended { taps.note(touch) }
        settle()
        let gone = frame.ended.mask | frame.cancelled.mask
        for recognizer in recognizers {
            recognizer.dropTouches(gone)
            guard recognizer.trackedMask == 0 else { continue }
            // A recognizer that failed waits for the end of its touches; see `settle`.
            if recognizer.currentState == .failed { recognizer.finish() }
            // Nothing would ever end a gesture whose touches have all lifted or been ignored.
            if recognizer.currentState.isActive, recognizer.deadline == nil { abandon(recognizer) }
        }
        settle()
        isBusy = false
    }

    /// Lets time pass: every deadline up to `time` fires, the earliest first.
    public func advance(to time: Timestamp) {
        while let due = nextDeadline, due <= time {
            // A deadline set for the past is due now: time does not go back.
            self.time = max(self.time, due)
            isBusy = true
            for recognizer in root.gestureRecognizers {
                guard let deadline = recognizer.deadline, deadline <= due else { continue }
                recognizer.deadline = nil
                recognizer.eventTime = self.time
                recognizer.deadlineReached(at: self.time)
            }
            settle()
            // Whoever asks for now or earlier again, as often as it comes, must not stop the time.
            for recognizer in root.gestureRecognizers {
                guard let again = recognizer.deadline, again <= self.time else { continue }
                recognizer.deadline = self.time.adding(seconds: 1e-6)
            }
            isBusy = false
        }
        self.time = max(self.time, time)
    }

    /// Breaks off every gesture at `time`: those that have begun are cancelled, the others fail.
    ///
    /// Deadlines up to that time do not fire. Fingers that are down stay unknown to all recognizers until they lift.
    public func cancelAll(at time: Timestamp) {
        self.time = max(self.time, time)
        for recognizer in root.gestureRecognizers where recognizer.isUnderWay {
            recognizer.eventTime = self.time
            abandon(recognizer)
        }
    }

    // MARK: - Within an event

    private func deliver(_ frame: TouchFrame, _ event: TouchEvent, to recognizer: GestureRecognizer) {
        guard recognizer.trackedMask != 0 else { return }
        recognizer.eventTime = event.timestamp
        if recognizer.wants(frame.began) { recognizer.touchesBegan(recognizer.own(frame.began), with: event) }
        if recognizer.wants(frame.moved) { recognizer.touchesMoved(recognizer.own(frame.moved), with: event) }
        if recognizer.wants(frame.ended) { recognizer.touchesEnded(recognizer.own(frame.ended), with: event) }
        if recognizer.wants(frame.cancelled) {
            recognizer.touchesCancelled(recognizer.own(frame.cancelled), with: event)
        }
    }

    /// A recognizer's state changed; outside of an event that is an event of its own.
    func settleSoon() {
        mustSettle = true
        guard !isBusy else { return }
        isBusy = true
        settle()
        isBusy = false
    }

    /// Ends what a recognizer is doing, because it is switched off, removed, or all is.
    func abandon(_ recognizer: GestureRecognizer) {
        guard recognizer.isUnderWay else { return }
        recognizer.breakOff()
        settleSoon()
    }

    /// Ends and closes what a recognizer is doing at once, because it leaves the engine.
    func detach(_ recognizer: GestureRecognizer) {
        guard recognizer.isUnderWay, !recognizer.notices.contains(.resetting) else { return }
        recognizer.breakOff()
        if recognizer.isActing { settleSoon() } else { close(recognizer) }
    }

    /// Tells what is left of a recognizer that has been removed, and forgets its attempt.
    private func close(_ recognizer: GestureRecognizer) {
        if !recognizer.notices.isEmpty { tell(recognizer) }
        if recognizer.isUnderWay { recognizer.finish() }
    }

    /// Decides, tells and resets until nothing is left to do; an action may cause more.
    private func settle() {
        while mustSettle {
            mustSettle = false
            let recognizers = root.gestureRecognizers
            resolve(recognizers)
            for recognizer in recognizers where !recognizer.notices.isEmpty { tell(recognizer) }
            for recognizer in recognizers where recognizer.currentState.isFinal && recognizer.notices.isEmpty {
                // Failed lasts until the fingers have lifted: a second finger that lands meanwhile belongs to the same
                // sequence and must not look like the first of a new one.
                if recognizer.currentState == .failed {
                    recognizer.deadline = nil
                    if recognizer.trackedMask != 0 { continue }
                }
                recognizer.finish()
            }
        }
    }

    /// Lets the recognizers that want to leave `possible` do so, one after the other, as long as none prevents them.
    private func resolve(_ recognizers: [GestureRecognizer]) {
        while let candidate = Arbitration.next(of: recognizers) {
            candidate.notices.remove(.attempt)
            // Broken off before anybody heard of it: a cancel never starts a gesture, nor prevents one.
            if candidate.currentState == .cancelled { Arbitration.fail(candidate) }
            guard candidate.currentState != .failed else { continue }
            for other in recognizers where Arbitration.shareTouches(candidate, other) {
                if Arbitration.isRecognized(other), Arbitration.prevents(other, candidate) {
                    Arbitration.fail(candidate)
                }
            }
            guard candidate.currentState != .failed else { continue }
            for other in recognizers where Arbitration.shareTouches(candidate, other) {
                if Arbitration.isUndecided(other), Arbitration.prevents(candidate, other) { Arbitration.fail(other) }
            }
        }
    }

    private func tell(_ recognizer: GestureRecognizer) {
        let notices = recognizer.notices
        let last = recognizer.currentState
        recognizer.notices = []
        if notices.contains(.began) {
            // Began and over in one event: both are told, each with its own state to be seen.
            recognizer.currentState = .began
            send(recognizer, isDiscrete: false)
            guard recognizer.currentState == .began else { return }
            recognizer.currentState = last
        } else if notices.contains(.changed), !notices.contains(.final) {
            send(recognizer, isDiscrete: false)
        }
        if notices.contains(.final) {
            send(recognizer, isDiscrete: !recognizer.hasBegun && last == .ended)
        }
    }

    private func send(_ recognizer: GestureRecognizer, isDiscrete: Bool) {
        let state = recognizer.currentState
        recognizer.hasBegun = state.isActive
        recognizer.isActing = true
        // The observer first: an action may set the translation, the scale or the rotation anew.
        observer?.gestureEngine(
            self, didSend: GestureEvent(recognizer: recognizer, state: state, time: time, isDiscrete: isDiscrete))
        if state != .failed { recognizer.sendActions() }
        recognizer.isActing = false
        // Its own action has removed it: its end is told after the event that it acted upon, not before.
        if recognizer.engine !== self { close(recognizer) }
    }
}
