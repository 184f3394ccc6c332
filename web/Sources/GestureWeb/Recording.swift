// The recording that the view opens.

import NIOCore

/// A recording for the view, read once.
public struct Recording: Sendable {
    /// Its file's name, in the characters that a header may have; others are %XX.
    let name: String
    let content: ByteBuffer

    /// Reads a file.
    public init(path: String) throws(Failure) {
        content = try Pages.read(path, limit: Limits.recording, waits: true)
        name = (path.split(separator: "/").last ?? "").utf8.map { byte in
            let isPlain = byte < 128 && (Character(Unicode.Scalar(byte)).isLetter || byte >= 45 && byte < 58)
            return isPlain ? String(Unicode.Scalar(byte)) : "%" + String(256 + Int(byte), radix: 16).dropFirst()
        }.joined()
    }
}
