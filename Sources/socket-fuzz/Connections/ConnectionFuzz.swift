// Does anything that clients do break the daemon, or what others are told? libFuzzer's entry: bytes are a script of
// connections and fingers, and what should never happen ends the process.

/// Plays one script.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let faults = FuzzedDaemon.faults(of: Array(UnsafeBufferPointer(start: start, count: count)))
    // The process ends with the words, whatever was to be written before.
    if !faults.isEmpty { fatalError(faults.joined(separator: "; ")) }
    return 0
}
