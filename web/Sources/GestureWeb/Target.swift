// The target of a request: a path and a query.

/// A path without escapes, and the values of its query.
struct Target: Equatable {
    let path: String
    private let query: Substring

    /// - Parameter uri: The request's target, such as `/gestures?token=1f`.
    init(_ uri: String) {
        let parts = uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(parts[0])
        query = parts.count > 1 ? parts[1] : ""
    }

    /// The value of a name, as it is written; nil if there is none, or more than one.
    subscript(_ name: String) -> String? {
        let values = query.split(separator: "&").filter { $0.hasPrefix("\(name)=") }
        return values.count == 1 ? String(values[0].dropFirst(name.count + 1)) : nil
    }
}
