// Entry point of libFuzzer for lines and attachments.

/// Plays one input: as a line when it begins with a printable character, else as choices of attachments.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let isText = bytes.first.map { $0 >= 0x20 } ?? true
    let faults = isText ? FuzzedLine(bytes).faults : FuzzedAttachment(bytes).faults
    // The process ends with the faults, even if output is buffered.
    if !faults.isEmpty { fatalError(faults.joined(separator: "; ")) }
    return 0
}
