// The reason why a panel is not intercepted.

/// Why a panel is not intercepted, as a sentence's second half.
struct InterceptionFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
