// The udev properties of an input device: its kind, size and calibration.

/// The udev properties that describe an input device, with their values read as libinput reads them.
public struct UdevProperties: Hashable, Sendable {
    /// Whether it is a touchscreen (`ID_INPUT_TOUCHSCREEN`).
    public var isTouchscreen = false
    /// Whether it is a keyboard, whatever else it is (`ID_INPUT_KEYBOARD`).
    public var isKeyboard = false
    /// Whether the administrator has taken it from input handling (`LIBINPUT_IGNORE_DEVICE`).
    public var isIgnored = false
    /// Whether it is a pen's (`ID_INPUT_TABLET`), and has nothing that a pen has not: no touch and no keys, not even
    /// the buttons of a tablet.
    public var isPen: Bool { isTablet && !isTouchscreen && !isKeyboard && !hasOthers }
    private var isTablet = false
    /// Whether it is a touchpad, a tablet's buttons or a few keys (`others`).
    private var hasOthers = false
    /// libinput's name for the piece of hardware that it is a part of (`LIBINPUT_DEVICE_GROUP`); empty when libinput is
    /// not installed, or does not set it.
    package private(set) var group = ""
    /// `ID_INPUT_WIDTH_MM` and `ID_INPUT_HEIGHT_MM`; nil unless both are positive numbers.
    public var millimetres: Size? {
        guard let width, let height, width > 0, height > 0 else { return nil }
        return Size(width: Double(width), height: Double(height))
    }
    private var width: Int32?
    private var height: Int32?
    /// The administrator's calibration (`LIBINPUT_CALIBRATION_MATRIX`).
    public private(set) var calibration: AffineMatrix?
    /// The values that cannot be used, by the names of their properties.
    private var unusable: [String: String] = [:]

    /// Properties of which none is set.
    public init() {}

    /// Properties of a kind, in a group, with a size, whose millimetres are whole, and a calibration.
    public init(
        isTouchscreen: Bool, isKeyboard: Bool, isIgnored: Bool, isPen: Bool = false, group: String = "",
        millimetres: Size? = nil, calibration: AffineMatrix? = nil
    ) {
        (self.isTouchscreen, self.isKeyboard, self.isIgnored) = (isTouchscreen, isKeyboard, isIgnored)
        (isTablet, self.group) = (isPen, group)
        width = millimetres.flatMap { Int32(exactly: $0.width) }
        height = millimetres.flatMap { Int32(exactly: $0.height) }
        self.calibration = calibration
    }

    /// The properties that `property` returns, by their names.
    package init(_ property: (String) -> String?) {
        for name in Self.names { if let value = property(name) { set(name, value) } }
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
        isTablet = (hasAxes || hasContacts) && (device.hasKey(KeyCode.stylus) || device.hasKey(KeyCode.toolPen))
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

    /// Other kinds, in whose nodes a pen is not read.
    private static let others = ["ID_INPUT_TOUCHPAD", "ID_INPUT_TABLET_PAD", "ID_INPUT_KEY"]

    /// The properties that are read.
    private static let names =
        [
            "ID_INPUT_TOUCHSCREEN", "ID_INPUT_KEYBOARD", "ID_INPUT_TABLET", "LIBINPUT_IGNORE_DEVICE",
            "LIBINPUT_DEVICE_GROUP", "ID_INPUT_WIDTH_MM", "ID_INPUT_HEIGHT_MM", "LIBINPUT_CALIBRATION_MATRIX",
        ] + others

    /// Parses a property as udev writes it, `NAME=value`; other properties than those above are ignored.
    mutating func parse(_ line: ArraySlice<UInt8>) {
        guard let sign = line.firstIndex(of: UInt8(ascii: "=")) else { return }
        // Six numbers are never longer.
        let value = String(decoding: line[(sign + 1)...].prefix(1024), as: UTF8.self)
        set(String(bounded: line[..<sign]), value)
    }

    private mutating func set(_ name: String, _ value: String) {
        // libinput refuses any other value, but `LIBINPUT_IGNORE_DEVICE` is set by all values except 0.
        let isSet = value == "1"
        var isUsable = true
        switch name {
        case "LIBINPUT_IGNORE_DEVICE": isIgnored = value != "0"
        // It ends with where the device is plugged in; of devices that do not say so, all of a kind have the same.
        case "LIBINPUT_DEVICE_GROUP": group = value.hasSuffix(":") ? "" : String(bounded: value.utf8)
        case "ID_INPUT_WIDTH_MM":
            width = Int32(digits: Array(value.utf8)[...])
            isUsable = (width ?? 0) > 0
        case "ID_INPUT_HEIGHT_MM":
            height = Int32(digits: Array(value.utf8)[...])
            isUsable = (height ?? 0) > 0
        case "LIBINPUT_CALIBRATION_MATRIX":
            calibration = AffineMatrix(udev: value)
            isUsable = calibration != nil
        case "ID_INPUT_TOUCHSCREEN": isTouchscreen = isSet
        case "ID_INPUT_KEYBOARD": isKeyboard = isSet
        case "ID_INPUT_TABLET": isTablet = isSet
        case _ where Self.others.contains(name): hasOthers = hasOthers || isSet
        default: return
        }
        if name.hasPrefix("ID_INPUT_"), !name.hasSuffix("_MM") { isUsable = isSet || value == "0" }
        unusable[name] = isUsable ? nil : String(bounded: value.utf8)
    }

    /// A sentence for each property whose value cannot be used, with what it must be.
    package var warnings: [String] { unusable.keys.sorted().compactMap(warning) }

    /// The sentence for one of them; nil when its value can be used.
    package func warning(about name: String) -> String? {
        guard let value = unusable[name] else { return nil }
        let demand =
            switch name {
            case "LIBINPUT_CALIBRATION_MATRIX":
                "is ignored: it must begin with six numbers between -1000 and 1000, separated by blanks"
            case _ where name.hasSuffix("_MM"): "is ignored: it must be a whole number above 0"
            default: "counts as 0: it must be 0 or 1"
            }
        return "udev's \(name) is \"\(value.printable)\", which \(demand)"
    }

    /// The properties as udev writes them, `NAME=value`; read again they are the same.
    var lines: [String] {
        var lines = ["ID_INPUT_TOUCHSCREEN=\(isTouchscreen ? 1 : 0)"]
        if isKeyboard { lines.append("ID_INPUT_KEYBOARD=1") }
        if isTablet { lines.append("ID_INPUT_TABLET=1") }
        if hasOthers { lines.append("ID_INPUT_KEY=1") }
        if isIgnored { lines.append("LIBINPUT_IGNORE_DEVICE=1") }
        if !group.isEmpty { lines.append("LIBINPUT_DEVICE_GROUP=\(group.printable)") }
        if let width { lines.append("ID_INPUT_WIDTH_MM=\(width)") }
        if let height { lines.append("ID_INPUT_HEIGHT_MM=\(height)") }
        if let matrix = calibration {
            let numbers = matrix.calibration
            lines.append("LIBINPUT_CALIBRATION_MATRIX=" + numbers.map { $0.decimal }.joined(separator: " "))
        }
        return lines + unusable.sorted { $0.key < $1.key }.map { "\($0)=\($1.printable)" }
    }

    /// Whether a property, as udev writes it, says of which kind the device is.
    static func setsKind(_ line: ArraySlice<UInt8>) -> Bool { line.starts(with: "ID_INPUT_TOUCHSCREEN=".utf8) }

    /// Says of which kind the device is, as udev says by itself of such a device.
    mutating func classify(_ device: DeviceDescription, hasKeyboardKeys: Bool) {
        let usual = UdevProperties(classifying: device, hasKeyboardKeys: hasKeyboardKeys)
        (isTouchscreen, isKeyboard, isTablet) = (usual.isTouchscreen, usual.isKeyboard, usual.isTablet)
    }
}

extension Double {
    /// The number without an exponent, which libinput does not read.
    fileprivate var decimal: String {
        let text = "\(self)"
        guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...]), exponent < 0
        else { return text }
        let digits = text[..<mark].filter { "0"..."9" ~= $0 }
        return (self < 0 ? "-0." : "0.") + String(repeating: "0", count: -exponent - 1) + digits
    }
}
