// Conversion of a fuzzer's bytes to choices, with zeros after the end.

/// Numbers from bytes.
struct ByteReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: some Sequence<UInt8>) { rest = Array(bytes)[...] }

    var isEmpty: Bool { rest.isEmpty }

    mutating func next() -> UInt8 { rest.popFirst() ?? 0 }

    /// A number below a count.
    mutating func next(below count: Int) -> Int { Int(next()) % max(count, 1) }

    /// One element of a non-empty array.
    mutating func choice<Element>(of elements: [Element]) -> Element { elements[next(below: elements.count)] }

    /// This many bytes, unchanged.
    mutating func take(_ count: Int) -> [UInt8] {
        let taken = rest.prefix(count)
        rest = rest.dropFirst(count)
        return Array(taken)
    }
}
