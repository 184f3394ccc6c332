// Verb that subscribes and prints gestures until interrupted.

import Touch
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
        discussion: """
            For people one aligned line per event; with --json the notifications as they come, with escapes for what a \
            terminal would obey. When gestured ends, so does this, with status 69; with --reconnect it waits for it, \
            however long, and what was under way is told as cancelled (with --json, by lines whose seq is 0).

            --touches needs the capability `touches`, and places need `locations`, as root and the user that gestured \
            runs as have them; others are granted them by `access` of the configuration.
            """)

    @OptionGroup var filter: GestureFilter

    @Option(
        help: ArgumentHelp("Only this state (all but failed otherwise); may be repeated.", valueName: "state"))
    var state: [GestureState] = []

    @Flag(help: "Print touches, too.")
    var touches = false

    @Option(
        help: ArgumentHelp("At most so many updates of one gesture in a second, up to 1000.", valueName: "hertz"))
    var maxRate: Double?

    @Flag(help: "Wait for gestured where it is not running, and connect again when it ends.")
    var reconnect = false

    @Flag(help: "Print the notifications as lines of JSON.")
    var json = false

    @OptionGroup var daemon: SocketOption

    func validate() throws {
        if let maxRate, !(maxRate > 0 && maxRate <= largestRate) {
            throw ValidationError("--max-rate is more than 0, and 1000 at most.")
        }
    }

    func run() throws {
        try Output.reporting {
            let feed = try EventFeed(
                EventFeed.Options(
                    path: daemon.socket,
                    filter: filter.subscription(
                        states: state.isEmpty ? .standard : GestureStates(state), touches: touches, maxRate: maxRate),
                    reconnects: reconnect, patience: SocketOption.patience))
            let format = GestureLine(isColourful: Output.isColourful)
            while let item = try feed.next() {
                if !json {
                    try print(item.event, format, server: feed.server)
                } else if let line = item.line {
                    try Output.line(json: String(decoding: line, as: UTF8.self))
                } else {
                    say(item.event, server: feed.server)
                }
                if case .connected = item.event, !Self.mayKnowPlaces(feed.capabilities) {
                    Output.message(Self.withoutPlaces)
                }
            }
            Output.message("gestured at \(feed.path) ended the connection")
            throw ExitCode(ExitStatus.unreachable)
        }
    }

    private func print(_ event: GestureEvent, _ format: GestureLine, server: String) throws {
        switch event {
        case .gesture(let gesture): try Output.line(styled: format.text(gesture.notification))
        case .touch(let frame): for line in TouchLine.texts(frame.notification) { try Output.line(line) }
        case .connected(let snapshot):
            say(event, server: server)
            for frame in snapshot.touches ?? [] { for line in TouchLine.texts(frame) { try Output.line(line) } }
            for gesture in snapshot.gestures { try Output.line(styled: format.text(gesture)) }
        case .surface, .reloaded, .lagged, .disconnected: say(event, server: server)
        }
    }

    /// Prints events that are not gestures, for people.
    private func say(_ event: GestureEvent, server: String) {
        switch event {
        case .connected(let snapshot):
            Output.message(Self.summary(of: snapshot, server: server))
            Output.messages(ofUnmatchedIn: snapshot)
        case .disconnected(let error): Output.message("\(error) Trying again.".printable)
        case .surface(let change): Output.message(Self.words(change))
        case .reloaded(let snapshot):
            Output.message("from here on: \(Self.summary(of: snapshot, server: server))")
            Output.messages(ofUnmatchedIn: snapshot)
        case .lagged(let lagged): Output.message("read too slowly: \(lagged.dropped) notifications are lost")
        case .gesture, .touch: break
        }
    }

    /// Returns whether a connection with these capabilities receives locations.
    static func mayKnowPlaces(_ capabilities: [String]) -> Bool {
        [Capability.locations, .touches].contains { capabilities.contains($0.rawValue) }
    }

    /// The notice for clients that receive gestures without locations.
    static let withoutPlaces =
        "places are left out: the capability `locations` is missing; `sudo gesturectl doctor` and `access` in "
        + "gestured.yaml(5) say how to grant it"

    /// Returns a change of a surface as a sentence.
    static func words(_ change: SurfaceChange) -> String {
        let words =
            switch change.change {
            case .added: "surface \(SurfaceWords.text(change.surface)) is there now"
            case .removed: "surface \(change.surface.name) is gone"
            case .changed: "surface \(SurfaceWords.text(change.surface)) has changed"
            }
        return words.printable
    }

    /// Returns the snapshot as a sentence: surfaces with their size, recognizers with their region unless that is the
    /// whole surface.
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
