// The user files of this machine, read again when they change, and the owner of each uid.

import CLinux
import Glibc
import Linux

/// Finds the login user behind a uid without asking the user database, which may be one on the network.
final class UserFiles {
    private struct Version: Equatable {
        let device: dev_t
        let number: ino_t
        let seconds, nanoseconds: Int
        let size: off_t
    }

    private let passwd, subordinate, sessions: String
    private var table = UserTable()
    private var versions: [Version?] = []

    /// - Parameter root: The folder used as `/`.
    init(root: String = "") {
        passwd = root + "/etc/passwd"
        subordinate = root + "/etc/subuid"
        // systemd-logind has a file here for each user that is logged in, wherever its account is from.
        sessions = root + "/run/systemd/users"
        readIfChanged()
    }

    /// The owner of a subordinate uid, a user that the machine knows itself, nil for others.
    ///
    /// Looks at files only for uids that are not in `/etc/passwd` as it was read last.
    func owner(of user: UInt32) -> UInt32? {
        if table.contains(user) { return user }
        readIfChanged()
        if table.contains(user) { return user }
        if let owner = table.owner(ofSubordinate: user) { return owner }
        return access("\(sessions)/\(user)", F_OK) == 0 ? user : nil
    }

    private func readIfChanged() {
        let present = [passwd, subordinate].map(Self.version)
        if present == versions { return }
        versions = present
        table = UserTable(passwd: Self.bytes(of: passwd), subordinate: Self.bytes(of: subordinate))
    }

    private static func version(of path: String) -> Version? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Version(
            device: status.st_dev, number: status.st_ino, seconds: status.st_mtim.tv_sec,
            nanoseconds: status.st_mtim.tv_nsec, size: status.st_size)
    }

    /// The beginning of a file; nothing of what cannot be read.
    private static func bytes(of path: String) -> [UInt8] {
        guard let file = Descriptor(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)) else { return [] }
        return file.readToEnd(limit: mostBytes).bytes
    }

    private static let mostBytes = 4 << 20
}
