// Check whether a command's file can be executed, with the reason when it cannot.

import Glibc
import Linux

/// The file that a shell would find for the name of a command.
struct CommandFile {
    private let path: String
    private let mode: mode_t

    /// Why a command of this name cannot run, and what to do; nil when nothing speaks against it.
    ///
    /// A file that is not text is left to the kernel, which may know an interpreter for it (binfmt_misc).
    static func problem(with name: String) -> String? {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
        let places = name.contains("/") ? [name] : path.split(separator: ":").map { "\($0)/\(name)" }
        let files = places.compactMap { CommandFile(path: $0) }
        guard let file = files.first(where: \.isExecutable) ?? files.first else { return "there is no program \(name)" }
        return file.problem
    }

    /// Why a command of this name did not start, and what to do.
    ///
    /// - Parameter number: The errno.
    static func reason(_ number: Int32, for name: String) -> String {
        if number == ENOEXEC || number == ENOENT, let problem = problem(with: name) { return problem }
        let advice = number == ENOEXEC ? "; it is not a program for this machine" : ""
        return "\(name): \(String(cString: strerror(number)))\(advice)"
    }

    /// A regular file; nil where there is none.
    private init?(path: String) {
        var information = stat()
        guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return nil }
        (self.path, mode) = (path, information.st_mode)
    }

    private var isExecutable: Bool { access(path, X_OK) == 0 }

    private var problem: String? {
        if isExecutable { return scriptProblem }
        return mode & 0o111 == 0
            ? "\(path) is not executable; make it so: chmod +x \(path)" : "no permission to execute \(path)"
    }

    /// The problem of a script's first line, which names its interpreter.
    private var scriptProblem: String? {
        guard let start = firstBytes, !start.contains(0) else { return nil }
        guard start.starts(with: Array("#!".utf8)) else {
            return "the first line of \(path) does not name an interpreter; add one, as in `#!/bin/sh`"
        }
        let line = start.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }.drop(while: Self.isBlank)
        let interpreter = String(decoding: line.prefix { !Self.isBlank($0) }, as: UTF8.self)
        guard let file = CommandFile(path: interpreter) else {
            let advice =
                line.last == UInt8(ascii: "\r")
                ? "its lines end with CR LF; end them with LF alone" : "correct its first line, or install it"
            return "\(path) needs the interpreter \(interpreter), which is missing; \(advice)"
        }
        return file.isExecutable ? nil : "\(path) needs the interpreter \(interpreter), which is not executable"
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    /// As many bytes as the kernel looks at; nil of a file that may not be read.
    private var firstBytes: [UInt8]? {
        guard let file = Descriptor(open(path, O_RDONLY | O_CLOEXEC)) else { return nil }
        let (bytes, failure) = file.readToEnd(limit: 256)
        return failure == 0 ? bytes : nil
    }
}
