// The command line of gestured-web, which gesturectl starts.

import ArgumentParser
import GestureWeb
import Glibc

@main
struct GesturedWeb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gestured-web",
        abstract: "Gestures in web pages: a bridge from WebSockets to gestured, and pages.",
        discussion: """
            Listens on 127.0.0.1 only, and prints the address for a browser when it does. The address has a token, \
            without which nobody gets gestures; a page has it in the part behind #, which browsers do not send.

            Runs in the foreground until SIGTERM, SIGINT or SIGHUP. Exit status: 0 success, 1 failure, 64 wrong usage, \
            77 it was started by root.
            """)

    @Option(help: "The port; 0 for one that is free.")
    var port = 7337

    @Option(help: ArgumentHelp("An origin whose pages may connect, too; may be repeated.", valueName: "url"))
    var allowOrigin: [String] = []

    @Option(
        help: ArgumentHelp("The socket of gestured; otherwise GESTURED_SOCKET, or the usual one.", valueName: "path"))
    var socket: String?

    @Option(
        help: ArgumentHelp(
            "A folder of pages, otherwise the installed one; may be repeated.", valueName: "folder"))
    var pages: [String] = []

    @Option(
        help: ArgumentHelp("The folder of the JavaScript library; otherwise the installed one.", valueName: "folder"))
    var library: String?

    @Option(help: ArgumentHelp("A recording that the view opens.", valueName: "file"))
    var recording: String?

    @Flag(help: "Open the view in a browser where there is a display.")
    var open = false

    @Option(help: ArgumentHelp("The program that plays recordings.", valueName: "program"))
    var control = "gesturectl"

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be between 0 and 65535") }
        for origin in allowOrigin where !Admission.isOrigin(origin) {
            throw ValidationError(
                "--allow-origin must be an origin, such as https://kiosk.example, without a path or the usual port")
        }
    }

    /// On the main actor, which may wait: connections need others.
    @MainActor
    func run() async throws {
        guard getuid() != 0, geteuid() != 0 else {
            throw Self.failure("a web server must not be root: start it as a user", 77)
        }
        signal(SIGPIPE, SIG_IGN)
        Termination.prepare()
        let path = socket ?? getenv("GESTURED_SOCKET").map { String(cString: $0) } ?? "/run/gestured/gestured.sock"
        var options = WebServer.Options(port: port, socket: path, control: control)
        options.allowedOrigins = allowOrigin
        do {
            // It is installed as PREFIX/libexec/gestured/gestured-web.
            let shared = try ownFolder() + "/../../share/gestured"
            for folder in pages.isEmpty ? ["\(shared)/web"] : pages { try options.pages.add(folder: folder, at: "/") }
            try options.pages.add(folder: library ?? "\(shared)/clients/javascript", at: "/gestured/")
            options.recording = try recording.map { try Recording(path: $0) }
            let address = try await WebServer(options).start(warn: Self.say)
            print(address)
            fflush(nil)
            let browser = open ? Browser() : nil
            browser?.show(address)
            Termination.wait()
            browser?.forget()
        } catch {
            throw Self.failure("\(error)", 1)
        }
    }

    private func ownFolder() throws -> String {
        guard let path = realpath("/proc/self/exe", nil) else { throw Self.failure("/proc/self/exe: \(errno)", 1) }
        defer { free(path) }
        return String(cString: dirname(path))
    }

    private static func failure(_ text: String, _ status: Int32) -> ExitCode {
        say(text)
        return ExitCode(status)
    }

    private static func say(_ text: String) {
        let line = Array("gestured-web: \(text)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}
