// The udev properties of an input device: its kind, size and calibration.

/// The udev properties that describe the kind of a device.
public struct UdevProperties: Hashable, Sendable {
    /// Whether it is a touchscreen (`ID_INPUT_TOUCHSCREEN`).
    public var isTouchscreen = false
    /// Whether it is a keyboard, whatever else it is (`ID_INPUT_KEYBOARD`).
    public var isKeyboard = false
    /// Whether the administrator has taken it from input handling (`LIBINPUT_IGNORE_DEVICE`).
    public var isIgnored = false
    /// `ID_INPUT_WIDTH_MM` and `ID_INPUT_HEIGHT_MM`; nil unless both are positive numbers.
    public var millimetres: Size? { Size(udevWidth: width, height: height) }
    private var width: Int32?
    private var height: Int32?
    /// The administrator's calibration (`LIBINPUT_CALIBRATION_MATRIX`).
    public private(set) var calibration: AffineMatrix?

    /// Properties of which none is set.
    public init() {}

    /// Properties of a kind, with a size, whose millimetres are whole, and a calibration.
    public init(
        isTouchscreen: Bool, isKeyboard: Bool, isIgnored: Bool, millimetres: Size? = nil,
        calibration: AffineMatrix? = nil
    ) {
        (self.isTouchscreen, self.isKeyboard, self.isIgnored) = (isTouchscreen, isKeyboard, isIgnored)
        width = millimetres.flatMap { Int32(exactly: $0.width) }
        height = millimetres.flatMap { Int32(exactly: $0.height) }
        self.calibration = calibration
    }

    /// The properties that udev sets by itself (its `input_id`) for a device with these axes, buttons and properties.
    ///
    /// Recordings hold no keys, so their readers note apart whether the device has those of a keyboard.
    /// These are all keys from Esc to S (`hasKeyboardKeys`).
    public init(classifying device: DeviceDescription, hasKeyboardKeys: Bool = false) {
        isKeyboard = hasKeyboardKeys
        let hasAxes = device.hasAxis(AbsoluteAxis.x) && device.hasAxis(AbsoluteAxis.y)
        let hasContacts =
            device.hasAxis(AbsoluteAxis.positionX) && device.hasAxis(AbsoluteAxis.positionY) && !device.isFakeMultitouch
        let isDirect = device.properties.contains(DeviceProperty.direct)
        let hasKeys = !(device.codes[EventType.key] ?? []).isEmpty
        let isAccelerometer =
            device.properties.contains(Self.accelerometer) || !hasKeys && hasAxes && device.hasAxis(AbsoluteAxis.z)
        let isTablet = device.hasKey(KeyCode.stylus) || device.hasKey(KeyCode.toolPen)
        let isTouchpad = device.hasKey(KeyCode.toolFinger) && !isDirect
        let isMouse = Self.mouseButtons.contains(where: device.hasKey)
        isTouchscreen =
            (hasContacts || hasAxes && !isMouse) && (isDirect || device.hasKey(KeyCode.touch))
            && !isAccelerometer && !isTablet && !isTouchpad
    }

    /// `INPUT_PROP_ACCELEROMETER`.
    private static let accelerometer: UInt16 = 6
    /// `BTN_MOUSE` to the last code before `BTN_JOYSTICK`.
    private static let mouseButtons: Range<UInt16> = 0x110..<0x120

    /// Takes a property as udev writes it, `NAME=value`; others than those above are passed over.
    mutating func take(_ line: ArraySlice<UInt8>) {
        guard let sign = line.firstIndex(of: UInt8(ascii: "=")) else { return }
        let (name, value) = (line[..<sign], line[(sign + 1)...])
        let isSet = value.elementsEqual("1".utf8)
        if name.elementsEqual("ID_INPUT_TOUCHSCREEN".utf8) { isTouchscreen = isSet }
        if name.elementsEqual("ID_INPUT_KEYBOARD".utf8) { isKeyboard = isSet }
        if name.elementsEqual("LIBINPUT_IGNORE_DEVICE".utf8) { isIgnored = !value.elementsEqual("0".utf8) }
        if name.elementsEqual("ID_INPUT_WIDTH_MM".utf8) { width = Int32(digits: value) }
        if name.elementsEqual("ID_INPUT_HEIGHT_MM".utf8) { height = Int32(digits: value) }
        if name.elementsEqual("LIBINPUT_CALIBRATION_MATRIX".utf8) {
            calibration = AffineMatrix(udev: String(bounded: value))
        }
    }

    /// The properties as udev writes them, `NAME=value`; read again they are the same.
    var lines: [String] {
        var lines = ["ID_INPUT_TOUCHSCREEN=\(isTouchscreen ? 1 : 0)"]
        if isKeyboard { lines.append("ID_INPUT_KEYBOARD=1") }
        if isIgnored { lines.append("LIBINPUT_IGNORE_DEVICE=1") }
        if let width { lines.append("ID_INPUT_WIDTH_MM=\(width)") }
        if let height { lines.append("ID_INPUT_HEIGHT_MM=\(height)") }
        if let matrix = calibration {
            let numbers = [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f]
            lines.append("LIBINPUT_CALIBRATION_MATRIX=" + numbers.map { "\($0)" }.joined(separator: " "))
        }
        return lines
    }

    /// Whether a property, as udev writes it, says of which kind the device is.
    static func tellsKind(_ line: ArraySlice<UInt8>) -> Bool { line.starts(with: "ID_INPUT_TOUCHSCREEN=".utf8) }

    /// Says of which kind the device is, as udev says by itself of such a device.
    mutating func classify(_ device: DeviceDescription, hasKeyboardKeys: Bool) {
        let usual = UdevProperties(classifying: device, hasKeyboardKeys: hasKeyboardKeys)
        (isTouchscreen, isKeyboard) = (usual.isTouchscreen, usual.isKeyboard)
    }
}

extension Size {
    /// udev's size in millimetres; nil unless both sides are known and positive.
    package init?(udevWidth width: Int32?, height: Int32?) {
        guard let width, let height, width > 0, height > 0 else { return nil }
        self.init(width: Double(width), height: Double(height))
    }
}
