// Parser for the YAML that `libinput record` writes.

extension Recording {
    /// Reads the YAML of `libinput record`: of its devices the first touchscreen, or the first when there is none.
    ///
    /// Numbers are decimal. Keys and scan codes are passed over (`RecordedCodes`), and so is what libinput itself
    /// made of the events (`--with-libinput`), or whatever else a section holds that is not known here. A last line
    /// that ends in the middle is left out: there the recording broke off.
    ///
    /// - Throws: `RecordingError` with the first faulty line.
    public init(libinput text: some Sequence<UInt8>) throws(RecordingError) {
        var reader = RecordingReader(format: .libinput)
        try reader.take(Array(text)[...])
        self = try reader.finish().recording
    }
}

/// Takes the lines one by one and remembers only in which part of the document it is.
///
///     devices:                      column 0
///     - node: /dev/input/event5     a device begins
///       evdev:                      column 2: a section
///         name: "…"                 column 4: what the device says of itself
///         codes:
///           3: [0, 1, 47]           column 6: type or axis and its numbers
///       udev:
///         properties:
///         - ID_INPUT=1              column 4: what udev says of it
///       events:
///       - evdev:                    column 2: a frame
///         - [  0, 14463, 3, 53, 9]  column 4: seconds, microseconds, type, code, value
struct LibinputParser {
    private enum Part { case none, description, codes, axes, udev, events, frame }

    private var part = Part.none
    private var device: ReadDevice?
    /// The device that is given in the end, once another has begun.
    private var chosen: ReadDevice?
    private let keeping: EventKeeping
    private var deviceCount = 0
    /// Whether nothing of the present device is wanted, because a touchscreen came before it.
    private var isPassedOver = false

    var mayBreakOff: Bool { deviceCount > 0 }

    init(keeping: EventKeeping) { self.keeping = keeping }

    /// Removes and returns the kept events, of one device only unless all are kept.
    mutating func takeEvents() -> [InputEvent] { (chosen?.takeEvents() ?? []) + (device?.takeEvents() ?? []) }

    mutating func take(_ line: ArraySlice<UInt8>) throws(RecordingError.Code) {
        let text = line.drop { $0 == UInt8(ascii: " ") }
        guard let first = text.first, first != UInt8(ascii: "#") else { return }
        let column = line.count - text.count
        if column == 0 || column == 2 { return try takeHeading(text, column: column) }
        switch part {
        case .none: return
        case .description, .codes, .axes: try takeDescription(text, column: column)
        case .udev: takeProperty(text, column: column)
        case .events, .frame: try takeEvent(text, column: column)
        }
    }

    /// Returns the device, and remarks about others.
    func finish() throws(RecordingError.Code) -> (ReadDevice, remarks: [String]) {
        guard var device = choice else { throw .noDevices }
        device.completeUdev()
        guard deviceCount > 1 else { return (device, []) }
        let kind = device.isTouchscreen ? "the first touchscreen" : "the first, as none is a touchscreen"
        return (device, ["it holds \(deviceCount) devices; \"\(device.device.name.printable)\" is used, \(kind)"])
    }

    /// The first touchscreen, or else the first device.
    private var choice: ReadDevice? {
        guard let chosen else { return device }
        guard !chosen.isTouchscreen, let device, device.isTouchscreen else { return chosen }
        return device
    }

    private mutating func takeHeading(_ text: ArraySlice<UInt8>, column: Int) throws(RecordingError.Code) {
        let isItem = text.first == UInt8(ascii: "-")
        if column == 0 {
            part = .none
            guard isItem else { return }
            chosen = choice
            isPassedOver = chosen?.isTouchscreen ?? false
            device = ReadDevice(number: deviceCount, keeping: keeping)
            deviceCount += 1
        } else if isItem {
            // An item of `events:`; other sections have their lists at column 4.
            guard part == .events || part == .frame else { return }
            part = text.elementsEqual("- evdev:".utf8) ? .frame : .events
        } else if text.elementsEqual("evdev:".utf8), device != nil {
            part = .description
        } else if text.elementsEqual("udev:".utf8), device != nil {
            part = .udev
        } else if text.elementsEqual("events:".utf8), device != nil {
            part = .events
        } else {
            guard text.contains(UInt8(ascii: ":")) else { throw .unknownEntry }
            part = .none
        }
    }

    private mutating func takeDescription(_ text: ArraySlice<UInt8>, column: Int) throws(RecordingError.Code) {
        guard !isPassedOver else { return }
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")) else { throw .unknownEntry }
        let (key, body) = (text[..<colon], text[(colon + 1)...])
        guard column == 4 else {
            if column == 6, part == .codes { return try takeCodes(key, body) }
            if column == 6, part == .axes { return try takeAxis(key, body) }
            return
        }
        part = .description
        // No key that is known is longer.
        switch String(decoding: key.prefix(16), as: UTF8.self) {
        case "name": device?.device.name = try Self.quoted(body)
        case "id":
            var numbers = try RecordingWords(list: body)
            device?.device.bus = try numbers.number()
            device?.device.vendor = try numbers.number()
            device?.device.product = try numbers.number()
            device?.device.version = try numbers.number()
        case "codes": part = .codes
        case "absinfo": part = .axes
        case "properties":
            var numbers = try RecordingWords(list: body)
            while let property: UInt16 = try numbers.nextNumber() { device?.device.properties.insert(property) }
        default: break
        }
    }

    private mutating func takeCodes(_ key: ArraySlice<UInt8>, _ body: ArraySlice<UInt8>) throws(RecordingError.Code) {
        guard let type = UInt16(digits: key) else { throw .badNumber }
        var numbers = try RecordingWords(list: body)
        while let code: UInt16 = try numbers.nextNumber() {
            // Type 0 is of every device and says nothing of it.
            device?.declare(type: type, code: code)
        }
    }

    private mutating func takeAxis(_ key: ArraySlice<UInt8>, _ body: ArraySlice<UInt8>) throws(RecordingError.Code) {
        guard let code = UInt16(digits: key) else { throw .badNumber }
        var numbers = try RecordingWords(list: body)
        device?.device.axes[code] = Axis(
            minimum: try numbers.number(), maximum: try numbers.number(), fuzz: try numbers.number(),
            flat: try numbers.number(), resolution: try numbers.number())
        device?.device.codes[EventType.absolute, default: []].insert(code)
    }

    private mutating func takeProperty(_ text: ArraySlice<UInt8>, column: Int) {
        guard column == 4, text.starts(with: "- ".utf8), !isPassedOver else { return }
        // A machine without udev writes no properties, which says nothing of the device.
        if device?.udev == nil { device?.udev = UdevProperties() }
        device?.udev?.take(text.dropFirst(2))
    }

    private mutating func takeEvent(_ text: ArraySlice<UInt8>, column: Int) throws(RecordingError.Code) {
        guard column == 4 else { return }
        guard text.first == UInt8(ascii: "-") else {
            // Within a frame another key, as `libinput:`, whose list stands at the same column.
            part = .events
            return
        }
        guard part == .frame, !isPassedOver else { return }
        var numbers = try RecordingWords(list: text.dropFirst())
        let (seconds, microseconds): (UInt32, UInt32) = (try numbers.number(), try numbers.number())
        guard microseconds < 1_000_000 else { throw .badNumber }
        let event = InputEvent(
            time: Timestamp(microseconds: Int64(seconds) * 1_000_000 + Int64(microseconds)),
            type: try numbers.number(), code: try numbers.number(), value: try numbers.number())
        device?.append(event)
    }

    /// Returns the text between the first quotation mark and the last: libinput does not escape those in names.
    private static func quoted(_ body: ArraySlice<UInt8>) throws(RecordingError.Code) -> String {
        let mark = UInt8(ascii: "\"")
        guard let first = body.firstIndex(of: mark), let last = body.lastIndex(of: mark), first < last else {
            throw .unknownEntry
        }
        return String(bounded: body[(first + 1)..<last])
    }
}

extension RecordingWords {
    /// The numbers of `[1, 2, 3]`.
    fileprivate init(list text: ArraySlice<UInt8>) throws(RecordingError.Code) {
        let text = text.drop { $0 == UInt8(ascii: " ") }
        guard text.first == UInt8(ascii: "["), let end = text.firstIndex(of: UInt8(ascii: "]")) else {
            throw .unknownEntry
        }
        self.init(text[(text.startIndex + 1)..<end], separators: " ,")
    }
}

extension ReadDevice {
    fileprivate var isTouchscreen: Bool {
        if case .touchscreen = DeviceVerdict(of: device) { true } else { false }
    }
}
