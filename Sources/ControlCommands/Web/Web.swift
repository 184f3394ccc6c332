// Verb that serves web pages which receive gestures.

import ArgumentParser

struct Web: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Serve gestures to web pages of this machine, and the view and the sample to a browser.",
        discussion: """
            Prints the address for a browser, and serves 127.0.0.1 only until it is interrupted. The address has a \
            token that is new each time; without it nobody gets gestures.

            A page of gestured-web, or of an allowed origin, connects by WebSocket to /gestures?token=TOKEN, and \
            speaks the protocol: a line is a message. Its rights are those of your user. The JavaScript library does \
            that.

            gestured-web is a package of its own. It does not run as root.
            """)

    @Option(help: ArgumentHelp("The port; 0 for one that is free.", valueName: "number"))
    var port: UInt16 = 7337

    @Option(
        help: ArgumentHelp(
            "An origin whose pages may connect, too, such as https://kiosk.example; may be repeated.",
            valueName: "url"))
    var allowOrigin: [String] = []

    @Option(
        help: ArgumentHelp("Serve the pages of this folder instead of the view and the sample.", valueName: "folder"),
        completion: .directory)
    var pages: String?

    @OptionGroup var daemon: SocketOption

    func perform() throws {
        try WebProgram.start(
            ["--port", "\(port)"] + allowOrigin.flatMap { ["--allow-origin", $0] }, pages: pages, daemon: daemon)
    }
}
