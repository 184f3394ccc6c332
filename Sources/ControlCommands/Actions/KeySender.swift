// What presses keys: wtype under Wayland, xdotool under X11, and gestured-hands where neither works.

import Configuration

/// What presses keys in the session of the user.
enum KeySender: String {
    case wtype
    case xdotool
    /// gestured-hands, by the kernel.
    case hands = "gestured-hands"

    /// That for this process; nil without a display, unless gestured-hands is there.
    static var ofSession: KeySender? {
        if environmentVariable("WAYLAND_DISPLAY") != nil {
            // Also when it is off: it may be enabled later.
            if FrontApplication.takesKeys == false { return .hands }
            return HandsConnection.isEnabled && CommandFile.problem(with: "wtype") != nil ? .hands : .wtype
        }
        // Under X11 only xdotool knows the layout.
        if environmentVariable("DISPLAY") != nil { return .xdotool }
        return HandsConnection.isEnabled ? .hands : nil
    }

    /// Why there is none.
    static let noDisplay =
        "keys need a display: neither WAYLAND_DISPLAY nor DISPLAY is set; start this in the session of the user"

    /// Why wtype does nothing.
    static let withoutProtocol =
        "keys under this compositor need gestured-hands, as it has no virtual-keyboard-v1: sudo systemctl enable --now "
        + "gestured-hands.socket"

    /// The command that presses keys one after the other; for gestured-hands, which is none, what says what it does.
    func command(_ keys: [KeyCombination]) -> [String] {
        switch self {
        case .wtype: ["wtype"] + keys.flatMap(\.wtypeArguments)
        case .xdotool, .hands: [rawValue, "key"] + keys.map(\.xdotoolWord)
        }
    }

    /// The kind of session, for messages.
    var session: String { self == .wtype ? "Wayland" : "X11" }
}

extension ActionCommand {
    /// The program and its arguments; nil for keys without a display.
    ///
    /// - Parameter variables: What takes the place of an argument that is one of these names behind `$`, as a whole.
    func commandLine(
        _ sender: KeySender?, _ variables: [(name: String, value: String)]
    ) -> [String]? {
        switch self {
        case .keys(let keys): sender?.command(keys)
        case .program(let words): words.map { Self.expanded($0, variables) }
        }
    }

    /// The name for messages.
    func name(_ sender: KeySender?) -> String {
        switch self {
        case .keys: sender?.rawValue ?? "keys"
        case .program(let words): words[0]
        }
    }

    /// Only a whole argument: the texts of a gesture must not become part of a shell's command.
    private static func expanded(_ word: String, _ variables: [(name: String, value: String)]) -> String {
        let name = word.dropFirst()
        let isName = name.allSatisfy { $0.isPlain(or: "_") && !$0.isLowercase }
        guard word.hasPrefix("$" + GestureEnvironment.prefix), isName else { return word }
        return variables.first { $0.name == name }?.value ?? ""
    }
}

extension ActionReview.Availability {
    /// Looks for the program of a command.
    static func of(_ command: ActionCommand, _ sender: KeySender?, _ hands: HandsReview) -> Self {
        switch command {
        case .program(let words):
            (CommandFile.problem(with: words[0])
                ?? ShellCommand.program(of: words).flatMap { CommandFile.problem(with: $0) })
                .map(Self.missing) ?? .available
        case .keys(let keys):
            if sender == .hands {
                HandsConnection.isEnabled ? hands.typing(keys) : .unknown(KeySender.withoutProtocol)
            } else if let sender {
                CommandFile.problem(with: sender.rawValue).map {
                    .missing("keys under \(sender.session) need \(sender.rawValue): \($0)")
                } ?? .available
            } else {
                .unknown(KeySender.noDisplay)
            }
        }
    }
}
