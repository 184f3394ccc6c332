// Start of other programs.

import Glibc

/// A program that is started, and waited for.
///
/// It inherits neither sockets, which swift-nio does not close in other programs, nor an ignored signal: a browser that
/// kept the listening socket would keep the port.
package enum Child {
    /// Runs a program; returns how it ended, as waitpid tells it.
    ///
    /// - Parameters:
    ///   - words: Its name, looked up in PATH, or its path; and its arguments.
    ///   - descriptors: Descriptors of this program by their numbers in the other, which has those, standard input,
    ///     output and error, and no others. Own ones above the largest number overwrite none another.
    /// - Throws: Why it cannot be started.
    package static func run(_ words: [String], descriptors: [Int32: Int32] = [:]) throws(Failure) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, own) in descriptors.sorted(by: { $0.key < $1.key }) {
            posix_spawn_file_actions_adddup2(&actions, own, number)
        }
        let first = max(descriptors.keys.max() ?? 0, STDERR_FILENO) + 1
        // More than all that the limits allow to be open.
        for number in first..<1024 { posix_spawn_file_actions_addclose(&actions, number) }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        sigaddset(&defaults, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

        var process: pid_t = 0
        var arguments = words.map { strdup($0) } + [nil]
        defer { for each in arguments { free(each) } }
        let failure = posix_spawnp(&process, words[0], &actions, &attributes, &arguments, environ)
        guard failure == 0 else { throw Failure(description: "\(words[0]): \(String(cString: strerror(failure)))") }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }
}
