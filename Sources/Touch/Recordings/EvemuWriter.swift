// Writer of recordings as evemu text (1.3), which evemu's own programs and `EvemuParser` read.

/// Writes evemu text into a buffer that the caller empties.
///
///     # EVEMU 1.3
///     #~ udev: NAME=value
///     N: name   I: bus vendor product version   P: properties   B: codes by type   A: axes
///     E: seconds.microseconds type code value
///     #~ gestured seconds.microseconds: what it said at that time
///
/// Events that `RecordedCodes` excludes are not written.
public struct EvemuWriter {
    /// The lines written since the buffer was emptied; whole lines.
    public var bytes: [UInt8] = []
    /// The time of the last frame, for the comment after the next one.
    private var lastReport: Timestamp?

    /// Starts with nothing written.
    public init() {}

    /// Writes the head of a recording, which is to come first; each comment is a line.
    public mutating func append(
        _ device: DeviceDescription, comments: [String] = [], udev: UdevProperties? = nil
    ) {
        let device = device.recorded
        append(comment: "EVEMU 1.3")
        for comment in comments { append(comment: comment) }
        for line in udev?.lines ?? [] { append(text: "#~ udev: \(line)\n") }
        append(comment: "Input device name: \"\(device.name)\"")
        append(comment: Self.size(of: device))
        append(text: "N: \(device.name.printable)\n")
        let numbers = [device.bus, device.vendor, device.product, device.version]
        append(text: "I: \(numbers.map { Self.hexadecimal($0) }.joined(separator: " "))\n")
        append(mask: device.properties, prefix: "P:", leastBytes: 8)
        let types = Set<UInt16>(device.codes.keys).subtracting([EventType.synchronization])
        append(mask: types.union([EventType.synchronization]), prefix: "B: 00", leastBytes: 8)
        for type in types.union(Self.usualTypes.keys).sorted() {
            append(
                mask: device.codes[type] ?? [], prefix: "B: " + Self.hexadecimal(type, digits: type > 0xff ? 4 : 2),
                leastBytes: Self.usualTypes[type] ?? 8)
        }
        for (code, axis) in device.axes.sorted(by: { $0.key < $1.key }) {
            let numbers = [axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution]
            append(text: "A: " + Self.hexadecimal(code, digits: code > 0xff ? 4 : 2))
            append(text: numbers.map { " \($0)" }.joined() + "\n")
        }
    }

    /// Writes an event, unless it is one that no recording may hold.
    ///
    /// evemu knows no time before its clock's origin: such a one is written as the origin.
    public mutating func append(_ event: InputEvent) {
        guard RecordedCodes.contains(type: event.type, code: event.code) else { return }
        append(text: "E: \(Self.seconds(event.time)) ")
        append(text: "\(Self.hexadecimal(event.type)) \(Self.hexadecimal(event.code)) ")
        // The sign counts as a digit.
        let digits = Self.padded("\(event.value.magnitude)", to: event.value < 0 ? 3 : 4)
        append(text: event.value < 0 ? "-" + digits : digits)
        if event.isReport {
            let elapsed = event.time.microseconds &- (lastReport ?? event.time).microseconds
            append(text: "\t# ------------ SYN_REPORT (\(event.value)) ---------- +\(elapsed / 1000)ms")
            lastReport = event.time
        }
        append(text: "\n")
    }

    /// Writes what gestured said, which ends with its first line.
    public mutating func append(_ note: RecordingNote) {
        let line = note.text.prefix { !$0.isNewline }
        append(text: EvemuParser.noteMark + "\(Self.seconds(note.time)): \(line)\n")
    }

    private static func seconds(_ time: Timestamp) -> String {
        let (seconds, rest) = max(0, time.microseconds).quotientAndRemainder(dividingBy: 1_000_000)
        return "\(seconds).\(padded("\(rest)", to: 6))"
    }

    /// Writes a line for people.
    public mutating func append(comment: String) {
        append(text: "# \(comment.printable)\n")
    }

    /// The number of bytes of each type's mask that evemu writes for every device; its reader expects no fewer.
    private static let usualTypes: [UInt16: Int] = [
        EventType.key: 96, EventType.relative: 8, EventType.absolute: 8, 0x04: 8, 0x05: 8, 0x11: 8, 0x12: 8, 0x14: 8,
        0x15: 16,
    ]

    private static func size(of device: DeviceDescription) -> String {
        let axes =
            device.hasAxis(AbsoluteAxis.positionX)
            ? (AbsoluteAxis.positionX, AbsoluteAxis.positionY) : (AbsoluteAxis.x, AbsoluteAxis.y)
        guard let x = device.axes[axes.0], let y = device.axes[axes.1], x.resolution > 0, y.resolution > 0 else {
            return "Size in mm: not known, as the axes have no resolution"
        }
        return "Size in mm: \(Int64(x.range) / Int64(x.resolution))x\(Int64(y.range) / Int64(y.resolution))"
    }

    /// Writes the set as bytes with its lowest members first, eight bytes a line.
    private mutating func append(mask: Set<UInt16>, prefix: String, leastBytes: Int) {
        let count = max(leastBytes, (Int(mask.max() ?? 0) / 8 + 8) / 8 * 8)
        var octets = [UInt8](repeating: 0, count: count)
        for member in mask { octets[Int(member) / 8] |= 1 << (member % 8) }
        for start in stride(from: 0, to: count, by: 8) {
            let words = octets[start..<(start + 8)].map { Self.hexadecimal(UInt16($0), digits: 2) }
            append(text: "\(prefix) \(words.joined(separator: " "))\n")
        }
    }

    private mutating func append(text: String) { bytes.append(contentsOf: text.utf8) }

    private static func hexadecimal(_ number: UInt16, digits: Int = 4) -> String {
        padded(String(number, radix: 16), to: digits)
    }

    private static func padded(_ number: String, to digits: Int) -> String {
        String(repeating: "0", count: max(0, digits - number.utf8.count)) + number
    }
}

extension Recording {
    /// The recording as evemu text, with its own times.
    public var evemu: [UInt8] {
        var writer = EvemuWriter()
        writer.append(device, udev: udev)
        for event in events { writer.append(event) }
        for note in notes { writer.append(note) }
        return writer.bytes
    }
}
