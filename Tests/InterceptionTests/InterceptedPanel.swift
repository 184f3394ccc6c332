// A panel whose frames are written down, and what its clone says of each.

import Gestures
import Interception
import Testing
import Touch
import TouchTesting

/// A panel of protocol B with a clone; times are in milliseconds, one unit of the panel is a point.
final class InterceptedPanel: GestureObserver {
    let engine = GestureEngine(size: Size(width: 2000, height: 1000))
    /// Has the recognizers of a connection.
    let other = GestureEngine(size: Size(width: 2000, height: 1000))
    let touches: InterceptedTouches
    private(set) var gestures: [String] = []
    private let assembler: FrameAssembler
    private let clone: CloneWords

    init(
        _ recognizers: [GestureRecognizer], beside others: [GestureRecognizer] = [],
        rules: ContactRules = ContactRules()
    ) throws {
        let device = DeviceDescription.touchscreen()
        assembler = FrameAssembler(
            device: device, surface: Surface(name: "panel", size: engine.root.size, deviceToSurface: .identity),
            serialNumbers: TouchSerialNumbers(), rules: rules)
        assembler.adopt(currentSlot: 0) { _ in .initial }
        let cloned = try ClonedDevice(of: device)
        let clone = CloneWords(of: cloned)
        self.clone = clone
        for recognizer in recognizers { engine.root.addGestureRecognizer(recognizer) }
        for recognizer in others { other.root.addGestureRecognizer(recognizer) }
        touches = InterceptedTouches(to: cloned, assembler, engine, send: clone.take)
        if !others.isEmpty { touches.share(with: [other]) }
        (engine.observer, other.observer) = (self, self)
    }

    func gestureEngine(_ engine: GestureEngine, didSend event: GestureEvent) {
        if event.state != .failed { gestures.append("\(event.recognizer.name) \(event.state)") }
    }

    /// What the clone says of a frame of the panel at this time.
    func frame(_ milliseconds: Int64, _ signals: Signal...) -> String {
        let time = Timestamp(microseconds: milliseconds * 1000)
        pass(to: time)
        for signal in signals + [.report(time.microseconds)] {
            let event = signal.event(at: time)
            touches.process(event)
            assembler.process(event, deliver: take)
        }
        touches.settle()
        return clone.words()
    }

    /// What the clone says when this time has come.
    func wait(_ milliseconds: Int64) -> String {
        pass(to: Timestamp(microseconds: milliseconds * 1000))
        return clone.words()
    }

    /// What the clone says when events were lost, and the panel has these contacts now: tracking id, x and y by slot.
    func lose(_ milliseconds: Int64, to contacts: [Int: (id: Int32, x: Int32, y: Int32)], slot: Int) -> String {
        let time = Timestamp(microseconds: milliseconds * 1000)
        pass(to: time)
        touches.resynchronize(at: time, currentSlot: slot) { slot, code in
            switch code {
            case AbsoluteAxis.trackingID: contacts[slot]?.id ?? -1
            case AbsoluteAxis.positionX: contacts[slot]?.x ?? 0
            case AbsoluteAxis.positionY: contacts[slot]?.y ?? 0
            default: 0
            }
        }
        assembler.resynchronize(
            at: time, currentSlot: slot,
            { slot in contacts[slot].map { SlotState(trackingID: $0.id, x: $0.x, y: $0.y) } ?? .initial }, deliver: take
        )
        touches.settle()
        return clone.words()
    }

    private func take(_ frame: TouchFrame) {
        touches.willProcess(frame)
        engine.process(frame)
        other.process(frame)
    }

    private func pass(to time: Timestamp) {
        while let due = assembler.nextDeadline, due <= time {
            assembler.advance(to: due, deliver: take)
            touches.settle()
        }
        engine.advance(to: time)
        other.advance(to: time)
        touches.settle()
    }

    /// What the clone has said since it was asked last.
    func words() -> String { clone.words() }
}
