// Lookup of user and group numbers by name in the system's user database.

import Glibc

/// The name of a user or group.
public enum AccountName: CustomStringConvertible, Sendable {
    /// A user's.
    case user(String)
    /// A group's.
    case group(String)

    /// Returns the number; nil when the system does not know the name.
    ///
    /// Waits as long as the user database takes, which may be one on the network.
    ///
    /// - Throws: ``AccountError`` when the database cannot say.
    public func number() throws(AccountError) -> UInt32? {
        switch self {
        case .user(let name): try Self.number(name, passwd(), getpwnam_r) { $0.pw_uid }
        case .group(let name): try Self.number(name, Glibc.group(), getgrnam_r) { $0.gr_gid }
        }
    }

    /// "the user kiosk".
    public var description: String {
        switch self {
        case .user(let name): "the user \(name)"
        case .group(let name): "the group \(name)"
        }
    }

    /// A function of the C library: name, entry, room for its strings and how much, the entry if there is one.
    typealias LookUp<Entry> = (
        UnsafePointer<CChar>, UnsafeMutablePointer<Entry>, UnsafeMutablePointer<CChar>, Int,
        UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>
    ) -> Int32

    /// Room for the longest entry: that of a group with more than a hundred thousand members.
    private static let room = 4 << 20

    static func number<Entry>(
        _ name: String, _ empty: Entry, _ lookUp: LookUp<Entry>, _ number: (Entry) -> UInt32
    ) throws(AccountError) -> UInt32? {
        var entry = empty
        var found: UnsafeMutablePointer<Entry>?
        let strings = UnsafeMutablePointer<CChar>.allocate(capacity: room)
        defer { strings.deallocate() }
        while true {
            switch lookUp(name, &entry, strings, room, &found) {
            case 0: return found.map { number($0.pointee) }
            case ENOENT, ESRCH: return nil
            case EINTR: continue
            case let code: throw AccountError(errorNumber: code)
            }
        }
    }
}

/// The reason why the user database could not answer.
public struct AccountError: Error, CustomStringConvertible, Sendable {
    /// The system's error number.
    public let errorNumber: Int32

    /// The system's words for it.
    public var description: String { String(cString: strerror(errorNumber)) }
}
