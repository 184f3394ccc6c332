// The target of a request: a path and a query.

/// A path and the values of its query, both as they are written: escapes stay, so none can hide a path.
struct Target {
    let path: String
    private let query: [Substring.UTF8View]

    /// - Parameter uri: The request's target, such as `/gestures?token=1f`.
    init(_ uri: String) {
        let parts = uri.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        path = String(Substring(parts[0]))
        query = parts.count > 1 ? parts[1].split(separator: UInt8(ascii: "&")) : []
    }

    /// The value of a name, as it is written; nil if there is none, or more than one.
    subscript(_ name: String) -> String? {
        let values = query.filter { $0.starts(with: "\(name)=".utf8) }
        return values.count == 1 ? String(Substring(values[0].dropFirst(name.utf8.count + 1))) : nil
    }
}
