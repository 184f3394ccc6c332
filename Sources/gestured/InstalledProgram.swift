// Entry point of the installed program, which is gestured or gesturectl by the name it is called by.

import ArgumentParser
import ControlCommands

/// What `make install` installs: gestured, and gesturectl when called by that name.
@main
enum InstalledProgram {
    static func main() {
        if isCalledGesturectl(CommandLine.arguments.first) { Gesturectl.main() } else { Gestured.main() }
    }

    /// Whether that is the last component of the name that the caller gave.
    ///
    /// No name, or a strange one, is the daemon's.
    private static func isCalledGesturectl(_ name: String?) -> Bool {
        name?.split(separator: "/", omittingEmptySubsequences: false).last == "gesturectl"
    }
}
