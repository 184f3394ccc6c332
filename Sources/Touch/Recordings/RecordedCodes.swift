// The event codes that recordings may contain: fingers and pens, never typed keys.

/// The event codes that a recording may contain, as opposed to those of keyboards.
///
/// A recording goes to other people, and touchscreens share a node with keys now and then. So keys (`KEY_…`) and their
/// scan codes are never written, and passed over when a recording of other programs holds them; buttons (`BTN_…`) and
/// tools stay. The daemon does not need the omitted codes.
public enum RecordedCodes {
    /// `BTN_MISC` to the last code before `KEY_OK`: buttons, tools, `BTN_TOUCH`.
    private static let buttons: ClosedRange<UInt16> = 0x100...0x15f
    /// `BTN_TRIGGER_HAPPY1` to the last there is; what lies between are keys again, digits of keypads among them.
    private static let moreButtons: ClosedRange<UInt16> = 0x2c0...0x2ff
    private static let miscellaneous: UInt16 = 0x04
    /// `MSC_RAW` and `MSC_SCAN`: keys as the hardware numbers them.
    private static let scanCodes: ClosedRange<UInt16> = 3...4

    /// Returns whether a recording may contain a code of this type.
    public static func contains(type: UInt16, code: UInt16) -> Bool {
        // The kernel has no more; a file may say anything.
        guard type <= 0x1f, code <= 0x2ff else { return false }
        return switch type {
        case EventType.key: buttons.contains(code) || moreButtons.contains(code)
        case miscellaneous: !scanCodes.contains(code)
        default: true
        }
    }

    /// The keys that panels have beside the glass, or send when they are tapped awake: power, volume, brightness,
    /// home, back, menu, search, sleep, camera, phone, and the logo that laptops' panels send as Meta.
    private static let keysOfPanels: Set<UInt16> = [
        102, 113, 114, 115, 116, 125, 139, 142, 143, 158, 169, 172, 212, 217, 224, 225, 0x244,
    ]

    /// Returns whether a device is a keyboard: it has keys beyond the few that panels have, and is not a touchscreen.
    public static func isKeyboard(_ device: DeviceDescription) -> Bool {
        if case .touchscreen = DeviceVerdict(of: device) { return false }
        let keys = device.codes[EventType.key] ?? []
        return keys.contains { !contains(type: EventType.key, code: $0) && !keysOfPanels.contains($0) }
    }
}

extension DeviceDescription {
    /// The description without the codes that no recording may hold.
    public var recorded: DeviceDescription {
        var device = self
        for (type, codes) in codes {
            let kept = codes.filter { RecordedCodes.contains(type: type, code: $0) }
            device.codes[type] = kept.isEmpty ? nil : kept
        }
        return device
    }
}
