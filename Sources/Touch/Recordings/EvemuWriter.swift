// Writer of recordings as evemu text (1.3), which evemu's own programs and `EvemuParser` read.

/// Writes evemu text into a buffer that the caller empties.
///
///     # EVEMU 1.3
///     #~ udev: NAME=value
///     N: name   I: bus vendor product version   P: properties   B: codes by type   A: axes
///     E: seconds.microseconds type code value
///
/// Events that `RecordedCodes` excludes are not written.
public struct EvemuWriter {
    /// The lines written since the buffer was emptied; whole lines.
    public var bytes: [UInt8] = []
    /// The time of the last frame, for the comment after the next one.
    private var lastReport: Timestamp?

    /// Starts with nothing written.
    public init() {}

    /// Writes the head of a recording, which is to come first.
    ///
    /// - Parameters:
    ///   - device: What the device says of itself.
    ///   - comments: What else there is to say, a line each.
    ///   - udev: What udev says of the device; nil when that is not known.
    public mutating func append(
        _ device: DeviceDescription, comments: [String] = [], udev: UdevProperties? = nil
    ) {
        let device = device.recorded
        append(comment: "EVEMU 1.3")
        for comment in comments { append(comment: comment) }
        for line in udev?.lines ?? [] { append(text: "#~ udev: \(line)\n") }
        append(comment: "Input device name: \"\(device.name)\"")
        append(comment: Self.size(of: device))
        append(text: "N: \(Self.line(device.name))\n")
        append(text: "I:")
        for number in [device.bus, device.vendor, device.product, device.version] {
            append(text: " ")
            append(hexadecimal: number)
        }
        append(text: "\n")
        append(mask: device.properties, prefix: "P:", leastBytes: 8)
        let types = Set<UInt16>(device.codes.keys).subtracting([EventType.synchronization])
        append(mask: types.union([EventType.synchronization]), prefix: "B: 00", leastBytes: 8)
        for type in types.union(Self.usualTypes.keys).sorted() {
            var prefix = EvemuWriter()
            prefix.append(text: "B: ")
            prefix.append(hexadecimal: type, digits: type > 0xff ? 4 : 2)
            append(
                mask: device.codes[type] ?? [], prefix: String(decoding: prefix.bytes, as: UTF8.self),
                leastBytes: Self.usualTypes[type] ?? 8)
        }
        for (code, axis) in device.axes.sorted(by: { $0.key < $1.key }) {
            append(text: "A: ")
            append(hexadecimal: code, digits: code > 0xff ? 4 : 2)
            let numbers = [axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution]
            append(text: numbers.map { " \($0)" }.joined() + "\n")
        }
    }

    /// Writes an event, unless it is one that no recording may hold.
    ///
    /// evemu knows no time before its clock's origin: such a one is written as the origin.
    public mutating func append(_ event: InputEvent) {
        guard RecordedCodes.contains(type: event.type, code: event.code) else { return }
        let (seconds, rest) = max(0, event.time.microseconds).quotientAndRemainder(dividingBy: 1_000_000)
        append(text: "E: ")
        append(decimal: seconds, digits: 1)
        append(text: ".")
        append(decimal: rest, digits: 6)
        append(text: " ")
        append(hexadecimal: event.type)
        append(text: " ")
        append(hexadecimal: event.code)
        append(text: " ")
        append(decimal: Int64(event.value), digits: 4)
        if event.isReport {
            let elapsed = event.time.microseconds &- (lastReport ?? event.time).microseconds
            append(text: "\t# ------------ SYN_REPORT (\(event.value)) ---------- +\(elapsed / 1000)ms")
            lastReport = event.time
        }
        append(text: "\n")
    }

    /// Writes a line for people.
    public mutating func append(comment: String) {
        append(text: "# \(Self.line(comment))\n")
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

    /// A text without what would end its line.
    private static func line(_ text: String) -> String {
        text.printable
    }

    /// Writes the set as bytes with its lowest members first, eight bytes a line.
    private mutating func append(mask: Set<UInt16>, prefix: String, leastBytes: Int) {
        let count = max(leastBytes, (Int(mask.max() ?? 0) / 8 + 8) / 8 * 8)
        var octets = [UInt8](repeating: 0, count: count)
        for member in mask { octets[Int(member) / 8] |= 1 << (member % 8) }
        for start in stride(from: 0, to: count, by: 8) {
            append(text: prefix)
            for octet in octets[start..<(start + 8)] {
                append(text: " ")
                append(hexadecimal: UInt16(octet), digits: 2)
            }
            append(text: "\n")
        }
    }

    private mutating func append(text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func append(hexadecimal number: UInt16, digits: Int = 4) {
        for shift in stride(from: 4 * (digits - 1), through: 0, by: -4) {
            let digit = UInt8(number >> shift & 0xf)
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }

    /// Writes a number padded with zeros to so many characters, the sign included.
    private mutating func append(decimal number: Int64, digits: Int) {
        let text = String(number.magnitude)
        if number < 0 { append(text: "-") }
        for _ in 0..<max(0, digits - text.utf8.count - (number < 0 ? 1 : 0)) { append(text: "0") }
        append(text: text)
    }
}

extension Recording {
    /// The recording as evemu text, with its own times.
    public var evemu: [UInt8] {
        var writer = EvemuWriter()
        writer.append(device, udev: udev)
        for event in events { writer.append(event) }
        return writer.bytes
    }
}
