// Launcher that starts one command again and again, without waiting for it.

import Dispatch
import FoundationEssentials
import Glibc
import Linux
import Synchronization

/// Starts one command again and again, so many at a time.
///
/// Each reads nothing, and writes where gesturectl does.
final class CommandLauncher: Sendable {
    enum Outcome: Equatable {
        case started
        /// As many run as may.
        case leftOut
        /// The errno.
        case failed(Int32)
    }

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
        let process: SpawnedCommand
        do throws(SpawnedCommand.Failure) {
            process = try SpawnedCommand(command, variables)
        } catch {
            return .failed(error.number)
        }
        number.add(1, ordering: .relaxed)
        running.enter()
        process.whenEnded { [self] failure in
            if let failure { didFail(failure) }
            number.subtract(1, ordering: .relaxed)
            running.leave()
        }
        return .started
    }

    /// Why no further command starts, for people.
    ///
    /// - Parameter limit: The largest number of commands at a time.
    static func words(forRunning limit: Int) -> String {
        limit == 1 ? "1 command is running" : "\(limit) commands are running"
    }

    /// Waits until all that were started have ended.
    func waitForAll() { running.wait() }
}
