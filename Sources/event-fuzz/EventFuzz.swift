// Entry point of libFuzzer for device events and recordings.

import Touch
import TouchTesting

/// Plays one input, as events or, when it begins with a printable character, as a recording's text.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let isText = bytes.first.map { (0x20..<0x7f).contains($0) } ?? true
    let faults = isText ? FuzzedRecording(bytes).faults : FuzzedDevice(bytes).faults
    // The process ends with the words, whatever was to be written before.
    if !faults.isEmpty { fatalError(faults.joined(separator: "; ")) }
    return 0
}
