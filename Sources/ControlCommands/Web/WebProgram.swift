// Start of gestured-web, the program of another package that serves pages.

import ArgumentParser
import Glibc

/// The program gestured-web; gestured's own have no web server.
enum WebProgram {
    /// Replaces this program by gestured-web, which takes its place in the terminal.
    ///
    /// - Parameter options: What it is given beside the daemon's socket and gesturectl, by which it plays recordings.
    /// - Throws: An exit, where it is not installed or cannot be started.
    static func start(_ options: [String], daemon: SocketOption) throws -> Never {
        let folder = try ownFolder()
        let places = ["\(folder)/gestured-web", "\(folder)/../libexec/gestured/gestured-web"]
        guard let program = places.first(where: { access($0, F_OK) == 0 }) else {
            Output.message("gestured-web is not installed; install the package of this name")
            throw ExitCode.failure
        }
        let socket = daemon.socket.map { ["--socket", $0] } ?? []
        let words = [program, "--control", "\(folder)/gesturectl"] + socket + options
        var arguments = words.map { strdup($0) } + [nil]
        execv(program, &arguments)
        Output.message("\(program): \(String(cString: strerror(errno)))")
        throw ExitCode.failure
    }

    /// The folder of the running program; links to it do not count.
    private static func ownFolder() throws -> String {
        guard let path = realpath("/proc/self/exe", nil) else {
            Output.message("/proc/self/exe: \(String(cString: strerror(errno)))")
            throw ExitCode.failure
        }
        defer { free(path) }
        return String(cString: dirname(path))
    }
}
