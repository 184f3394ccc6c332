// Entry point of the installed program, which is another one by each name that it is called by.

import ArgumentParser
import ControlCommands
import Glibc

/// What `make install` installs: gestured, and the others when called by their names.
@main
enum InstalledProgram {
    static func main() {
        // Swift takes them from /proc. Without it, the daemon must not start in place of gesturectl.
        guard !CommandLine.arguments.isEmpty else {
            let message = "gestured: the arguments cannot be read: mount /proc\n"
            write(STDERR_FILENO, message, message.utf8.count)
            exit(1)
        }
        // No name, or a strange one, is the daemon's.
        let name = CommandLine.arguments.first?.split(separator: "/", omittingEmptySubsequences: false).last
        if name == "gesturectl" {
            Gesturectl.main()
        } else if name == "gestured-output" {
            OutputProgram.main()
        } else if name == "gestured-hands" {
            HandsProgram.main()
        } else {
            Gestured.main()
        }
    }
}
