// The command line of gestured-web, which gesturectl starts.

internal import ArgumentParser
internal import GestureWeb
internal import Glibc

@main
struct GesturedWeb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gestured-web",
        abstract: "Gestures in web pages: a bridge from WebSockets to gestured, and pages.",
        discussion: """
            Listens on 127.0.0.1 only, and prints the address for a browser when it does. The address has a token, without \
            which nobody gets gestures; a page has it in the part behind #, which browsers do not send.

            Runs in the foreground until SIGTERM or SIGINT. Exit status: 0 success, 1 failure, 64 wrong usage, 77 it was \
            started by root.
            """)

    @Option(help: "The port; 0 for one that is free.")
    var port = 7337

    @Option(help: ArgumentHelp("An origin whose pages may connect, too; may be repeated.", valueName: "url"))
    var allowOrigin: [String] = []

    @Option(help: ArgumentHelp("The socket of gestured; otherwise GESTURED_SOCKET, or the usual one.", valueName: "path"))
    var socket: String?

    @Option(help: ArgumentHelp("The folder of the pages.", valueName: "folder"))
    var pages = "/usr/share/gestured/web"

    @Option(help: ArgumentHelp("The folder of the JavaScript library.", valueName: "folder"))
    var library = "/usr/share/gestured/javascript"

    @Option(help: ArgumentHelp("The program that plays recordings.", valueName: "program"))
    var control = "gesturectl"

    func run() async throws {
        guard geteuid() != 0 else { throw Self.failure("a web server must not be root: start it as a user", 77) }
        signal(SIGPIPE, SIG_IGN)
        let path = socket ?? getenv("GESTURED_SOCKET").map { String(cString: $0) } ?? "/run/gestured/gestured.sock"
        var options = WebServer.Options(port: port, socket: path, control: control)
        options.allowedOrigins = allowOrigin
        do {
            try options.pages.add(folder: pages, at: "/")
            try options.pages.add(folder: library, at: "/gestured/")
            try await WebServer(options).run { address in
                print(address)
                fflush(nil)
            }
        } catch {
            throw Self.failure("\(error)", 1)
        }
    }

    private static func failure(_ text: String, _ status: Int32) -> ExitCode {
        let line = Array("gestured-web: \(text)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
        return ExitCode(status)
    }
}
