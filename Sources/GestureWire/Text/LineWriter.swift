// The writer of JSON lines, without an allocation per line.

/// A reused buffer of bytes and the means to append JSON to it.
///
/// Nothing is allocated once the buffer has grown to the longest line. Strings are escaped, so that a line never
/// contains a raw LF; numbers are written with fixed decimals, never in exponential form.
public struct LineWriter: Sendable {
    /// A copy of the bytes written since the last ``removeAll()``.
    public var bytes: [UInt8] { Array(memory[..<count]) }

    /// The number of bytes that have been written since the last ``removeAll()``.
    public private(set) var count = 0

    /// Written up to `count`: to append to an array piece by piece takes longer than to write the pieces.
    private var memory = [UInt8](repeating: 0, count: 1024)

    /// The permutation of touch and gesture numbers for the reader of the line; nil for the daemon's own numbers.
    package var disguise: NumberDisguise?

    /// An empty writer with room for a line of usual length.
    public init() {}

    /// The last byte that has been written; nil when there is none.
    var last: UInt8? { count > 0 ? memory[count - 1] : nil }

    /// Forgets what was written and keeps the room.
    public mutating func removeAll() {
        count = 0
    }

    /// Restores this number of bytes that were written before ``removeAll()``; nothing may be written in between.
    mutating func restore(_ length: Int) {
        count = min(length, memory.count)
    }

    /// Reads what was written where it stands.
    public func withUnsafeBytes<Result>(_ read: (UnsafeRawBufferPointer) -> Result) -> Result {
        memory.withUnsafeBytes { read(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    /// Writes something that takes `size` bytes at most: at once, as each piece asks for room.
    ///
    /// A size that is too small traps in debug builds, also where there would have been room.
    @inline(__always)
    mutating func write(atMost size: Int, _ write: (inout LineCursor) -> Void) {
        if memory.count - count < size { memory += repeatElement(0, count: max(size, memory.count)) }
        count = memory.withUnsafeMutableBufferPointer { [count] memory in
            // A line's memory is never empty.
            let start = memory.baseAddress.unsafelyUnwrapped
            var cursor = LineCursor(at: start + count)
            write(&cursor)
            assert(cursor.position - start - count <= size, "more was written than the size that was asked for")
            return cursor.position - start
        }
    }

    private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        write(atMost: text.count) { $0.write(text) }
    }

    /// Appends what another writer holds, byte by byte as it is.
    public mutating func append(_ other: LineWriter) {
        other.memory.withUnsafeBufferPointer { append(UnsafeBufferPointer(rebasing: $0[..<other.count])) }
    }

    mutating func append(touch: Int) { append(integer: disguise?(touch, of: .touch) ?? touch) }

    mutating func append(touches: [Int]) {
        write(atMost: touches.count * (LineCursor.integerSize + 1) + 2) { [disguise] cursor in
            cursor.write(UInt8(ascii: "["))
            var isFirst = true
            for touch in touches {
                if !isFirst { cursor.write(UInt8(ascii: ",")) }
                isFirst = false
                cursor.write(integer: disguise?(touch, of: .touch) ?? touch)
            }
            cursor.write(UInt8(ascii: "]"))
        }
    }

    mutating func append(gesture: Int) { append(integer: disguise?(gesture, of: .gesture) ?? gesture) }

    /// Appends text that is JSON already.
    package mutating func append(json literal: StaticString) {
        write(atMost: literal.utf8CodeUnitCount) { $0.write(literal) }
    }

    /// Appends text that is JSON already, and was not known before.
    package mutating func append(unquoted text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    /// Appends a JSON string with its quotation marks.
    package mutating func append(string: String) {
        write(atMost: LineCursor.size(of: string)) { $0.write(string: string) }
    }

    mutating func append(integer: some FixedWidthInteger) {
        write(atMost: LineCursor.integerSize) { $0.write(integer: integer) }
    }

    /// Appends a number with at least one decimal and at most those given; see ``Decimals/split(_:)``.
    mutating func append(_ value: Double, _ decimals: Decimals) {
        write(atMost: LineCursor.numberSize) { $0.write(value, decimals) }
    }

    /// Appends microseconds as seconds with all six decimals.
    mutating func append(seconds microseconds: Int64) {
        write(atMost: LineCursor.numberSize) { $0.write(seconds: microseconds) }
    }

    /// Appends `{"x":…,"y":…}` of lengths.
    mutating func append(_ point: WirePoint) {
        write(atMost: LineCursor.pointSize) { $0.write(point) }
    }

    /// Appends `[…]` with the elements as the closure writes them, separated by commas.
    package mutating func append<Elements: Collection>(
        list: Elements, _ write: (inout LineWriter, Elements.Element) -> Void
    ) {
        append(json: "[")
        var isFirst = true
        for element in list {
            if !isFirst { append(json: ",") }
            isFirst = false
            write(&self, element)
        }
        append(json: "]")
    }
}
