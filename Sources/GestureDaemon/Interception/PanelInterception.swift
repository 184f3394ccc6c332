// The interception of one touchscreen: asked for, under way, or why it is not.

internal import Configuration
internal import Evdev
internal import GestureWire
internal import Interception
internal import Linux
internal import Touch

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
        case asked
        /// Applications have this clone in its place.
        case on(clone: String)
    }

    let number: UInt16
    let source: InterceptedSource
    /// Nil when the panel cannot have a clone.
    private let clone: ClonedDevice?
    var rule: InterceptionRule
    private(set) var state = State.off(until: .zero)
    /// Why it is not intercepted, in words; nil while that is not known.
    private(set) var reason: String?
    /// Whether somebody wanted the panel back.
    private(set) var isHeld = false
    private var attempts = 0
    private var touches: InterceptedTouches? { source.touches }

    init(_ number: UInt16, _ source: InterceptedSource, _ rule: InterceptionRule) {
        (self.number, self.source, self.rule) = (number, source, rule)
        do throws(CloneRefusal) {
            clone = try ClonedDevice(of: source.device)
        } catch {
            clone = nil
            reason = "\(error)"
            state = .off(until: nil)
        }
    }

    /// The request that asks for it.
    var request: OutputRequest {
        .intercept(panel: number, panicHold: UInt32((rule.panicHold ?? 0) * 1000), path: source.panel.path)
    }

    var isOn: Bool { if case .on = state { true } else { false } }

    func noteAsked() { state = .asked }

    /// Begins to intercept: the panel is read from another descriptor, which gestured-output has grabbed.
    func begin(
        _ panel: EvdevDevice, _ name: String, _ pipeline: SurfacePipeline, send: @escaping ([OutputEvent]) -> Void
    ) {
        guard let clone else { return }
        source.panel = panel
        state = .on(clone: name)
        (reason, attempts) = (nil, 0)
        source.touches = pipeline.intercept(to: clone, send: send)
        source.resynchronize(at: MonotonicClock.now)
        touches?.settle()
    }

    /// Goes on with another pipeline.
    func goOn(with pipeline: SurfacePipeline) {
        if let touches { pipeline.intercept(touches) }
    }

    /// The panel is everybody's, or will be when gestured-output has read of it; nothing more is sent to the clone.
    func end(_ pipeline: SurfacePipeline?, because reason: String, at time: Timestamp) {
        pipeline?.stopIntercepting()
        source.touches = nil
        self.reason = reason
        isHeld = isHeld || reason == ReleaseReason.heldStill
        attempts += 1
        // A finger lifts soon; what is missing on the machine is not there soon.
        let pause = reason == ReleaseReason.touched ? 0.25 : min(Double(1 << min(attempts - 1, 6)), 60)
        state = .off(until: isHeld ? nil : time.adding(seconds: pause))
    }

    /// How it stands, for reports.
    var report: InterceptionReport {
        if case .on(let clone) = state { return InterceptionReport(clone: clone, reason: nil) }
        return InterceptionReport(clone: nil, reason: reason ?? "gestured-output has not answered yet")
    }
}
