// Names of the users and groups in /etc/passwd and /etc/group.

import Configuration
import Glibc

/// The accounts of this machine's own files, among which a misspelt name is looked for.
///
/// A user database on the network is not listed: it may be large and slow.
enum LocalAccounts {
    /// The names of all users for a user, of all groups for a group; none when the file cannot be read.
    static func names(_ subject: AccessRule.Subject) -> [String] {
        switch subject {
        case .user: read("/etc/passwd", fgetpwent) { $0.pw_name }
        case .group: read("/etc/group", fgetgrent) { $0.gr_name }
        case .activeSession: []
        }
    }

    private static func read<Entry>(
        _ path: String, _ next: (UnsafeMutablePointer<FILE>) -> UnsafeMutablePointer<Entry>?,
        _ name: (Entry) -> UnsafeMutablePointer<CChar>?
    ) -> [String] {
        guard let file = fopen(path, "re") else { return [] }
        defer { fclose(file) }
        var names: [String] = []
        while let entry = next(file) { if let name = name(entry.pointee) { names.append(String(cString: name)) } }
        return names
    }
}
