// Is a device a touchscreen that this program reads, and if not, why not?

/// What a device's description makes of it.
public enum DeviceVerdict: Hashable, Sendable {
    /// A touchscreen with slots (multitouch protocol B), which is used.
    case touchscreen(slots: Int)
    /// Not used, for this reason.
    case refused(DeviceRefusal)

    /// Decides by properties and axes alone, as the kernel's documentation and libinput do.
    ///
    /// `INPUT_PROP_DIRECT` makes a touchscreen, `INPUT_PROP_POINTER` a touchpad. Old drivers set neither: then
    /// touch without `BTN_TOOL_FINGER` counts as direct (devices without `BTN_TOUCH` exist too).
    public init(of device: DeviceDescription) {
        self = Self.refusal(of: device).map { .refused($0) } ?? .touchscreen(slots: device.slotCount)
    }

    private static func refusal(of device: DeviceDescription) -> DeviceRefusal? {
        let multitouch = device.hasAxis(AbsoluteAxis.positionX) && device.hasAxis(AbsoluteAxis.positionY)
        let single = device.hasAxis(AbsoluteAxis.x) && device.hasAxis(AbsoluteAxis.y)
        guard multitouch || single else { return .noPosition }
        guard !device.properties.contains(DeviceProperty.pointer) else { return .touchpad }
        // A device with more axes than the kernel has names for spills over into the multitouch codes; the code
        // before ABS_MT_SLOT is not in use, so who has it has them all (libevdev's and libinput's test).
        guard !device.hasAxis(AbsoluteAxis.slot - 1) else { return .fakeMultitouch }
        if device.hasKey(KeyCode.toolPen) || device.hasKey(KeyCode.stylus), !multitouch { return .pen }
        if !device.properties.contains(DeviceProperty.direct) {
            if device.hasKey(KeyCode.toolFinger) { return .touchpad }
            if !multitouch, !device.hasKey(KeyCode.touch) { return .notTouch }
        }
        guard multitouch else { return .singleTouch }
        guard device.hasAxis(AbsoluteAxis.slot), device.hasAxis(AbsoluteAxis.trackingID) else { return .protocolA }
        guard (1...maximumSlots).contains(device.slotCount) else { return .slots(device.slotCount) }
        for code in [AbsoluteAxis.positionX, AbsoluteAxis.positionY] {
            guard let axis = device.axes[code], axis.minimum < axis.maximum, axis.range < 0x3fff_ffff else {
                return .unusableAxis(code: code)
            }
        }
        return nil
    }

    /// More slots than any panel has (60 is the most seen); a larger number is a device gone wrong.
    public static let maximumSlots = 256
}

/// Why a device is not used.
public enum DeviceRefusal: Hashable, Sendable, CustomStringConvertible {
    /// It reports no position at all.
    case noPosition
    /// It moves a pointer.
    case touchpad
    /// It senses a pen only.
    case pen
    /// It has positions but nothing that says touch, as the absolute mouse of a virtual machine.
    case notTouch
    /// Its axes spill over into the multitouch codes.
    case fakeMultitouch
    /// It reports one contact without slots.
    case singleTouch
    /// It speaks the kernel's obsolete multitouch protocol A.
    case protocolA
    /// It declares an impossible number of slots.
    case slots(Int)
    /// The range of a position axis is empty or absurd.
    case unusableAxis(code: UInt16)

    /// The reason in a sentence's second half: "not used: …".
    public var description: String {
        switch self {
        case .noPosition: "no position axes: not a pointing or touch device"
        case .touchpad: "a touchpad or touch tablet, not a touchscreen"
        case .pen: "a pen, not touch"
        case .notTouch: "absolute positions without touch, as a virtual machine's mouse has"
        case .fakeMultitouch: "more axes than the kernel has names for; its multitouch codes are not touches"
        case .singleTouch: "a single-touch screen without slots, which this version does not read"
        case .protocolA: "multitouch protocol A without slots, which this version does not read"
        case .slots(let count): "device defect: declares \(count) slots"
        case .unusableAxis(let code):
            "device defect: the range of \(code == AbsoluteAxis.positionX ? "X" : "Y") is empty or absurd"
        }
    }
}
