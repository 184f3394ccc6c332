// Reader of a D-Bus message, from front to back.

import Touch

/// A message, as long as the handler that was given it has not returned.
struct BusMessage {
    let message: OpaquePointer

    /// The sender, as the bus reports it.
    var sender: String? { BusLibrary.sender(message).map { String(cString: $0) } }

    var path: String? { BusLibrary.path(message).map { String(cString: $0) } }

    /// The member: the name of the signal.
    var member: String? { BusLibrary.member(message).map { String(cString: $0) } }

    /// The name of the error that it is, and what is said about it.
    var error: (name: String, message: String)? {
        // The structure sd_bus_error begins with these two.
        guard let error = BusLibrary.error(message), let name = error[0] else { return nil }
        return (String(cString: name), error[1].map { String(cString: $0) } ?? "")
    }

    func flag() -> Bool? {
        var value: Int32 = 0
        return read("b", &value) ? value != 0 : nil
    }

    func number() -> UInt32? {
        var value: UInt32 = 0
        return read("u", &value) ? value : nil
    }

    func text(_ type: Character = "s") -> String? {
        var value: UnsafePointer<CChar>?
        // Only the beginning of texts longer than expected is read and compared.
        return read(type, &value) ? value.map { String(bounded: String(cString: $0).utf8) } : nil
    }

    private func read<Value>(_ type: Character, _ value: inout Value) -> Bool {
        withUnsafeMutableBytes(of: &value) { bytes in
            bytes.baseAddress.map { BusLibrary.readBasic(message, Self.code(type), $0) > 0 } ?? false
        }
    }

    /// Reads what is within a container: an array `a`, a structure `r`, an entry of a dictionary `e`, a variant `v`.
    ///
    /// All of it has to be read, or nothing after it can be.
    func within<Value>(_ type: Character, _ contents: String, _ read: () -> Value?) -> Value? {
        guard BusLibrary.enter(message, Self.code(type), contents) > 0 else { return nil }
        defer { _ = BusLibrary.exit(message) }
        return read()
    }

    /// Reads properties by name; the function says whether it has read the value of one.
    func properties(_ read: (String) -> Bool) {
        _ = within("a", "{sv}") {
            while within("e", "sv", { property(read) }) != nil {}
        }
    }

    private func property(_ read: (String) -> Bool) -> String? {
        guard let name = text() else { return nil }
        if !read(name) { _ = BusLibrary.skip(message, "v") }
        return name
    }

    private static func code(_ type: Character) -> CChar { CChar(type.asciiValue ?? 0) }
}
