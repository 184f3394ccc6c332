// The events of a touchscreen whose touches recognizers may keep from applications.

internal import Evdev
internal import Interception
internal import Touch

/// A touchscreen that is to be intercepted, before and while it is.
final class InterceptedSource: TouchSource {
    /// The open device; another one from the moment on when gestured-output has grabbed the panel.
    var panel: EvdevDevice
    /// The receiver of each event; nil while the panel is not intercepted.
    var touches: InterceptedTouches?

    init(_ panel: EvdevDevice) { self.panel = panel }

    var device: DeviceDescription { panel.device }

    func next() -> SourceEvent {
        guard let touches else { return panel.next() }
        // The event before has had its effect.
        touches.settle()
        let event = panel.next()
        switch event {
        case .input(let input): touches.process(input)
        case .resynchronized(let time): resynchronize(at: time)
        case .nothing, .gone: break
        }
        return event
    }

    /// Has `touches` take over what the panel's slots hold now.
    func resynchronize(at time: Timestamp) {
        var values: [UInt16: [Int32]] = [:]
        for code in device.axes.keys { values[code] = panel.values(of: code) }
        touches?.resynchronize(at: time, currentSlot: panel.currentSlot) { slot, code in
            guard let values = values[code], slot < values.count else {
                return code == AbsoluteAxis.trackingID ? -1 : 0
            }
            return values[slot]
        }
    }

    func slotState(_ slot: Int) -> SlotState { panel.slotState(slot) }

    var currentSlot: Int { panel.currentSlot }
}
