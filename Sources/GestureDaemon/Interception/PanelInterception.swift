// The interception of one touchscreen: asked for, under way, or why it is not.

import Configuration
import Evdev
import GestureWire
import Interception
import Touch

/// A touchscreen that is to be intercepted.
///
/// ```
///   off ──ask──► asked ──intercepted──► on ──released, or gestured-output is gone or stuck──► off: asked again later
///                  └──released──► off            └──five fingers were held still──► off until gestured is restarted
/// ```
final class PanelInterception {
    enum State: Equatable {
        /// Nobody intercepts it; asked again at this time, if ever.
        case off(until: Timestamp?)
        /// gestured-output has to answer by this time.
        case asked(until: Timestamp)
        /// Applications have this clone in its place.
        case on(clone: String)
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

    var isOn: Bool { if case .on = state { true } else { false } }

    var isAsked: Bool { if case .asked = state { true } else { false } }

    func markAsked(at time: Timestamp) { state = .asked(until: time.adding(seconds: Self.longestAnswer)) }

    /// Begins to intercept: gestured-output has grabbed the panel, and the session reads its descriptor.
    func begin(_ name: String, send: @escaping ([OutputEvent]) -> Void) {
        guard let clone else { return }
        state = .on(clone: name)
        (reason, attempts) = (nil, 0)
        session.pipeline.intercept(to: clone, takesUnsubscribed: rule.takesUnsubscribed, send: send)
        session.resynchronizeApplications(at: MonotonicClock.now)
    }

    /// The panel is everybody's, or will be when gestured-output has read of it; nothing more is sent to the clone.
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

    /// The time when it is to be asked for, answered, or lifts are due; nil when nothing is.
    var nextDeadline: Timestamp? {
        switch state {
        case .off(let until): until
        case .asked(let until): until
        case .on: session.pipeline.interception?.liftDeadline
        }
    }

    /// How it stands, for reports.
    var report: InterceptionReport {
        if case .on(let clone) = state { return InterceptionReport(clone: clone, reason: nil) }
        return InterceptionReport(clone: nil, reason: reason ?? "gestured-output has not answered yet")
    }
}
