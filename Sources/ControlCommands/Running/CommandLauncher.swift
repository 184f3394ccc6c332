// Launcher that starts one command again and again, without waiting for it.

import Dispatch
import FoundationEssentials
import Glibc
import Linux
import Synchronization

/// Starts one command again and again, so many at a time.
///
/// Each runs in a session of its own, so that Ctrl-C ends gesturectl and not the commands; it reads nothing
/// (`/dev/null`), and writes where gesturectl does.
final class CommandLauncher: Sendable {
    enum Outcome: Equatable {
        case started
        /// As many run as may.
        case leftOut
        /// The errno.
        case failed(Int32)
    }

    /// POSIX_SPAWN_SETSID, which Swift does not see: the C library shows it with _GNU_SOURCE only.
    private static let newSession: Int32 = 0x80

    private let command: [String]
    private let limit: Int
    private let number = Atomic(0)
    private let running = DispatchGroup()

    /// - Parameters:
    ///   - command: The program, found as a shell finds it, and its arguments.
    ///   - limit: How many may run at a time.
    init(_ command: [String], limit: Int) {
        self.command = command
        self.limit = limit
    }

    /// Keeps what this program has inherited itself from its children; what it opens is kept from them anyway.
    static func keepDescriptors() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        for descriptor in names.compactMap({ Int32($0) }) where descriptor > STDERR_FILENO {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    }

    /// Starts the command with these variables added to the environment.
    ///
    /// - Parameter didFail: Called on another thread when the command has ended without success.
    func start(
        _ variables: [(name: String, value: String)], didFail: @escaping @Sendable (CommandFailure) -> Void = { _ in }
    ) -> Outcome {
        guard number.load(ordering: .relaxed) < limit else { return .leftOut }
        var process = pid_t()
        let failure = spawn(&process, environment(variables))
        guard failure == 0 else { return .failed(failure) }
        number.add(1, ordering: .relaxed)
        running.enter()
        // A thread of its own waits for the end, so that the command does not stay as a zombie.
        let unstarted = DetachedThread.start { [process, self] in
            var status: Int32 = 0
            let ended = SystemCall.uninterrupted { waitpid(process, &status, 0) }
            if ended == process, let failure = CommandFailure(waitStatus: status) { didFail(failure) }
            leave()
        }
        if unstarted != 0 { leave() }
        return .started
    }

    private func leave() {
        number.subtract(1, ordering: .relaxed)
        running.leave()
    }

    /// Waits until all that were started have ended.
    func waitForAll() { running.wait() }

    private func spawn(_ process: inout pid_t, _ environment: [String]) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(
            &attributes, Int16(Self.newSession | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        // gesturectl ignores it, and children would.
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        return withCStrings(command) { arguments in
            withCStrings(environment) { posix_spawnp(&process, command[0], &actions, &attributes, arguments, $0) }
        }
    }

    /// One's own environment, without what it says of another gesture, and these.
    private func environment(_ variables: [(name: String, value: String)]) -> [String] {
        var entries: [String] = []
        var position = environ
        while let entry = position.pointee {
            let text = String(cString: entry)
            let name = text.prefix { $0 != "=" }
            if !name.hasPrefix(GestureEnvironment.prefix) || name == "GESTURED_SOCKET" { entries.append(text) }
            position += 1
        }
        // The last of one name would not count everywhere.
        let names = Set(variables.map(\.name))
        entries.removeAll { names.contains(String($0.prefix { $0 != "=" })) }
        return entries + variables.map { "\($0.name)=\($0.value)" }
    }
}

/// Calls with texts as a list of C's.
private func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers = texts.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return body(&pointers)
}
