// Verb that subscribes and prints gestures until interrupted.

import Touch
import ArgumentParser
import Configuration
import GestureClient
import GestureWire

struct Monitor: Verb {
    static let configuration = CommandConfiguration(
        abstract: "Print gestures as they are published, until interrupted.",
        discussion: """
            Prints one aligned line for each event; with --json the notifications as received, with control and \
            invisible format characters of texts as \\u and digits. When gestured stops, monitor ends with status 69; \
            with --reconnect it waits for gestured, however long, and prints gestures and touches under way as \
            cancelled (with --json, by lines whose seq is 0).

            --touches needs the capability `touches`, and places need `locations`. Root and the user that gestured \
            runs as have both; `access` of the configuration grants them to others.
            """)

    @Option(
        help: ArgumentHelp("Only recognizers whose name matches; may be repeated.", valueName: "glob"),
        completion: .recognizers)
    var recognizer: [String] = []

    @OptionGroup var surfaces: SurfaceFilter

    @Option(
        help: ArgumentHelp("Only this state (default: all but failed); may be repeated.", valueName: "state"))
    var state: [GestureState] = []

    @Flag(help: "Print touches, too.")
    var touches = false

    @Option(
        help: ArgumentHelp("The largest number of updates of one gesture per second, up to 1000.", valueName: "hertz"))
    var maxRate: Double?

    @Option(help: "The coordinates of places: those of the surface, or of the region of the gesture or touch.")
    var coordinates = PlaceCoordinates.surface

    @Flag(help: "Print where each finger of a gesture is, too.")
    var locations = false

    @Flag(help: "Wait for gestured if it is not running, and connect again when it stops.")
    var reconnect = false

    @Flag(help: "Print the notifications as lines of JSON.")
    var json = false

    @OptionGroup var daemon: SocketOption

    func validate() throws {
        if let maxRate, !(maxRate > 0 && maxRate <= largestRate) {
            throw ValidationError("--max-rate must be more than 0 and at most 1000.")
        }
    }

    func perform() throws {
        var filter = SubscriptionFilter(
            recognizers: recognizer.isEmpty ? ["*"] : recognizer, surfaces: surfaces.globs)
        if !state.isEmpty { filter.states = GestureStates(state) }
        (filter.touches, filter.maxRate) = (touches, maxRate)
        (filter.coordinates, filter.locations) = (coordinates, locations)
        let feed = try EventFeed(
            path: daemon.socket, filter: filter, reconnects: reconnect, patience: SocketOption.patience)
        let format = GestureLine(isColourful: Output.isColourful, hasFingers: locations)
        while let item = try feed.next() {
            if !json {
                try print(item.event, format, server: feed.server)
            } else if let line = item.line {
                Output.line(json: String(decoding: line, as: UTF8.self))
            } else {
                write(item.event, server: feed.server)
            }
            if case .connected = item.event, !Self.mayKnowPlaces(feed.capabilities) {
                Output.message(Self.withoutPlaces)
            }
        }
        Output.message("gestured at \(feed.path) closed the connection")
        throw ExitCode(ExitStatus.unreachable)
    }

    private func print(_ event: GestureEvent, _ format: GestureLine, server: String) throws {
        switch event {
        case .gesture(let gesture): Output.line(styled: format.text(gesture.notification))
        case .touch(let frame): for line in TouchLine.texts(frame.notification) { Output.line(line) }
        case .connected(let snapshot):
            write(event, server: server)
            for frame in snapshot.touches ?? [] { for line in TouchLine.texts(frame) { Output.line(line) } }
            for gesture in snapshot.gestures { Output.line(styled: format.text(gesture)) }
        case .surface, .reloaded, .lagged, .disconnected: write(event, server: server)
        }
    }

    /// Prints events that are not gestures, for people.
    private func write(_ event: GestureEvent, server: String) {
        switch event {
        case .connected(let snapshot):
            Output.message(Self.summary(of: snapshot, server: server))
            Output.messages(ofUnmatchedIn: snapshot)
        case .surface(let change): Output.message(Self.text(change))
        case .reloaded(let snapshot):
            Output.message("from here on: \(Self.summary(of: snapshot, server: server))")
            Output.messages(ofUnmatchedIn: snapshot)
        case .gesture, .touch, .disconnected, .lagged: Output.messageOfLoss(event)
        }
    }

    /// Returns whether a connection with these capabilities receives locations.
    static func mayKnowPlaces(_ capabilities: [String]) -> Bool {
        [Capability.locations, .touches].contains { capabilities.contains($0.rawValue) }
    }

    /// The notice for clients that receive gestures without locations.
    static let withoutPlaces =
        "places are omitted: the capability `locations` is missing; `sudo gesturectl doctor` and `access` in "
        + "gestured.yaml(5) say how to grant it"

    /// Returns a change of a surface as a sentence.
    static func text(_ change: SurfaceChange) -> String {
        let text =
            switch change.change {
            case .added: "surface \(SurfaceWords.text(change.surface)) was added"
            case .removed: "surface \(change.surface.name) was removed"
            case .changed: "surface \(SurfaceWords.text(change.surface)) has changed"
            }
        return text.printable
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
        let text =
            "\(server); surfaces: \(surfaces.isEmpty ? "none" : surfaces.joined(separator: ", ")); "
            + "recognizers: \(recognizers.isEmpty ? "none" : recognizers.joined(separator: ", "))"
        return text.printable
    }
}
