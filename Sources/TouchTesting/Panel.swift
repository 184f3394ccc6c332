// Panel for tests that turns a device's events into frames and records them.

public import Touch

/// A copy of a frame at its delivery: the touches themselves keep changing.
public struct FrameNote: CustomStringConvertible {
    /// A touch as it was.
    public struct Finger: Hashable, Sendable {
        /// The touch's serial number.
        public let id: Int
        /// Its phase.
        public let phase: TouchPhase
        /// Its place.
        public let location: Point
        /// Its place in the frame before.
        public let previousLocation: Point
        /// The time of its last change.
        public let timestamp: Timestamp
        /// The time at which it landed.
        public let startTime: Timestamp

        init(_ touch: Touch) {
            (id, phase, location) = (touch.id, touch.phase, touch.location)
            (previousLocation, timestamp, startTime) = (touch.previousLocation, touch.timestamp, touch.startTime)
        }
    }

    /// The frame's time.
    public let time: Timestamp
    /// All its touches.
    public let all: [Finger]
    /// The numbers of those that began.
    public let began: [Int]
    /// The numbers of those that moved.
    public let moved: [Int]
    /// The numbers of those that ended.
    public let ended: [Int]
    /// The numbers of those that were cancelled.
    public let cancelled: [Int]

    /// Copies a frame.
    public init(_ frame: TouchFrame) {
        time = frame.time
        all = frame.all.map(Finger.init)
        began = frame.began.map(\.id)
        moved = frame.moved.map(\.id)
        ended = frame.ended.map(\.id)
        cancelled = frame.cancelled.map(\.id)
    }

    /// The frame in words, as in "20: 1 moved 5,6; 2 ended 7,8", ordered by number, without stationary touches.
    public var description: String {
        let fingers = all.filter { $0.phase != .stationary }.sorted { $0.id < $1.id }
        return "\(time.microseconds): "
            + fingers.map { "\($0.id) \($0.phase) \(Int($0.location.x)),\(Int($0.location.y))" }.joined(separator: "; ")
    }
}

/// A device's events and the frames that they became.
public final class Panel {
    /// The assembler that turns events into frames.
    public let assembler: FrameAssembler
    /// The frames so far.
    public private(set) var notes: [FrameNote] = []
    /// The frames so far, in words.
    public var words: [String] { notes.map(\.description) }

    /// A panel; without a surface, one unit of the device is one point.
    public init(
        _ device: DeviceDescription = .touchscreen(), surface: Surface? = nil,
        serialNumbers: TouchSerialNumbers = TouchSerialNumbers(), rules: ContactRules = ContactRules()
    ) {
        assembler = FrameAssembler(
            device: device,
            surface: surface
                ?? Surface(name: "panel", size: Size(width: 2000, height: 1000), deviceToSurface: .identity),
            serialNumbers: serialNumbers, rules: rules)
    }

    /// Delivers these events of the device, stamped with the time of the report that follows them.
    @discardableResult
    public func send(_ signals: Signal...) -> Panel {
        send(signals)
    }

    /// Delivers these events of the device, stamped with the time of the report that follows them.
    @discardableResult
    public func send(_ signals: [Signal]) -> Panel {
        for (index, signal) in signals.enumerated() {
            let report = signals[index...].lazy.compactMap { if case .report(let time) = $0 { time } else { nil } }
                .first
            process(signal.event(at: Timestamp(microseconds: report ?? 0)))
        }
        return self
    }

    /// Delivers an event of the device as it is.
    public func process(_ event: InputEvent) { assembler.process(event, deliver: note) }

    /// Delivers a loss of events, after which the slots have these contacts, and the others are empty.
    @discardableResult
    public func resynchronize(at microseconds: Int64, currentSlot: Int = 0, _ truth: [Int: SlotState]) -> Panel {
        assembler.resynchronize(
            at: Timestamp(microseconds: microseconds), currentSlot: currentSlot, { truth[$0] ?? SlotState() },
            deliver: note)
        return self
    }

    /// Advances the time without an event.
    @discardableResult
    public func advance(to microseconds: Int64) -> Panel {
        assembler.advance(to: Timestamp(microseconds: microseconds), deliver: note)
        return self
    }

    /// A pen on the same glass came near or left, as another device reports.
    @discardableResult
    public func setPen(isNear: Bool, at microseconds: Int64) -> Panel {
        assembler.setPen(isNear: isNear, at: Timestamp(microseconds: microseconds), deliver: note)
        return self
    }

    /// Suspends the machine.
    @discardableResult
    public func passOver(at microseconds: Int64) -> Panel {
        assembler.passOver(at: Timestamp(microseconds: microseconds), deliver: note)
        return self
    }

    /// Removes the device.
    @discardableResult
    public func cancelAll(at microseconds: Int64) -> Panel {
        assembler.cancelAll(at: Timestamp(microseconds: microseconds), deliver: note)
        return self
    }

    private func note(_ frame: TouchFrame) {
        notes.append(FrameNote(frame))
    }
}
