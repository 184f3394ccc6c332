// Verb that shows touches and recognizers in a browser.

import ArgumentParser

struct View: Verb {
    static let configuration = CommandConfiguration(
        abstract: "See touches and recognizers in a browser: live, or those of a recording.",
        discussion: """
            Opens the browser, or prints the address where there is no display. The page shows the panel with fingers \
            and regions, and for each recognizer what it does and why. In a recording, go back and forth in time, \
            change thresholds, and see what comes of it. Strokes are learnt by drawing.

            To record a panel: sudo gesturectl record > panel.evemu

            gestured-web is a package of its own. It does not run as root. Ends when it is interrupted.
            """)

    @Argument(
        help: ArgumentHelp(
            """
            A recording, in any form that `gesturectl replay` reads; `-` is standard input. Otherwise what is touched \
            now.
            """,
            valueName: "file"),
        completion: .file())
    var file: String?

    @Option(help: ArgumentHelp("The port; 0 for one that is free.", valueName: "number"))
    var port: UInt16 = 0

    @OptionGroup var daemon: SocketOption

    func perform() throws {
        let recording = file.map { ["--recording=\($0 == "-" ? "/dev/stdin" : $0)"] } ?? []
        try WebProgram.start(["--open", "--port", "\(port)"] + recording, daemon: daemon)
    }
}
