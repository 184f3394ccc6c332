// Check whether a device is a touchscreen that gestured can read, with the reason when it is not.

/// Whether a device is used, from its description.
public enum DeviceVerdict: Hashable, Sendable {
    /// A touchscreen, which is used: its protocol, and the largest number of contacts.
    case touchscreen(ContactProtocol, contacts: Int)
    /// Not used, for this reason.
    case refused(DeviceRefusal)

    /// Decides by properties and axes alone, as the kernel's documentation and libinput do.
    ///
    /// `INPUT_PROP_DIRECT` makes a touchscreen, `INPUT_PROP_POINTER` a touchpad. Old drivers set neither: then
    /// touch without `BTN_TOOL_FINGER` counts as direct (devices without `BTN_TOUCH` exist too).
    ///
    /// If the configuration says that it is a touchscreen (`isAssured`), it is refused only if it cannot be read.
    public init(of device: DeviceDescription, isAssured: Bool = false) {
        if let refusal = isAssured ? nil : Self.refusal(of: device) {
            self = .refused(refusal)
        } else if let contactProtocol = ContactProtocol(of: device) {
            let contacts = contactProtocol.contactCount(of: device)
            self =
                Self.defect(of: device, contactProtocol, contacts).map { .refused($0) }
                ?? .touchscreen(contactProtocol, contacts: contacts)
        } else {
            self = .refused(.noPosition(axes: device.axes.keys.sorted()))
        }
    }

    /// Whether it is another kind of device.
    private static func refusal(of device: DeviceDescription) -> DeviceRefusal? {
        guard let contactProtocol = ContactProtocol(of: device) else {
            return device.isFakeMultitouch ? .fakeMultitouch : .noPosition(axes: device.axes.keys.sorted())
        }
        guard !device.properties.contains(DeviceProperty.pointer) else { return .touchpad }
        let isDirect = device.properties.contains(DeviceProperty.direct)
        // Known ones press and release their button in every frame: not even one finger can be followed.
        if device.isFakeMultitouch { return .fakeMultitouch }
        let relative = device.codes[EventType.relative] ?? []
        guard !relative.isSuperset(of: [0, 1]) else { return .mouse }
        let isPen = device.hasKey(KeyCode.toolPen) || device.hasKey(KeyCode.stylus)
        if contactProtocol == .singleTouch, isPen { return .pen }
        if !isDirect {
            if device.hasKey(KeyCode.toolFinger) { return .touchpad }
            if contactProtocol == .singleTouch, !device.hasKey(KeyCode.touch) { return .notTouch }
        }
        return nil
    }

    /// Whether it cannot be read, whatever it is.
    private static func defect(
        of device: DeviceDescription, _ contactProtocol: ContactProtocol, _ contacts: Int
    ) -> DeviceRefusal? {
        guard (1...maximumSlots).contains(contacts) else { return .slots(contacts) }
        guard let axes = contactProtocol.positionAxes(of: device) else { return .unusableAxis("X or Y", nil) }
        for (name, axis) in [("X", axes.x), ("Y", axes.y)] {
            guard axis.minimum < axis.maximum, axis.range < 0x3fff_ffff, axis.resolution >= 0 else {
                return .unusableAxis(name, axis)
            }
        }
        return nil
    }

    /// More slots than any panel has (60 is the most seen); a larger number is a device gone wrong.
    public static let maximumSlots = 256
}

/// Why a device is not used; `description` describes each reason.
public enum DeviceRefusal: Hashable, Sendable, CustomStringConvertible {
    /// It reports no position that is known as one; these are the axes that it has.
    case noPosition(axes: [UInt16])
    case touchpad
    case mouse
    case pen
    case notTouch
    case fakeMultitouch
    case slots(Int)
    case unusableAxis(String, Axis?)

    /// The reason in a sentence's second half: "not used: …".
    public var description: String {
        switch self {
        case .noPosition(let axes) where axes.isEmpty: "no axes: not a pointing or touch device"
        case .noPosition(let axes):
            "no position axes, only \(axes.map { "0x" + String($0, radix: 16) }.joined(separator: " ")): "
                + "not a pointing or touch device"
        case .touchpad: "a touchpad or touch tablet, not a touchscreen"
        case .mouse: "a mouse, which moves a pointer"
        case .pen: "a pen, not touch"
        case .notTouch: "absolute positions without touch, such as a virtual machine's mouse"
        case .fakeMultitouch: "more axes than the kernel has names for; its multitouch codes are not touches"
        case .slots(let count): "device defect: declares \(count) slots"
        case .unusableAxis(let name, let axis):
            "device defect: the \(name) axis is empty or absurd"
                + (axis.map { ": \($0.minimum) to \($0.maximum), \($0.resolution) per mm" } ?? "")
        }
    }
}

extension ContactProtocol {
    /// The largest number of contacts that such a device can report.
    func contactCount(of device: DeviceDescription) -> Int {
        switch self {
        case .slots: device.slotCount
        case .singleTouch: 1
        case .trackedContacts, .anonymousContacts: ListedContacts.capacity
        }
    }
}
