// Start of gestured-web, the program of another package that serves pages.

import ArgumentParser
import Glibc

/// The program gestured-web; gestured's own have no web server.
enum WebProgram {
    /// Replaces this program by gestured-web, which takes its place in the terminal.
    ///
    /// - Parameters:
    ///   - options: What it is given beside the daemon's socket and gesturectl, by which it plays recordings.
    ///   - pages: The folder of pages that it serves; nil for the view and the sample.
    /// - Throws: An exit, where it is not installed or cannot be started.
    static func start(_ options: [String], pages: String? = nil, daemon: SocketOption) throws -> Never {
        let folder = try ownFolder()
        let (program, own) = try installed(beside: folder) ?? built(in: folder)
        var words = [program, "--control", "\(folder)/gesturectl"]
        if let socket = daemon.socket { words += ["--socket", socket] }
        let served = pages.map { [$0] } ?? own.map { ["\($0)/web/pages", "\($0)/samples"] } ?? []
        for folder in served { words += ["--pages", folder] }
        if let own { words += ["--library", "\(own)/clients/javascript"] }
        words += options
        var arguments = words.map { strdup($0) } + [nil]
        execv(program, &arguments)
        Output.message("\(program): \(String(cString: strerror(errno)))")
        throw ExitCode.failure
    }

    /// The installed program, which finds its pages itself.
    private static func installed(beside folder: String) -> (program: String, checkout: String?)? {
        let places = ["\(folder)/gestured-web", "\(folder)/../libexec/gestured/gestured-web"]
        return places.first { access($0, F_OK) == 0 }.map { ($0, nil) }
    }

    /// The program of the checkout in which SwiftPM has built this one, as `.build/PLATFORM/debug/gesturectl`.
    private static func built(in folder: String) throws -> (program: String, checkout: String?) {
        let parts = folder.split(separator: "/")
        let checkout = "/" + parts.dropLast(3).joined(separator: "/")
        guard access("\(checkout)/web/Package.swift", F_OK) == 0 else {
            Output.message("gestured-web is not installed; install the package of this name")
            throw ExitCode.failure
        }
        // The same build as this program's, otherwise another one.
        let builds = parts.last == "release" ? ["release", "debug"] : ["debug", "release"]
        let places = builds.map { "\(checkout)/web/.build/\($0)/gestured-web" }
        guard let program = places.first(where: { access($0, F_OK) == 0 }) else {
            Output.message(
                """
                gestured-web is not built: run `swift build --package-path \(checkout)/web --product gestured-web`, then \
                this again
                """)
            throw ExitCode.failure
        }
        return (program, checkout)
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
