// A device that sends arbitrary events from a fuzzer's bytes, with checks of everything that results.

import Gestures
import Interception
import Touch

/// A device, a surface and recognizers chosen by arbitrary bytes; the remaining bytes are events.
///
/// The same bytes give the same events, so every finding of a fuzzer can be kept as a file.
public final class FuzzedDevice {
    /// Violations; empty when all is well.
    public private(set) var faults: [String] = []
    /// The number of delivered frames.
    public private(set) var frames = 0
    /// The number of published gestures.
    public private(set) var gestures = 0

    private var bytes: ArraySlice<UInt8>
    private let assembler: FrameAssembler
    private let engine: GestureEngine
    private let recognizers: [GestureRecognizer]
    private let lifecycle = GestureLifecycle()
    /// What applications have; nil for a device without a clone.
    private var touches: InterceptedTouches?
    private var open: Set<Int> = []
    private var time = Timestamp.zero
    private var lastFrame = Timestamp(microseconds: .min)

    /// Plays all of these bytes.
    public init(_ all: [UInt8]) {
        bytes = all[...]
        var choice = ByteReader(bytes)
        let device = Self.device(&choice)
        let rules = Self.rules(&choice)
        recognizers = Self.recognizers(choice.next())
        bytes = choice.rest
        let surface =
            Surface(name: "panel", device: device, settings: SurfaceSettings(), systemCalibration: nil)
            ?? Surface(name: "panel", size: Size(width: 2000, height: 1000), deviceToSurface: .identity)
        assembler = FrameAssembler(
            device: device, surface: surface, serialNumbers: TouchSerialNumbers(), rules: rules)
        engine = GestureEngine(size: surface.size)
        engine.observer = lifecycle
        for (index, recognizer) in recognizers.enumerated() {
            recognizer.intercepts = InterceptionMode.allCases[index % InterceptionMode.allCases.count]
            engine.root.addGestureRecognizer(recognizer)
        }
        intercept(device)
        play()
    }

    /// Has a clone receive what recognizers leave, if the device can have one.
    private func intercept(_ device: DeviceDescription) {
        guard let cloned = try? ClonedDevice(of: device) else { return }
        var check = FrameCheck(of: cloned)
        touches = InterceptedTouches(to: cloned, assembler, engine) { [unowned self] events in
            do throws(FrameFault) {
                try check.take(events)
            } catch {
                faults.append("the clone refuses \(events): \(error)")
            }
        }
    }

    // MARK: - Choices

    private static func device(_ choice: inout ByteReader) -> DeviceDescription {
        let kind = choice.next()
        var device = DeviceDescription.touchscreen(
            slots: [10, 1, 2, 5, 60, 256, 70, 10][Int(kind >> 5)], resolution: kind & 16 == 0 ? 10 : 0)
        for code in [AbsoluteAxis.toolType, AbsoluteAxis.distance] {
            device.codes[EventType.absolute]?.insert(code)
            device.axes[code] = Axis(minimum: 0, maximum: 15)
        }
        let axis = device.axes[AbsoluteAxis.positionX]
        switch kind & 3 {
        case 1: device.remove([AbsoluteAxis.slot])
        case 2: device.remove([AbsoluteAxis.slot, AbsoluteAxis.trackingID])
        case 3:
            device.remove([
                AbsoluteAxis.slot, AbsoluteAxis.trackingID, AbsoluteAxis.positionX, AbsoluteAxis.positionY,
            ])
            for code in [AbsoluteAxis.x, AbsoluteAxis.y] {
                device.codes[EventType.absolute]?.insert(code)
                device.axes[code] = axis
            }
        default: break
        }
        return device
    }

    private static func rules(_ choice: inout ByteReader) -> ContactRules {
        let (switches, more) = (choice.next(), choice.next())
        var rules = ContactRules()
        rules.ignoresPalms = switches & 1 == 0
        rules.palmSize = switches & 2 == 0 ? nil : .millimetres(20)
        rules.ignoresHovering = switches & 4 == 0
        rules.ignoresRows = switches & 8 == 0
        rules.ignoresAligned = switches & 16 != 0
        rules.ignoresEdgeNoise = switches & 32 != 0
        rules.minimumAge = switches & 64 == 0 ? 0 : 0.02
        rules.yieldsToPen = switches & 128 == 0
        rules.silence = more & 1 == 0 ? nil : 0.1
        rules.maximumAge = more & 2 == 0 ? nil : 10
        if more & 4 != 0 {
            rules.deadZones = [.init(origin: .zero, size: Size(width: 100, height: 2000))]
        }
        return rules
    }

    private static func recognizers(_ choice: UInt8) -> [GestureRecognizer] {
        let single = TapGestureRecognizer(name: "single")
        let double = TapGestureRecognizer(name: "double")
        double.numberOfTapsRequired = 2
        let press = LongPressGestureRecognizer(name: "press")
        let pan = PanGestureRecognizer(name: "pan")
        let swipe = SwipeGestureRecognizer(name: "swipe")
        let pinch = PinchGestureRecognizer(name: "pinch")
        let rotation = RotationGestureRecognizer(name: "rotation")
        let transform = TransformGestureRecognizer(name: "transform")
        if choice & 128 != 0 { single.require(toFail: double) }
        pinch.allowSimultaneousRecognition(with: rotation)
        let all = [single, double, press, pan, swipe, pinch, rotation, transform]
        // At least some recognizers: an engine without any publishes nothing.
        guard choice & 127 != 0 else { return all }
        return all.enumerated().filter { choice & (1 << UInt8($0.offset)) != 0 }.map(\.element)
    }

    // MARK: - Playing

    private func play() {
        var reader = ByteReader(bytes)
        while !reader.isEmpty, faults.isEmpty { step(&reader) }
        assembler.cancelAll(at: time, deliver: take)
        engine.cancelAll(because: "the device is gone", at: time)
        touches?.dropAll()
        require(touches?.isCloneEmpty ?? true, "a contact of the clone is left")
        require(open.isEmpty && assembler.table.all.isEmpty, "a touch is left")
        require(!lifecycle.isOpen, "a gesture is left open")
        require(!recognizers.contains { $0.state != .possible }, "a recognizer was not reset")
        faults += lifecycle.faults
        gestures = lifecycle.count
    }

    private func step(_ reader: inout ByteReader) {
        let operation = reader.next()
        let (small, wide) = (Int32(operation >> 4), 15 as Int32)
        switch operation & 15 {
        case 0: send(EventType.absolute, AbsoluteAxis.slot, small == wide ? reader.nextWord() : small)
        case 1: send(EventType.absolute, AbsoluteAxis.trackingID, small == wide ? reader.nextWord() : small - 1)
        case 2: place(AbsoluteAxis.positionX, reader.nextShort(), small)
        case 3: place(AbsoluteAxis.positionY, reader.nextShort(), small)
        case 4, 5: report(after: Int64(reader.next()) * 250, value: operation & 15 == 5 && small == wide ? 1 : 0)
        case 6: send(EventType.synchronization, SynchronizationCode.multitouchReport, 0)
        case 7: send(EventType.key, small & 1 == 0 ? KeyCode.touch : KeyCode.toolPen, small >> 1 & 1)
        case 8: send(EventType.absolute, AbsoluteAxis.toolType, small)
        case 9: send(EventType.absolute, AbsoluteAxis.distance, small)
        case 10: send(EventType.absolute, AbsoluteAxis.touchMajor, Int32(reader.next()))
        case 11: send(EventType.absolute, AbsoluteAxis.pressure, Int32(reader.next()))
        case 12: send(UInt16(reader.next()), UInt16(truncatingIfNeeded: reader.nextShort()), reader.nextWord())
        case 13: resynchronize(&reader)
        case 14: wait(Int64(reader.nextWord()))
        default: disturb(small, &reader)
        }
    }

    private func place(_ code: UInt16, _ value: Int32, _ variant: Int32) {
        // The code of a single-touch axis is that of the multitouch axis minus 0x35.
        send(EventType.absolute, variant & 1 == 0 ? code : code - AbsoluteAxis.positionX, value)
    }

    private func send(_ type: UInt16, _ code: UInt16, _ value: Int32) {
        let event = InputEvent(time: time, type: type, code: code, value: value)
        if type == EventType.synchronization, code == SynchronizationCode.report { advance() }
        touches?.process(event)
        assembler.process(event, deliver: take)
        touches?.settle()
    }

    private func report(after microseconds: Int64, value: Int32) {
        time = Timestamp(microseconds: time.microseconds &+ microseconds)
        send(EventType.synchronization, SynchronizationCode.report, value)
        let violations = engine.verifyInvariants()
        require(violations.isEmpty, violations.joined(separator: "; "))
    }

    private func resynchronize(_ reader: inout ByteReader) {
        let current = Int(reader.next())
        let states = (0..<8).map { _ in state(&reader) }
        advance()
        touches?.resynchronize(at: time, currentSlot: current) { slot, code in
            guard code == AbsoluteAxis.trackingID else { return 0 }
            return slot < states.count ? states[slot].trackingID : -1
        }
        assembler.resynchronize(
            at: time, currentSlot: current, { $0 < states.count ? states[$0] : SlotState() }, deliver: take)
    }

    private func state(_ reader: inout ByteReader) -> SlotState {
        let id = Int32(reader.next() % 8) - 1
        let isPlaced = reader.next() & 1 == 0
        return SlotState(
            trackingID: id, x: isPlaced ? reader.nextShort() : nil, y: isPlaced ? reader.nextShort() : nil)
    }

    /// Advances the time as far as the bytes say, also backward.
    private func wait(_ milliseconds: Int64) {
        time = Timestamp(microseconds: time.microseconds &+ milliseconds % 100_000 &* 1000)
        advance()
    }

    private func advance() {
        var turns = 0
        while let due = assembler.nextDeadline, due <= time, turns < 1000 {
            engine.advance(to: due)
            assembler.advance(to: due, deliver: take)
            turns += 1
        }
        require(turns < 1000, "time does not go on")
        engine.advance(to: time)
        touches?.settle()
    }

    private func disturb(_ kind: Int32, _ reader: inout ByteReader) {
        switch kind {
        case 0:
            assembler.cancelAll(at: time, deliver: take)
            engine.cancelAll(because: "the device is gone", at: time)
        case 1: assembler.passOver(at: time, deliver: take)
        case 2:
            let states = (0..<4).map { _ in state(&reader) }
            assembler.passOver(at: time, deliver: take)
            assembler.adopt(currentSlot: Int(kind)) { $0 < states.count ? states[$0] : SlotState() }
        case 3, 4: assembler.setPen(isNear: kind == 3, at: time, deliver: take)
        case 5:
            recognizers[Int(reader.next()) % recognizers.count].isEnabled.toggle()
        case 6: send(EventType.synchronization, SynchronizationCode.dropped, 0)
        default: report(after: 8000, value: 0)
        }
    }

    private func take(_ frame: TouchFrame) {
        frames += 1
        require(frame.time >= lastFrame, "time went back")
        lastFrame = frame.time
        for touch in frame.began { require(open.insert(touch.id).inserted, "touch \(touch.id) began twice") }
        require(Set(frame.all.map(\.id)) == open, "the frame's touches are not those that are down")
        for touch in frame.all where !touch.location.x.isFinite || !touch.location.y.isFinite {
            faults.append("touch \(touch.id) is nowhere")
        }
        for touch in frame.ended { open.remove(touch.id) }
        for touch in frame.cancelled { open.remove(touch.id) }
        engine.advance(to: frame.time)
        touches?.willProcess(frame)
        engine.process(frame)
    }

    private func require(_ holds: Bool, _ fault: @autoclosure () -> String) {
        if !holds { faults.append(fault()) }
    }
}

extension DeviceDescription {
    fileprivate mutating func remove(_ axes: [UInt16]) {
        codes[EventType.absolute]?.subtract(axes)
        for code in axes { self.axes[code] = nil }
    }
}

/// Numbers from bytes; zeros when there are none left.
private struct ByteReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isEmpty: Bool { rest.isEmpty }

    mutating func next() -> UInt8 { rest.popFirst() ?? 0 }

    mutating func nextShort() -> Int32 { Int32(next()) | Int32(next() & 15) << 8 }

    mutating func nextWord() -> Int32 {
        var word: UInt32 = 0
        for _ in 0..<4 { word = word << 8 | UInt32(next()) }
        return Int32(bitPattern: word)
    }
}
