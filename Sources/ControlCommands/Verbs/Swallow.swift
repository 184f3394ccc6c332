// Verb that keeps present or next touches from applications.

import ArgumentParser
import GestureClient

struct Swallow: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Keep the fingers that are down, or else the next ones, from applications until all have lifted.",
        discussion: """
            For the touch that wakes a screen: it must not press what the user could not see. Recognizers and clients \
            of gestured receive it as always. The surface needs `intercept: true` in the configuration.

            \(SocketOption.needsControl)
            """)

    @Argument(help: "The surface; without it, all that are intercepted.", completion: .surfaces)
    var surface: String?

    @OptionGroup var daemon: SocketOption

    func perform() throws { try daemon.connect().swallow(surface) }
}
