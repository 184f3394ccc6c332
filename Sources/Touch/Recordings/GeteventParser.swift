// Parser for the text of Android's `getevent -t`, with or without `-l`, and of its `-p` and `-i`.

/// Parses descriptions of devices, and events with times.
///
///     add device 1: /dev/input/event3                                   a device begins
///       name:     "touch"
///       events:
///         KEY (0001): BTN_TOUCH
///         ABS (0003): ABS_MT_SLOT           : value 0, min 0, max 9, fuzz 0, flat 0, resolution 0
///                     ABS_MT_POSITION_X     : value 0, min 0, max 1079, fuzz 0, flat 0, resolution 0
///       input props:
///         INPUT_PROP_DIRECT
///     [   12345.678901] /dev/input/event3: EV_ABS       ABS_MT_POSITION_X    000002a8
///     [   12345.678901] /dev/input/event3: 0003 0035 000002a8
///
/// Names come with `-l`, numbers are hexadecimal. The node is missing when only one device is read.
struct GeteventParser: RecordingParser {
    private enum Part { case none, description, events, properties }

    var devices: ReadDevices
    /// The devices' places in the list by their nodes.
    private var places: [String: Int] = [:]
    /// The place of the device that is described.
    private var described = -1
    private var part = Part.none
    private var type: UInt16 = 0
    private static let mostNodes = 256

    init(keeping: EventKeeping) { devices = ReadDevices(keeping: keeping) }

    static func begins(_ line: ArraySlice<UInt8>) -> Bool {
        line.starts(with: "add device ".utf8) && line.contains(UInt8(ascii: "/")) || ListedEvent(line) != nil
    }

    mutating func parse(_ line: ArraySlice<UInt8>) throws(RecordingError.Code) -> Bool {
        if let event = ListedEvent(line) {
            part = .none
            guard let time = event.time else { throw .noTimes }
            if let value = event.value {
                devices[place(of: event.node)].append(
                    InputEvent(time: time, type: event.type, code: event.code, value: value))
            }
            return true
        }
        if line.starts(with: "add device ".utf8) {
            var words = RecordingWords(line.dropFirst("add device ".utf8.count))
            guard words.next() != nil, let node = words.next() else { return false }
            described = place(of: node)
            part = .description
            return true
        }
        // getevent cannot ask every node.
        if line.starts(with: "could not get driver version for ".utf8) { return true }
        return try parseDescription(line)
    }

    /// The place of the device with this node, which is added when it is new; -1 when there are too many.
    private mutating func place(of node: ArraySlice<UInt8>) -> Int {
        let name = String(bounded: node)
        if let place = places[name] { return place }
        guard places.count < Self.mostNodes else { return -1 }
        let place = devices.begin()
        devices[place].device.name = name
        places[name] = place
        return place
    }

    private mutating func parseDescription(_ line: ArraySlice<UInt8>) throws(RecordingError.Code) -> Bool {
        guard part != .none else { return false }
        let text = String(decoding: line.prefix(16), as: UTF8.self)
        switch text {
        case _ where text.hasPrefix("name:"):
            if let name = line.quoted { devices[described].device.name = String(bounded: name) }
        case _ where text.hasPrefix("events:"): part = .events
        case _ where text.hasPrefix("input props:"): part = .properties
        case _ where text.hasPrefix("location:") || text.hasPrefix("id:") || text.hasPrefix("version:"): break
        default:
            guard let path = DeviceDescription.identity.first(where: { text.hasPrefix($0.key) })?.value else {
                return try parseCodes(line)
            }
            var words = RecordingWords(line)
            _ = words.next()
            devices[described].device[keyPath: path] = try words.number(radix: 16)
        }
        return true
    }

    /// Parses a line of the lists of codes and properties.
    private mutating func parseCodes(_ line: ArraySlice<UInt8>) throws(RecordingError.Code) -> Bool {
        var words = RecordingWords(line, separators: " \t,")
        if part == .properties {
            let word = words.word()
            let known = EventNames.properties[word] ?? UInt16(word, radix: 16)
            if let known { devices[described].device.properties.insert(known) }
            return word.hasPrefix("INPUT_PROP_") || word.hasPrefix("<") || known != nil
        }
        guard part == .events else { return false }
        var rest = line
        if let opening = line.firstIndex(of: UInt8(ascii: "(")), line[opening...].dropFirst(5).starts(with: "):".utf8),
            let type = UInt16(digits: line[(opening + 1)..<(opening + 5)], radix: 16)
        {
            self.type = type
            rest = line[(opening + 7)...]
        }
        words = RecordingWords(rest, separators: " \t,")
        var axis: UInt16?
        while let word = words.next() {
            if word.elementsEqual(":".utf8) {
                if let axis { try parseAxis(axis, &words) }
                return true
            }
            // A mark says that a key is down.
            let name = String(word: word.last == UInt8(ascii: "*") ? word.dropLast() : word)
            guard let code = EventNames.codes[name] ?? (name.count == 4 ? UInt16(name, radix: 16) : nil) else {
                // A key that no recording holds, or no code at all.
                guard name.contains("_") else { return false }
                continue
            }
            devices[described].declare(type: type, code: code)
            if type == EventType.absolute { axis = code }
        }
        return true
    }

    private mutating func parseAxis(_ code: UInt16, _ words: inout RecordingWords) throws(RecordingError.Code) {
        var axis = Axis(minimum: 0, maximum: 0)
        while case let name = words.word(), !name.isEmpty {
            axis.set(name, try words.number())
        }
        devices[described].device.axes[code] = axis
    }
}

/// A line of getevent with an event.
private struct ListedEvent {
    /// Nil without `-t`.
    var time: Timestamp?
    /// The node that it comes from; empty when only one is read.
    var node: ArraySlice<UInt8> = []
    var type: UInt16 = 0
    var code: UInt16 = 0
    /// Nil for a code that no recording holds.
    var value: Int32?

    /// Nil for another line.
    init?(_ line: ArraySlice<UInt8>) {
        var rest = line
        if line.first == UInt8(ascii: "[") {
            guard let end = line.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            time = Timestamp(digits: line[..<end].dropFirst().drop { $0 == UInt8(ascii: " ") })
            guard time != nil else { return nil }
            rest = line[(end + 1)...]
        }
        var words = RecordingWords(rest)
        guard var word = words.next() else { return nil }
        if time == nil, word.last == UInt8(ascii: ":"),
            let old = Timestamp(digits: word.dropLast(), separator: UInt8(ascii: "-"))
        {
            // Android's first versions.
            time = old
            guard let next = words.next() else { return nil }
            word = next
        }
        if word.first == UInt8(ascii: "/"), word.last == UInt8(ascii: ":") {
            node = word.dropLast()
            guard let next = words.next() else { return nil }
            word = next
        }
        // Without a time or a node three numbers may be anything.
        let isNamed = EventNames.types[String(word: word)] != nil
        guard isNamed || word.count == 4 && (time != nil || !node.isEmpty),
            let type = EventNames.types[String(word: word)] ?? UInt16(digits: word, radix: 16),
            let code = words.next(), let value = words.next()
        else { return nil }
        self.type = type
        let name = String(word: code)
        guard let number = EventNames.codes[name] ?? (code.count == 4 ? UInt16(digits: code, radix: 16) : nil) else {
            // Keys have names, too.
            if !name.contains("_") { return nil }
            return
        }
        self.code = number
        guard RecordedCodes.contains(type: type, code: number) else { return }
        self.value =
            EventNames.values[String(word: value)]
            ?? UInt32(digits: value, radix: 16).map { Int32(bitPattern: $0) }
        if self.value == nil { return nil }
    }
}
