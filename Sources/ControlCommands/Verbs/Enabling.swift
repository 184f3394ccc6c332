// Verbs that enable and disable a recognizer of the running daemon.

import ArgumentParser
import GestureClient

struct Enable: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Enable a recognizer that was disabled.",
        discussion: RecognizerSwitch.discussion)

    @OptionGroup var recognizer: RecognizerSwitch

    func perform() throws { try recognizer.set(true) }
}

struct Disable: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Disable a recognizer for all clients.",
        discussion: "Its gesture under way is cancelled. " + RecognizerSwitch.discussion)

    @OptionGroup var recognizer: RecognizerSwitch

    func perform() throws { try recognizer.set(false) }
}

/// The recognizer to enable or disable, and the options of the connection.
struct RecognizerSwitch: ParsableArguments {
    static let discussion = """
        It applies to all surfaces until a reload or until gestured stops; it is not written to the configuration.

        \(SocketOption.needsControl)
        """

    @Argument(help: "The recognizer, by its name in the configuration.", completion: .recognizers)
    var recognizer: String

    @OptionGroup var daemon: SocketOption

    func set(_ isEnabled: Bool) throws { try daemon.connect().setEnabled(recognizer, isEnabled) }
}
