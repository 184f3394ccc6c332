// The command line of gestured.

public import ArgumentParser
import CLinux
import Configuration
import ControlCommands
import GestureDaemon
import GestureWire
import Glibc
public import Logging
import ServiceManager
import Touch

/// The daemon's command line: arguments in, an exit status out.
struct Gestured: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gestured",
        abstract: "Reads touchscreens, recognizes gestures, and publishes them over a Unix socket.",
        discussion: """
            Runs in the foreground until SIGTERM or SIGINT; SIGHUP reloads the configuration. Without --config it \
            merges /usr/share/gestured/gestured.yaml (or the one in /usr/local), \(ConfigurationFiles.systemPath) and \
            the files in \(ConfigurationFiles.dropInFolder); without any of these files the standard recognizers \
            apply. --drop-in tries a change without installing it. `gesturectl config` prints the merged configuration \
            with the origin of each line.

            Exit status: 0 success, 1 failure, 64 wrong usage, 77 no permission, 78 wrong configuration.
            """,
        version: serverName)

    @Option(help: ArgumentHelp("The only configuration file to load.", valueName: "file"), completion: .file())
    var config: String?

    @OptionGroup var changes: DropIns

    @Option(
        help: ArgumentHelp(
            "The socket's path; otherwise the socket that systemd passes, $\(socketPathVariable) or \(defaultSocketPath).",
            valueName: "path"),
        completion: .file())
    var socket: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Play a recording, in any form that `gesturectl replay` reads, at its pace instead of touchscreens, or "
                + "several one after the other.",
            valueName: "file"),
        completion: .file())
    var replay: [String] = []

    @Flag(help: "Play the recordings again and again.")
    var loop = false

    @Option(help: ArgumentHelp("The lowest level of messages to log.", valueName: "level"))
    var logLevel = Logger.Level.info

    @Flag(help: "Check the configuration, print every problem, and exit.")
    var checkConfig = false

    @Argument(
        help: ArgumentHelp("With --check-config: the only file to check.", valueName: "file"), completion: .file())
    var file: String?

    func validate() throws {
        if loop, replay.isEmpty { throw ValidationError("--loop needs --replay.") }
        if file != nil, !checkConfig { throw ValidationError("Unexpected argument '\(file ?? "")'.") }
        if file != nil, config != nil { throw ValidationError("Name the file to check once.") }
    }

    func run() throws {
        do {
            try perform()
        } catch {
            // A configuration's problems begin with their place, so that editors find it.
            let prefix = error is ConfigurationError ? "" : "gestured: "
            Journal.write("\(prefix)\(error)".printableLines, .error, fields: Daemon.journalFields(of: error))
            throw ExitCode(ExitStatus.of(error))
        }
    }

    private func perform() throws {
        // The reader of the log or of a socket may end; that must not end the daemon during a gesture.
        signal(SIGPIPE, SIG_IGN)
        LoggingSystem.bootstrap { [logLevel] _ in Daemon.logHandler(level: logLevel) }
        let logger = Logger(label: "gestured")
        let passedSocket = checkConfig ? nil : try PassedSocket.take(unless: socket, logger: logger)
        // Before anything foreign is read, and before there is a second thread, which would not be bound by it.
        let noFilter = linux_confine(passedSocket ?? -1) == 0 ? nil : String(cString: strerror(errno))
        let choice = ConfigurationChoice(path: file ?? config, dropIns: changes.dropIn)
        if checkConfig {
            print(try choice.check { Journal.write($0.printableLines, .warning) }.printable)
            return
        }
        let path = socket ?? environmentVariable(socketPathVariable) ?? defaultSocketPath
        var options = Daemon.Options(configuration: try choice.load(), socketPath: path)
        options.configurationName = choice.name
        options.configurationChoice = choice
        options.stopsOnSignals = true
        options.passedSocket = passedSocket
        if let noFilter {
            logger.warning(
                "the kernel filters no system calls (\(noFilter)): a compromised gestured could change devices and pass them on"
            )
        }
        if !replay.isEmpty {
            let recordings = try replay.map { file in
                NamedRecording(try RecordingFile.read(file) { logger.notice("\(file): \($0)") }, name: file)
            }
            options.input = .recordings(recordings, isLooping: loop)
        }
        try Daemon(options, logger: logger).run()
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
