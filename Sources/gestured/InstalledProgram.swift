// Entry point of the installed program, which is gestured, gesturectl or gestured-output by the name it is called by.

import ArgumentParser
import ControlCommands

/// What `make install` installs: gestured, and gesturectl and gestured-output when called by these names.
@main
enum InstalledProgram {
    static func main() {
        // No name, or a strange one, is the daemon's.
        switch CommandLine.arguments.first?.split(separator: "/", omittingEmptySubsequences: false).last {
        case "gesturectl": Gesturectl.main()
        case "gestured-output": OutputProgram.main()
        default: Gestured.main()
        }
    }
}
