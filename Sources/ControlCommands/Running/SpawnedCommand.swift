// Process of a command: its start, end and signals.

import Dispatch
import GestureWire
import Glibc
import Linux
import Synchronization

/// A command that was started in a session of its own, so that Ctrl-C ends gesturectl and not the command.
///
/// It reads nothing (`/dev/null`). Somebody must call ``whenEnded(_:)``, once, or it stays as a zombie.
final class SpawnedCommand: Sendable {
    /// Failure to start, with the errno.
    struct Failure: Error, Equatable {
        let number: Int32
    }

    /// POSIX_SPAWN_SETSID, which Swift does not see: the C library shows it with _GNU_SOURCE only.
    private static let newSession: Int32 = 0x80

    private let process: pid_t
    /// Whether the number may soon be that of another process.
    private let hasEnded = Mutex(false)
    /// Whether it was sent a signal because its time was over.
    let wasOverdue = Atomic(false)

    /// Prepares this program for starting commands, once.
    static func prepare() {
        // Ignored, as a parent may have left it, the kernel would keep exit statuses from waitpid.
        signal(SIGCHLD, SIG_DFL)
    }

    /// Starts a command.
    ///
    /// - Parameters:
    ///   - command: The program, found as a shell finds it, and its arguments.
    ///   - variables: Variables that are added to the environment.
    ///   - output: Where it writes; nil for where this program does.
    init(
        _ command: [String], _ variables: [(name: String, value: String)], output: Int32? = nil
    ) throws(Failure) {
        var process = pid_t()
        let failure = Self.spawn(&process, command, Self.environment(variables), output)
        guard failure == 0 else { throw Failure(number: failure) }
        self.process = process
    }

    /// Calls with the failure, or nil for success, when the command has ended; on another thread.
    func whenEnded(_ body: @escaping @Sendable (CommandFailure?) -> Void) {
        let unstarted = DetachedThread.start { [self] in body(wait()) }
        // Without another thread, one of Dispatch's takes it when it has time.
        if unstarted != 0 { DispatchQueue.global().async { [self] in body(wait()) } }
    }

    private func wait() -> CommandFailure? {
        var information = siginfo_t()
        // The process stays until no signal can be sent to another one with its number.
        _ = SystemCall.uninterrupted { waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) }
        hasEnded.withLock { $0 = true }
        // What it leaves behind may ignore SIGTERM.
        if wasOverdue.load(ordering: .relaxed) { kill(-process, SIGKILL) }
        var status: Int32 = 0
        let ended = SystemCall.uninterrupted { waitpid(process, &status, 0) }
        return ended == process ? CommandFailure(waitStatus: status) : nil
    }

    /// Ends the command and its process group, unless it ends within a time: by SIGTERM, and by SIGKILL two seconds
    /// later or when the command itself has ended.
    func end(after seconds: Double) {
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [self] in
            guard send(SIGTERM) else { return }
            DispatchQueue.global().asyncAfter(deadline: .now() + 2) { [self] in _ = send(SIGKILL) }
        }
    }

    /// Sends a signal to the overdue command and its process group; returns false when it has ended.
    private func send(_ signal: Int32) -> Bool {
        hasEnded.withLock { hasEnded in
            guard !hasEnded else { return false }
            wasOverdue.store(true, ordering: .relaxed)
            kill(-process, signal)
            return true
        }
    }

    private static func spawn(
        _ process: inout pid_t, _ command: [String], _ environment: [[CChar]], _ output: Int32?
    ) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        if let output {
            for stream in [STDOUT_FILENO, STDERR_FILENO] {
                posix_spawn_file_actions_adddup2(&actions, output, stream)
            }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(newSession | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        // gesturectl ignores it, and children would.
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        return withCStrings(command.map { Array($0.utf8CString) }) { arguments in
            withCStrings(environment) { posix_spawnp(&process, command[0], &actions, &attributes, arguments, $0) }
        }
    }

    /// One's own environment, byte for byte without what it says of another gesture, and these.
    private static func environment(_ variables: [(name: String, value: String)]) -> [[CChar]] {
        var entries: [[CChar]] = []
        var position = environ
        while let entry = position.pointee {
            func begins(with text: String) -> Bool { strncmp(entry, text, text.utf8.count) == 0 }
            let isOfGesture = begins(with: GestureEnvironment.prefix) && !begins(with: "\(socketPathVariable)=")
            // The last of one name would not count everywhere.
            if !isOfGesture, !variables.contains(where: { begins(with: "\($0.name)=") }) {
                entries.append(Array(UnsafeBufferPointer(start: entry, count: strlen(entry) + 1)))
            }
            position += 1
        }
        return entries + variables.map { Array("\($0.name)=\($0.value)".utf8CString) }
    }
}

/// Calls with texts, which end with a zero, as a list of C's.
private func withCStrings<Result>(
    _ texts: [[CChar]], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers = texts.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return body(&pointers)
}
