// What is published now? Subscribes and prints until interrupted.

import ArgumentParser
import Configuration
import GestureClient
import GestureDaemon
import GestureWire
import ServiceManager

/// `gesturectl monitor`.
struct Monitor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print gestures as they are published, until interrupted.",
        discussion: "For people one aligned line per event; with --json the notifications exactly as they come.")

    @Option(help: ArgumentHelp("Only recognizers whose name matches; may be repeated.", valueName: "glob"))
    var recognizer: [String] = []

    @Option(help: ArgumentHelp("Only surfaces whose name matches; may be repeated.", valueName: "glob"))
    var surface: [String] = []

    @Flag(help: "Print the notifications as lines of JSON.")
    var json = false

    @OptionGroup var daemon: SocketOption

    func run() throws {
        try Output.reporting {
            let connection = try GestureConnection(path: daemon.socket)
            let snapshot = try connection.subscribe(
                recognizers: recognizer.isEmpty ? ["*"] : recognizer, surfaces: surface.isEmpty ? ["*"] : surface)
            Output.message(Self.summary(of: snapshot, server: connection.hello.server))
            if json {
                while let line = try connection.nextLine() { try Output.line(line) }
            } else {
                try print(connection, snapshot)
            }
            Output.message("gestured at \(connection.path) ended the connection")
            throw ExitCode(ExitStatus.unreachable)
        }
    }

    private func print(_ connection: GestureConnection, _ snapshot: Snapshot) throws {
        let format = GestureLine(isColourful: Output.isColourful)
        for gesture in snapshot.gestures { try Output.line(format.text(gesture)) }
        while let message = try connection.next() {
            switch message {
            case .gesture(let gesture): try Output.line(format.text(gesture.notification))
            case .touch(let frame): for line in TouchLine.texts(frame.notification) { try Output.line(line) }
            case .surface(let change): Output.message(Self.words(change))
            case .reloaded(let snapshot):
                Output.message(
                    "configuration read anew; \(Self.summary(of: snapshot, server: connection.hello.server))")
            case .lagged(let lagged):
                Output.message("read too slowly: \(lagged.dropped) notifications are lost")
            case .hello, .response, .error, .other: break
            }
        }
    }

    /// What has become of a surface, in a sentence.
    static func words(_ change: SurfaceChange) -> String {
        let words =
            switch change.change {
            case .added: "surface \(SurfaceWords.text(change.surface)) is there now"
            case .removed: "surface \(change.surface.name) is gone"
            case .changed: "surface \(SurfaceWords.text(change.surface)) has changed"
            }
        return words.printable
    }

    /// What there is, in a sentence: surfaces with their size, recognizers with their region where it is not the whole.
    static func summary(of snapshot: Snapshot, server: String) -> String {
        let surfaces = snapshot.surfaces.map { surface in
            "\(surface.name) (\(GestureLine.number(surface.width)) x \(GestureLine.number(surface.height)) \(surface.unit.rawValue))"
        }
        let recognizers = snapshot.recognizers.map { recognizer in
            recognizer.region == RegionRule.root ? recognizer.name : "\(recognizer.name) (in \(recognizer.region))"
        }
        let words =
            "\(server); surfaces: \(surfaces.isEmpty ? "none" : surfaces.joined(separator: ", ")); "
            + "recognizers: \(recognizers.isEmpty ? "none" : recognizers.joined(separator: ", "))"
        return words.printable
    }
}
