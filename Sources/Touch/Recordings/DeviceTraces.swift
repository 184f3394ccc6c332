// Description of a touchscreen by its events, for recordings without one.

/// The codes and values that a device has sent.
///
/// A range of values says least when fingers touched little of the panel; so it is only used where nothing else is
/// known.
struct DeviceTraces: Hashable, Sendable {
    /// The least and greatest value of each absolute axis.
    private var ranges: [UInt16: ClosedRange<Int32>] = [:]
    private var keys: Set<UInt16> = []
    private var listsContacts = false

    mutating func record(_ event: InputEvent) {
        switch (event.type, event.code) {
        // The kernel has no more axes.
        case (EventType.absolute, 0...0x3f):
            let range = ranges[event.code] ?? event.value...event.value
            ranges[event.code] = min(range.lowerBound, event.value)...max(range.upperBound, event.value)
        case (EventType.key, let code): keys.insert(code)
        case (EventType.synchronization, SynchronizationCode.multitouchReport): listsContacts = true
        default: break
        }
    }

    /// Describes a touchscreen that sends such events.
    ///
    /// - Returns: What is assumed of it; nil when no touchscreen sends such events.
    func describe(_ device: inout DeviceDescription) -> String? {
        let contacts = [AbsoluteAxis.positionX, AbsoluteAxis.positionY].compactMap { ranges[$0] }
        let single = keys.contains(KeyCode.touch) ? [AbsoluteAxis.x, AbsoluteAxis.y].compactMap { ranges[$0] } : []
        guard let position = [contacts, single].first(where: { $0.count == 2 }) else { return nil }
        for (code, range) in ranges {
            device.axes[code] = Axis(minimum: min(0, range.lowerBound), maximum: max(1, range.upperBound))
        }
        if contacts.count == 2, !listsContacts {
            // A driver names no slot as long as there is one finger.
            device.axes[AbsoluteAxis.slot] = Axis(
                minimum: 0, maximum: max(9, ranges[AbsoluteAxis.slot]?.upperBound ?? 0))
            device.axes[AbsoluteAxis.trackingID] = Axis(minimum: 0, maximum: 65535)
        }
        device.codes = [EventType.absolute: Set(device.axes.keys), EventType.key: keys]
        device.properties.insert(DeviceProperty.direct)
        let name = device.name.isEmpty ? "its device" : "\"\(device.name.printable)\""
        if device.name.isEmpty { device.name = "touchscreen" }
        return "nothing describes \(name); assuming a touchscreen whose X ends at \(position[0].upperBound) and Y at "
            + "\(position[1].upperBound), the largest values in it; put what evtest, evemu-describe or `getevent -lp` "
            + "prints of it before its events"
    }
}
