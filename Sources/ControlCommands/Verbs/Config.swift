// Verbs that check and print the configuration on disk, and the options they share.

package import ArgumentParser
import Configuration
import GestureClient
import GestureDaemon
import GestureWire
import Glibc
import Touch

/// The options that select a command's files.
struct ConfigurationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The folder, such as an image, that holds the files instead of /.", valueName: "folder"),
        completion: .directory)
    var root: String?

    @OptionGroup var changes: DropIns

    @Argument(
        help: ArgumentHelp("The only file to read; otherwise those that gestured reads.", valueName: "file"),
        completion: .file())
    var file: String?

    func validate() throws {
        if root != nil, let file {
            let advice = ActionsFile.isActions(path: file) ? "; check a file of actions with --actions" : ""
            throw ValidationError("--root is for the files of a system; give --root or a file\(advice).")
        }
        // As of a variable that is not set: it is not this machine that is meant.
        if root == "" { throw ValidationError("--root is empty; name a folder.") }
    }

    /// The files that are there.
    ///
    /// - Throws: `FileError` when the folder to look below is none.
    func choice() throws -> ConfigurationChoice {
        let dropIns = changes.dropIn
        guard var root else { return ConfigurationChoice(path: file, dropIns: dropIns) }
        var information = stat()
        guard stat(root, &information) == 0 else {
            throw FileError(file: "--root \(root)", reason: String(cString: strerror(errno)))
        }
        guard information.st_mode & S_IFMT == S_IFDIR else {
            throw FileError(file: "--root \(root)", reason: "not a folder")
        }
        while root.hasSuffix("/") { root.removeLast() }
        return ConfigurationChoice(path: nil, root: root, dropIns: dropIns)
    }
}

/// The option with drop-ins that are merged over the configuration.
package struct DropIns: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A drop-in to merge over the configuration, as if it were in gestured.yaml.d; may be repeated.",
            valueName: "file"),
        completion: .file())
    package var dropIn: [String] = []

    package init() {}
}

struct Check: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Check the configuration, and print every problem.",
        discussion: """
            Reads all files that gestured would read, as they are now. Every problem is printed with its file, line \
            and column, and the exit status is 78. Notes on ignored files, and warnings, are on standard error and \
            leave the exit status 0. Warnings are about

              a recognizer that another one of the same fingers always prevents
              a region narrower than 1 mm, as with `width: 0.5` for `50%`
              a region that extends outside its parent, or outside its surface
                where the configuration has the size of that
              a region, or an edge of a screenEdgePan, below later regions that
                take all its touches
              a user or group that the system does not know (not with --root)

            A file with `actions`, as gesturectl run reads it, is checked against the configuration of the running \
            gestured, or else the files that it would read, and against the programs of this machine; with --actions, \
            against the named file, or those of --root. The output says which configuration that was.
            """)

    @Option(
        help: ArgumentHelp("A file of actions to check against the configuration.", valueName: "file"),
        completion: .file())
    var actions: String?

    @OptionGroup var files: ConfigurationOptions

    func perform() throws {
        if let actions { return try ActionCheck(path: actions, against: try files.choice()).perform() }
        if let file = files.file, ActionsFile.isActions(path: file) {
            let choice = ConfigurationChoice(path: nil, dropIns: files.changes.dropIn)
            return try ActionCheck(path: file, against: choice).perform()
        }
        let choice = try files.choice()
        for name in choice.passedOver {
            Output.message("ignored: \(name) (only *.yaml is read)".printable)
        }
        Output.line(try choice.check(Output.note))
    }
}

struct Config: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Print the merged configuration, with the origin of each line.",
        discussion: """
            The output is a configuration itself, with the same meaning: YAML, each line with a comment that names the \
            file and the line that it is from; `built in` marks what applies without any file. The files are read now: \
            gestured may still use what was in them at its last reload.

            The files, from the lowest to the highest priority:

              /usr/share/gestured/gestured.yaml, or the one in /usr/local
              /etc/gestured/gestured.yaml: its sections replace those below
              /etc/gestured/gestured.yaml.d/*.yaml, by name: change entries,
                                               which they name, and add others

            If they have problems, these are printed, and the exit status is 78.
            """)

    @Flag(help: "Print one line of JSON: name, files, configuration, and the places of all values.")
    var json = false

    @Flag(help: "Print every other property of each recognizer, too, with its default, as a comment.")
    var all = false

    @OptionGroup var files: ConfigurationOptions

    func perform() throws {
        let effective = try EffectiveConfiguration(try files.choice().files)
        if json {
            Output.line(json: effective.json(all: all))
        } else {
            Output.text(Array(effective.yaml(all: all).utf8))
        }
        reportRefusal()
    }

    /// Says if the daemon that runs could not use the files when it last read them.
    private func reportRefusal() {
        guard files.root == nil, files.file == nil, files.changes.dropIn.isEmpty,
            let report = try? GestureConnection(path: nil, patience: 1).status(), report.refused,
            ConfigurationChoice.named(report.configuration)?.isOfSystem == true
        else { return }
        Output.message(Self.refusal)
    }

    /// What to say of files that the daemon could not use.
    static let refusal = "gestured refused these files when it last read them; `gesturectl reload` loads them again"
}
