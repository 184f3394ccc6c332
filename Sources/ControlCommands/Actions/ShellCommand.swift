// First program of a shell's command, as far as it is plain.

enum ShellCommand {
    /// Returns the program of a text for `sh -c`, whose first word is a program's name and nothing that a shell would
    /// read.
    ///
    /// nil of other commands, and of a text that begins with something else, such as a variable or a builtin command.
    static func program(of words: [String]) -> String? {
        guard words.count == 3, words[0] == "sh", words[1] == "-c" else { return nil }
        let program = String(words[2].prefix { $0 != " " && $0 != "\n" })
        let isPlain = !program.isEmpty && program.allSatisfy { $0.isPlain(or: "_-+./") }
        return isPlain && !others.contains(program) ? program : nil
    }

    /// Words with which a command may begin that are no programs (POSIX, 2.4 and 2.14), and common builtin commands.
    private static let others = [
        "alias", "bg", "break", "case", "cd", "chdir", "command", "continue", "do", "eval", "exec", "exit", "export",
        "fg", "for", "getopts", "hash", "if", "jobs", "kill", "local", "read", "readonly", "return", "set", "shift",
        "times", "trap", "type", "ulimit", "umask", "unalias", "unset", "until", "wait", "while", ".", ":",
    ]
}
