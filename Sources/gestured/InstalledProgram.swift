// Which of the two programs was called? One file is both, as most of each is Swift's libraries, which the two share.

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
