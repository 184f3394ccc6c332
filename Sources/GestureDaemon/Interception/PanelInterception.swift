// The interception of one touchscreen: asked for, under way, or why it is not.

import Configuration
import Evdev
import GestureWire
import Glibc
import Interception
import Touch

/// A touchscreen that is to be intercepted.
///
/// ```
///   off ──ask──► asked ──intercepted──► on ──released, or its clone is gone──► off: asked again later
///                  │                    │ └──five fingers were held still──► off until gestured is restarted
///                  └──released──► off   └──gestured-output is gone──► alone ──no finger is down──► off
/// ```
final class PanelInterception {
    enum State: Equatable {
        /// Nobody intercepts it; asked again at this time, if ever.
        case off(until: Timestamp?)
        /// gestured-output has to answer by this time.
        case asked(until: Timestamp)
        /// Applications have this clone in its place.
        case on(clone: String)
        /// The same, for the fingers that are down: nobody would give the panel back if gestured were stuck.
        case alone(clone: String, because: String)
    }

    let number: UInt16
    /// The touchscreen, which keeps this.
    unowned let session: TouchscreenSession
    /// Nil when the panel cannot have a clone.
    private let clone: ClonedDevice?
    var rule: InterceptionRule
    private(set) var state = State.off(until: .zero)
    /// Why it is not intercepted, in words; nil while that is not known.
    private(set) var reason: String?
    private var attempts = 0
    /// The `errno` of a write to the clone that has failed; 0 while none has.
    private var failure: Int32 = 0

    init(_ number: UInt16, _ session: TouchscreenSession, _ rule: InterceptionRule) {
        (self.number, self.session, self.rule) = (number, session, rule)
        do throws(CloneRefusal) {
            clone = try ClonedDevice(of: session.device.device)
        } catch {
            clone = nil
            reason = "\(error)"
            state = .off(until: nil)
        }
    }

    /// The request that asks for it.
    var request: OutputRequest {
        .intercept(panel: number, panicHold: UInt32((rule.panicHold ?? 0) * 1000), path: session.node.path)
    }

    var isOn: Bool {
        switch state {
        case .on, .alone: true
        case .off, .asked: false
        }
    }

    var isAsked: Bool { if case .asked = state { true } else { false } }

    func markAsked(at time: Timestamp) { state = .asked(until: time.adding(seconds: Self.longestAnswer)) }

    /// Begins to intercept: gestured-output has grabbed the panel, which the session reads, and made the clone.
    func begin(_ name: String, _ device: UinputDevice) {
        guard let clone else { return }
        state = .on(clone: name)
        (reason, attempts, failure) = (nil, 0, 0)
        session.pipeline.intercept(to: clone, takesUnsubscribed: rule.takesUnsubscribed) { [unowned self] events in
            let failure = device.write(events)
            if failure != 0 { self.failure = failure }
        }
        session.resynchronizeApplications(at: MonotonicClock.now)
    }

    /// gestured-output is gone: fingers that are down keep the clone.
    func goOnAlone(because reason: String) {
        if case .on(let clone) = state { state = .alone(clone: clone, because: reason) }
    }

    /// The panel is everybody's, or will be when gestured-output has read of it; the clone is not gestured's any more.
    func end(because reason: String, at time: Timestamp) {
        session.pipeline.stopIntercepting()
        self.reason = reason
        // A finger lifts soon; what is missing on the machine is not there soon.
        var pause = 0.25
        if reason != ReleaseReason.touched {
            pause = min(Double(1 << min(attempts, 6)), 60)
            attempts += 1
        }
        state = .off(until: reason == ReleaseReason.heldStill ? nil : time.adding(seconds: pause))
    }

    /// Seconds within which gestured-output answers.
    private static let longestAnswer = 5.0

    /// Why it has to end now; nil as long as it need not.
    var fault: String? {
        if failure != 0 { return "write to its clone: \(String(cString: strerror(failure)))" }
        if case .alone(_, let reason) = state, session.pipeline.interception?.isAtRest != false { return reason }
        return nil
    }

    /// The time when it is to be asked for, answered or ended, or lifts are due; nil when nothing is.
    var nextDeadline: Timestamp? {
        switch state {
        case .off(let until): until
        case .asked(let until): until
        case .on where failure == 0: session.pipeline.interception?.liftDeadline
        case .on, .alone: fault == nil ? session.pipeline.interception?.liftDeadline : .zero
        }
    }

    /// How it stands, for reports.
    var report: InterceptionReport {
        switch state {
        case .on(let clone), .alone(let clone, _): InterceptionReport(clone: clone, reason: nil)
        case .off, .asked: InterceptionReport(clone: nil, reason: reason ?? "gestured-output has not answered yet")
        }
    }
}
