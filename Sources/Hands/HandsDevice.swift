// The devices with which gestured-hands points and types, and what may be written to them.

public import Touch

/// A device that gestured-hands makes.
public enum HandsDevice: Hashable, Sendable {
    /// The keyboard.
    case keyboard
    /// The pointer of a surface: absolute, as that of a virtual machine, with three buttons, two wheels, and Ctrl.
    case pointer(surface: String)

    /// The name of the device, which compositors show and are configured by.
    public var name: String {
        switch self {
        case .keyboard: "gestured keyboard"
        case .pointer(let surface): "gestured pointer \(surface)"
        }
    }

    /// The right or bottom edge of a pointer's axes; the left and top ones are 0.
    public static let farEdge: Int32 = 65535

    /// A wheel's value of high resolution for a notch.
    public static let notch: Int32 = 120

    /// The keys of the keyboard: those from Esc to 248, without those that are about the machine.
    public static let keys: [UInt16] = (1...248).filter { !reserved.contains($0) }

    /// The buttons of a pointer: left, right, middle.
    public static let buttons: [UInt16] = [KeyCode.left, KeyCode.left + 1, KeyCode.left + 2]

    /// The Ctrl of a pointer, under which its wheel zooms.
    ///
    /// From another device it could come after the wheel: libinput reads all that one device has, and then the next.
    public static let control: UInt16 = 29

    /// The wheels of a pointer: `REL_HWHEEL`, `REL_WHEEL`, `REL_WHEEL_HI_RES`, `REL_HWHEEL_HI_RES`.
    public static let wheels: [UInt16] = [0x06, 0x08, 0x0b, 0x0c]

    /// Keys that no gesture types: the kernel obeys `KEY_SYSRQ`, logind those of power and sleep, and a wireless switch
    /// takes the machine off the network.
    private static let reserved: Set<UInt16> = [99, 116, 142, 143, 205, 237, 238, 239, 240, 247]

    /// Whether an event may be written to the device.
    ///
    /// Of a key or button, the values are 0 and 1: the kernel, or the compositor, repeats by itself.
    public func allows(_ event: OutputEvent) -> Bool {
        switch (self, event.type) {
        case (_, EventType.synchronization): event.isReport
        case (.keyboard, EventType.key): (0...1).contains(event.value) && Self.isKey(event.code)
        case (.pointer, EventType.key):
            (0...1).contains(event.value) && (Self.buttons.contains(event.code) || event.code == Self.control)
        case (.pointer, EventType.absolute):
            (AbsoluteAxis.x...AbsoluteAxis.y).contains(event.code) && (0...Self.farEdge).contains(event.value)
        case (.pointer, EventType.relative):
            Self.wheels.contains(event.code) && (-Self.mostAtOnce...Self.mostAtOnce).contains(event.value)
        default: false
        }
    }

    private static func isKey(_ code: UInt16) -> Bool { (1...248).contains(code) && !reserved.contains(code) }

    /// The most that a wheel turns in a frame.
    private static let mostAtOnce: Int32 = 100 * notch
}
