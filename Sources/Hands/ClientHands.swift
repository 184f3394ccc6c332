// What a client of gestured-hands holds down, and how fast it may go on.

public import Touch

/// Why the frames of a client are not written.
public enum HandsFault: Error, Hashable, Sendable {
    /// The client has not opened a device of this number.
    case device(UInt8)
    /// Not allowed to the device.
    case event(OutputEvent)
    /// More events than anybody's fingers cause.
    case rate

    /// The fault in words.
    public var words: String {
        switch self {
        case .device(let number): "there is no device \(number)"
        case .event(let event):
            "type \(event.type), code \(event.code), value \(event.value) is not allowed to this device"
        case .rate: "too many events"
        }
    }
}

/// Follows the devices of one client, and checks what it writes; a refused list changes nothing.
public struct ClientHands: Sendable {
    /// The devices by the client's numbers.
    public private(set) var devices: [UInt8: HandsDevice] = [:]
    /// The keys and buttons that it holds.
    public private(set) var held: [HandsDevice: Set<UInt16>] = [:]
    /// The time of its last frames; what it holds is released when it has been silent for long.
    public private(set) var lastFrames: Timestamp
    private var allowance = ClientHands.most
    private var counted: Timestamp

    /// The events that a client may write at once; four thousand in each second are added: eight fingers at 240 Hz.
    static let most = 8000.0
    static let perSecond = 4000.0
    /// More devices are refused.
    static let mostDevices = 17
    /// Seconds without frames after which what a client holds is released.
    public static let patience = 30.0

    /// A client that has nothing yet.
    public init(at time: Timestamp) { (lastFrames, counted) = (time, time) }

    /// Takes a device under a number; false when there are too many, or too many requests.
    ///
    /// A request for a device that it has counts as an event.
    public mutating func open(_ number: UInt8, _ device: HandsDevice, at time: Timestamp) -> Bool {
        if devices[number] == device {
            let left = allowance(at: time) - 1
            guard left >= 0 else { return false }
            (allowance, counted) = (left, time)
            return true
        }
        guard devices[number] == nil, devices.count < Self.mostDevices else { return false }
        devices[number] = device
        return true
    }

    /// Takes in whole frames.
    ///
    /// Keys that another client holds are left out, and so is the release of what this one does not hold any more.
    ///
    /// - Parameter isHeldElsewhere: Whether another client holds a key of the device.
    /// - Returns: The device, and the events to be written to it.
    /// - Throws: `HandsFault`; then nothing may be written.
    public mutating func take(
        _ events: [OutputEvent], for number: UInt8, at time: Timestamp,
        isHeldElsewhere: (HandsDevice, UInt16) -> Bool
    ) throws(HandsFault) -> (device: HandsDevice, events: [OutputEvent]) {
        guard let device = devices[number] else { throw .device(number) }
        let left = allowance(at: time) - Double(events.count)
        guard left >= 0 else { throw .rate }
        var (keys, taken) = (held[device] ?? [], [OutputEvent]())
        for event in events {
            guard device.allows(event) else { throw .event(event) }
            if event.type == EventType.key {
                let isOwn = event.value == 0 ? keys.remove(event.code) != nil : !isHeldElsewhere(device, event.code)
                if !isOwn { continue }
                if event.value == 1 { keys.insert(event.code) }
            }
            taken.append(event)
        }
        (held[device], allowance, counted, lastFrames) = (keys.isEmpty ? nil : keys, left, time, time)
        return (device, taken)
    }

    private func allowance(at time: Timestamp) -> Double {
        let elapsed = Double(max(0, time.microseconds &- counted.microseconds)) / 1e6
        return min(Self.most, allowance + elapsed * Self.perSecond)
    }

    /// Whether it holds a key of a device.
    public func holds(_ key: UInt16, of device: HandsDevice) -> Bool { held[device]?.contains(key) ?? false }

    /// When what it holds is released; nil while it holds nothing.
    public var deadline: Timestamp? { held.isEmpty ? nil : lastFrames.adding(seconds: Self.patience) }

    /// Forgets what it holds.
    ///
    /// - Returns: For each device, a frame that releases it.
    public mutating func releaseAll() -> [(device: HandsDevice, events: [OutputEvent])] {
        defer { held = [:] }
        return held.map { device, keys in
            (device, keys.sorted().map { OutputEvent(EventType.key, $0, 0) } + [.report])
        }
    }
}
