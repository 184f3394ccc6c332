// Verb that lists the actions of a file, and writes entries for gestures that a person makes.

import ArgumentParser
import Configuration
import GestureClient
import GestureWire
import Touch

struct Actions: Verb {
    static let configuration = CommandConfiguration(
        abstract: "List the actions of a file, or learn new ones.",
        discussion: """
            Prints the line of each action, its gestures, and what it runs. Without --config, the file is \
            ~/.config/gestured/actions.yaml. `gesturectl run` runs it, `gesturectl check FILE` checks it; \
            gestured-actions.service does the former for the user at the screen.

            With --learn: touch the screen. For each new gesture that is recognized, its entry is printed, with \
            conditions that tell it from others of its recognizer; when the same one is made again, only a comment. \
            Append the entry to the file and replace its command. Lengths need the capability `locations`.
            """)

    @Option(help: ArgumentHelp("The file of actions.", valueName: "file"), completion: .file())
    var config: String?

    @Flag(help: "Print an entry for each new gesture that is made, until interrupted.")
    var learn = false

    @OptionGroup var surfaces: SurfaceFilter

    @OptionGroup var daemon: SocketOption

    func validate() throws {
        if learn, config != nil { throw ValidationError("--learn reads no file; leave out --config.") }
        if !learn, !surfaces.surface.isEmpty || daemon.socket != nil {
            throw ValidationError("--surface and --socket are for --learn.")
        }
    }

    func perform() throws {
        if learn { return try learnActions() }
        let sender = KeySender.ofSession
        let file = try ActionsPath.read(config)
        for action in file.actions {
            Output.line("\(file.name):\(action.line): \(Self.text(action, sender))".printable)
        }
    }

    private func learnActions() throws {
        let filter = SubscriptionFilter(
            surfaces: surfaces.globs, states: GestureStates([.recognized, .began, .ended]))
        let feed = try EventFeed(
            path: daemon.socket, filter: filter, reconnects: true, patience: SocketOption.patience)
        var present: [String: SurfaceDescription] = [:]
        var known: Set<String> = []
        Output.line("actions:")
        while let item = try feed.next() {
            switch item.event {
            case .gesture(let received):
                let gesture = received.notification
                guard let line = item.line, gesture.state == .recognized || gesture.state == .ended else { break }
                let values = GestureValues(line: line, on: present[gesture.surface])
                let learned = LearnedAction(gesture, values, isOnlySurface: present.count < 2)
                Output.line("  # \(learned.description)")
                guard known.insert(learned.lines.joined(separator: "\n")).inserted else { break }
                for line in learned.lines { Output.line(line) }
            case .connected(let snapshot), .reloaded(let snapshot):
                present = [:]
                for surface in snapshot.surfaces { present[surface.name] = surface }
                if !Monitor.mayKnowPlaces(feed.capabilities) { Output.message(Monitor.withoutPlaces) }
                Output.message("touch the screen; Ctrl-C ends this")
            case .surface(let change):
                present[change.surface.name] = change.change == .removed ? nil : change.surface
            case .touch, .disconnected, .lagged: Output.messageOfLoss(item.event)
            }
        }
    }

    /// An action in one line.
    static func text(_ action: Action, _ sender: KeySender?) -> String {
        let trigger = action.trigger
        let states = GestureState.allCases.filter { trigger.states.contains($0) }.map(\.rawValue)
        var text = "\(trigger.recognizers.pattern) \(states.joined(separator: " or "))"
        if !trigger.surfaces.matchesEverything { text += " on \(trigger.surfaces.pattern)" }
        if !trigger.regions.matchesEverything { text += " in \(trigger.regions.pattern)" }
        if !trigger.conditions.isEmpty {
            text += " where " + trigger.conditions.map(\.member.name).joined(separator: ", ")
        }
        if !trigger.applications.isEmpty {
            text += " in front of " + trigger.applications.map(\.pattern).joined(separator: ", ")
        }
        switch action.effect {
        case .command(let command): return "\(text): \(Self.text(command, sender))"
        case .pointer(let effect): return "\(text): \(effect.words)"
        case .steps(let steps):
            let up = steps.up.map { "up \(Self.text($0, sender))" }
            let down = steps.down.map { "down \(Self.text($0, sender))" }
            return "\(text), steps of \(steps.member.name): " + [up, down].compactMap(\.self).joined(separator: "; ")
        }
    }

    private static func text(_ command: ActionCommand, _ sender: KeySender?) -> String {
        switch command {
        case .program(let words): words.map(ShellText.word).joined(separator: " ")
        case .keys(let keys): (sender ?? .xdotool).command(keys).map(ShellText.word).joined(separator: " ")
        }
    }
}
