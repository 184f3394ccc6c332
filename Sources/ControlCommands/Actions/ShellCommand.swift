// First program of a shell's command, as far as it is plain.

/// A text for `sh -c`, of which the first word is a program's name and nothing that a shell would read.
struct ShellCommand {
    private let program: String

    /// nil of other commands, and of a text that begins with something else, such as a variable or a builtin command.
    init?(_ words: [String]) {
        guard words.count == 3, words[0] == "sh", words[1] == "-c" else { return nil }
        let word = words[2].utf8.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\n") }
        let isPlain = word.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: "_-+./".utf8.contains(byte)
            }
        }
        program = String(decoding: word, as: UTF8.self)
        guard isPlain, !program.isEmpty, !Self.others.contains(program) else { return nil }
    }

    /// Why it cannot run, and what to do; nil when nothing speaks against it.
    var problem: String? { CommandFile.problem(with: program) }

    /// Words with which a command may begin that are no programs (POSIX, 2.4 and 2.14), and common builtin commands.
    private static let others = [
        "alias", "bg", "break", "case", "cd", "chdir", "command", "continue", "do", "eval", "exec", "exit", "export",
        "fg", "for", "getopts", "hash", "if", "jobs", "kill", "local", "read", "readonly", "return", "set", "shift",
        "times", "trap", "type", "ulimit", "umask", "unalias", "unset", "until", "wait", "while", ".", ":",
    ]
}
