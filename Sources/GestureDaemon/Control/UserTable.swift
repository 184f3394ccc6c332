// The users of the user database, and the owners of subordinate uids.

/// The contents of `/etc/passwd` and `/etc/subuid`, by numbers.
///
/// Names are compared by their bytes. Lines of another form are ignored.
struct UserTable {
    private struct Range {
        let first, count: UInt32
        let owner: UInt32
    }

    private var users: Set<UInt32> = []
    private var ranges: [Range] = []

    /// Reads both files.
    ///
    /// - Parameters:
    ///   - passwd: `name:password:uid:…`, see passwd(5).
    ///   - subordinate: `name-or-uid:first:count`, see subuid(5). Ranges of names that are not in `passwd` are ignored.
    init(passwd: [UInt8] = [], subordinate: [UInt8] = []) {
        var numbers: [ArraySlice<UInt8>: UInt32] = [:]
        for fields in Self.fields(of: passwd) where fields.count >= 3 {
            guard let user = Self.number(fields[2]) else { continue }
            users.insert(user)
            numbers[fields[0]] = user
        }
        for fields in Self.fields(of: subordinate) {
            guard fields.count == 3, let first = Self.number(fields[1]), let count = Self.number(fields[2]),
                let owner = numbers[fields[0]] ?? Self.number(fields[0])
            else { continue }
            ranges.append(Range(first: first, count: count, owner: owner))
        }
    }

    func contains(_ user: UInt32) -> Bool { users.contains(user) }

    /// Returns the user that owns a subordinate uid; nil for other uids.
    func owner(ofSubordinate user: UInt32) -> UInt32? {
        ranges.first { user >= $0.first && user - $0.first < $0.count }?.owner
    }

    /// The fields of each line that is not empty and no comment.
    private static func fields(of text: [UInt8]) -> some Sequence<[ArraySlice<UInt8>]> {
        text.split(separator: UInt8(ascii: "\n")).lazy.filter { $0.first != UInt8(ascii: "#") }
            .map { $0.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false) }
    }

    private static func number(_ text: ArraySlice<UInt8>) -> UInt32? {
        // A number has no sign.
        guard text.count <= 10, text.first.map({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) == true else {
            return nil
        }
        return UInt32(String(decoding: text, as: UTF8.self))
    }
}
