// Tests of the reasons why a command's file cannot be executed.

import Foundation
import Testing

@testable import ControlCommands

@Suite struct CommandFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The problem with an executable file of this text; its path is replaced by `FILE`.
    private func problem(_ text: String) throws -> String? {
        let file = try folder.write(text, to: "script")
        try #require(chmod(file, 0o755) == 0)
        return CommandFile.problem(with: file)?.replacing(file, with: "FILE")
    }

    @Test("An existing program has no problem; missing programs and directories are reported as missing")
    func missing() {
        for name in ["sh", "/bin/sh"] { #expect(CommandFile.problem(with: name) == nil) }
        for name in ["/nonexistent/program", "no-such-program", "/etc", ""] {
            #expect(CommandFile.problem(with: name) == "there is no program \(name)")
        }
    }

    @Test("A script whose first line names its interpreter has no problem, and neither does a file that is not text")
    func wholeScripts() throws {
        for text in ["#!/bin/sh\n", "#! \t/bin/sh -e\necho", "#!/bin/sh", "\u{7F}ELF\0"] {
            #expect(try problem(text) == nil)
        }
    }

    @Test("A script without an interpreter is reported, as is an interpreter that is missing or not executable")
    func brokenScripts() throws {
        let advice = "correct its first line, or install it"
        let unnamed = "the first line of FILE does not name an interpreter; add one, as in `#!/bin/sh`"
        for text in ["echo", "", "\n#!/bin/sh\n"] { #expect(try problem(text) == unnamed) }
        #expect(
            try problem("#!/no/such -x\n") == "FILE needs the interpreter /no/such, which is missing; \(advice)")
        let remark = "its lines end with CR LF; end them with LF alone"
        #expect(
            try problem("#!/bin/sh\r\n") == "FILE needs the interpreter /bin/sh\r, which is missing; \(remark)")
        #expect(try problem("#!/etc/passwd\n") == "FILE needs the interpreter /etc/passwd, which is not executable")
    }

    @Test("A program that the kernel refuses is reported with the reason and the problem of its file")
    func refused() throws {
        let file = try folder.write("echo", to: "script")
        try #require(chmod(file, 0o755) == 0)
        #expect(CommandFile.reason(ENOEXEC, for: file).contains("does not name an interpreter"))
        #expect(
            CommandFile.reason(ENOEXEC, for: "/bin/sh")
                == "/bin/sh: Exec format error; it is not a program for this machine")
        #expect(CommandFile.reason(ENOMEM, for: "/bin/sh") == "/bin/sh: Cannot allocate memory")
    }
}
