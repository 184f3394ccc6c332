// The secret that a page needs to speak to the bridge.

/// 128 random bits as 32 hexadecimal digits.
///
/// Any program of the machine, of whatever user, reaches the loopback interface; only a person who has read the
/// printed address knows this.
public struct Token: Sendable, CustomStringConvertible {
    /// The digits.
    public let description: String

    /// A new one.
    public init() {
        var random = SystemRandomNumberGenerator()
        description = (0..<16).map { _ in
            let byte = String(UInt8.random(in: .min ... .max, using: &random), radix: 16)
            return byte.count == 1 ? "0" + byte : byte
        }.joined()
    }

    /// Whether a text is this token; takes as long for every text of the same length.
    public func matches(_ text: some StringProtocol) -> Bool {
        guard text.utf8.count == description.utf8.count else { return false }
        return zip(text.utf8, description.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
