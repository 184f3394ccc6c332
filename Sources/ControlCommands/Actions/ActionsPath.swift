// Path of the user's actions file, and the lock that keeps a second process from running it.

import Configuration
import GestureClient
import Glibc
import Linux

enum ActionsPath {
    /// The path of the user's file: below `$XDG_CONFIG_HOME`, or `~/.config`; nil for a user without a home.
    static var standard: String? {
        if let folder = environmentVariable("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
            return folder + "/gestured/actions.yaml"
        }
        return environmentVariable("HOME").map { $0 + "/.config/gestured/actions.yaml" }
    }

    /// The folder of the ready files.
    static let examples = "/usr/share/doc/gestured/examples/actions"

    /// Reads a file, or the user's.
    ///
    /// - Throws: `ConfigurationError`, or `FileError` when there is none.
    static func read(_ path: String?) throws -> ActionsFile {
        if let path { return try ActionsFile(path: path) }
        guard let path = standard else {
            throw FileError(file: "actions.yaml", reason: "HOME is not set; name the file with --config")
        }
        guard access(path, F_OK) == 0 || errno != ENOENT else {
            throw FileError(
                file: path, reason: "there is no such file; copy one of \(examples), or use --config or --on")
        }
        return try ActionsFile(path: path)
    }

    /// Returns whether a path, or nil, means the user's file.
    static func isOfUser(_ path: String?) -> Bool {
        guard let path else { return true }
        var (named, own) = (stat(), stat())
        guard let standard, stat(path, &named) == 0, stat(standard, &own) == 0 else { return false }
        return named.st_dev == own.st_dev && named.st_ino == own.st_ino
    }

    /// Takes the lock of the user's file, for as long as the program runs: the service and the desktop may both start
    /// it.
    ///
    /// - Returns: false when another process has it.
    static func lock() -> Bool {
        guard let path = lockPath else { return true }
        let lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        // Without the lock it runs as well.
        guard lock >= 0 else { return true }
        if flock(lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { return true }
        // It may be a look at the lock.
        usleep(100_000)
        return flock(lock, LOCK_EX | LOCK_NB) == 0
    }

    /// Whether a process runs the user's file; nil when that cannot be known.
    static var isRun: Bool? {
        guard let path = lockPath else { return nil }
        let lock = open(path, O_RDWR | O_CLOEXEC)
        guard lock >= 0 else { return errno == ENOENT ? false : nil }
        defer { close(lock) }
        if flock(lock, LOCK_SH | LOCK_NB) == 0 { return false }
        return errno == EWOULDBLOCK ? true : nil
    }

    private static var lockPath: String? {
        environmentVariable("XDG_RUNTIME_DIR").map { $0 + "/gestured-actions.lock" }
    }
}
