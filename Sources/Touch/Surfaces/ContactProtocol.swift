// The kernel protocols by which devices report contacts: slots, protocol A, single touch.

/// The protocol by which a touchscreen's events distinguish contacts (`Documentation/input/multi-touch-protocol.rst`).
public enum ContactProtocol: Hashable, Sendable {
    /// Protocol B: each contact has a slot, and a tracking id while it lasts; only what changes is sent.
    case slots
    /// Protocol A with tracking ids: every frame lists all contacts, each with its number.
    case trackedContacts
    /// Protocol A without: every frame lists all contacts, in any order.
    case anonymousContacts
    /// `ABS_X`, `ABS_Y` and a button: one contact, or none.
    case singleTouch

    /// The protocol's name in a list of devices.
    public var name: String {
        switch self {
        case .slots: "B"
        case .trackedContacts: "A with tracking ids"
        case .anonymousContacts: "A"
        case .singleTouch: "single touch"
        }
    }

    /// The protocol that a device's axes and buttons allow; nil when they are no touchscreen's.
    public init?(of device: DeviceDescription) {
        if device.isFakeMultitouch || !device.hasPosition(AbsoluteAxis.positionX, AbsoluteAxis.positionY) {
            guard device.hasPosition(AbsoluteAxis.x, AbsoluteAxis.y) else { return nil }
            self = .singleTouch
        } else if device.hasAxis(AbsoluteAxis.slot), device.hasAxis(AbsoluteAxis.trackingID) {
            self = .slots
        } else if device.hasAxis(AbsoluteAxis.slot), device.hasPosition(AbsoluteAxis.x, AbsoluteAxis.y) {
            // Slots without tracking ids do not say which of them are in use.
            self = .singleTouch
        } else {
            self = device.hasAxis(AbsoluteAxis.trackingID) ? .trackedContacts : .anonymousContacts
        }
    }

    /// The axes that positions come in; nil when the device lacks one.
    public func positionAxes(of device: DeviceDescription) -> (x: Axis, y: Axis)? {
        let codes =
            self == .singleTouch
            ? (AbsoluteAxis.x, AbsoluteAxis.y) : (AbsoluteAxis.positionX, AbsoluteAxis.positionY)
        guard let x = device.axes[codes.0], let y = device.axes[codes.1] else { return nil }
        return (x, y)
    }

    /// The axis of the pressure from which a touch's force is computed; nil when the device lacks it, or it has no
    /// range.
    package func pressureAxis(of device: DeviceDescription) -> Axis? {
        let code = self == .singleTouch ? AbsoluteAxis.singleTouchPressure : AbsoluteAxis.pressure
        guard let axis = device.axes[code], axis.range > 0 else { return nil }
        return axis
    }
}

extension DeviceDescription {
    fileprivate func hasPosition(_ x: UInt16, _ y: UInt16) -> Bool { hasAxis(x) && hasAxis(y) }

    /// Whether its multitouch codes mean something else.
    ///
    /// A device with more axes than the kernel has names for uses these codes, too. The code before `ABS_MT_SLOT` is
    /// unassigned, so a device with it has them all (the test of libevdev and libinput).
    var isFakeMultitouch: Bool { hasAxis(AbsoluteAxis.slot - 1) }
}
