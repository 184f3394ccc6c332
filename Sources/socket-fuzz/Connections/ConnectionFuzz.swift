// Entry point of libFuzzer for scripts of connections and fingers.

/// Plays one script.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let faults = FuzzedDaemon.faults(of: Array(UnsafeBufferPointer(start: start, count: count)))
    // The process ends with the faults, even if output is buffered.
    if !faults.isEmpty { fatalError(faults.joined(separator: "; ")) }
    return 0
}
