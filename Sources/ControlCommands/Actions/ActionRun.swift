// Loop that runs the commands of actions.

import ArgumentParser
import Configuration
import GestureClient
import GestureWire
import Hands
import Glibc
import Linux
import Touch

/// Receives gestures and runs the commands of their actions, until interrupted.
struct ActionRun {
    private let file: ActionsFile
    /// Whether the actions are those of `--on`: their commands write where this program does.
    private let isOfOptions: Bool
    private let applications: FrontApplication.Session?
    private let interruption = Interruption()
    private let feed: EventFeed
    private let places: [String]
    private let runners: [ActionRunner]
    private var matcher: ActionMatcher
    /// Nil when no action points.
    private let hands: HandsRunner?

    /// Runs a file, and what is read instead of it at each SIGHUP.
    ///
    /// - Parameter isVerbose: Whether to say what runs, and not only what fails.
    static func run(_ path: String?, socket: String?, isVerbose: Bool) throws {
        // First: until then SIGHUP ends the process.
        let reload = try ActionReload { try ActionsPath.read(path) }
        Output.loseUnreadMessages()
        let file = try ActionsPath.read(path)
        guard !ActionsPath.isOfUser(path) || ActionsPath.lock() else {
            Output.message("another process runs \(file.name) already".printable)
            throw ExitCode(ExitStatus.alreadyRunning)
        }
        SpawnedCommand.prepare()
        var run = try ActionRun(file, socket: socket, isVerbose, after: nil)
        while true {
            reload.interrupt(run.interruption)
            try run.run()
            guard let next = reload.take() else { return }
            do {
                run = try ActionRun(next, socket: socket, isVerbose, after: run)
                Output.message("loaded again: \(summary(for: next))".printable)
            } catch {
                Output.message("\(error)")
                Output.message(ActionReload.refusal)
                run = try ActionRun(run.file, socket: socket, isVerbose, after: run)
            }
        }
    }

    /// Runs the actions of `--on`.
    ///
    /// - Throws: At the start also for a state that no recognizer of a trigger can have.
    static func run(_ options: ActionsFile, socket: String?, isVerbose: Bool) throws {
        Output.loseUnreadMessages()
        SpawnedCommand.prepare()
        var run = try ActionRun(options, socket: socket, isVerbose, isOfOptions: true, after: nil)
        try run.run()
    }

    /// Connects, and prepares for the output of commands.
    ///
    /// - Parameter previous: What has run before, and knows the compositor.
    private init(
        _ file: ActionsFile, socket: String?, _ isVerbose: Bool, isOfOptions: Bool = false, after previous: ActionRun?
    ) throws {
        // A compositor that did not answer may do so now.
        let isFollowed = previous?.applications?.application != nil
        let applications = isFollowed ? previous?.applications : FrontApplication.session(for: file)
        let sender = KeySender.ofSession
        Self.reportMissingCommands(of: file, sender, applications)
        let matcher = ActionMatcher(file.actions)
        let feed = try EventFeed(
            path: socket, filter: matcher.subscription(), reconnects: true, patience: SocketOption.patience,
            interruptedBy: interruption)
        let places = file.actions.map { "\(file.name):\($0.line)".printable }
        let fileName = String(file.name.reversed().prefix { $0 != "/" }.reversed())
        let identifiers = file.actions.map { "\(fileName):\($0.line)".printable }
        let outputs: [CommandOutput?] =
            isOfOptions
            ? file.actions.map { _ in nil }
            : try CommandOutput.toJournal(identifiers)
                ?? CommandOutput.make(count: places.count) { index, line in
                    Output.note("\(places[index]): \(line)".printable)
                }
        let report: @Sendable (String) -> Void = { Output.note($0) }
        let needsHands = file.actions.contains { action in
            switch action.effect {
            case .pointer: true
            case .command(.keys), .steps: sender == .hands
            case .command: false
            }
        }
        let hands = needsHands ? HandsRunner(typesKeys: sender == .hands, outputs: file.outputs, tell: report) : nil
        runners = file.actions.indices.map { index in
            ActionRunner(
                file.actions[index], at: places[index], sender, hands: hands, output: outputs[index],
                tellStart: isVerbose ? report : nil, tell: report)
        }
        (self.file, self.applications, self.feed, self.places) = (file, applications, feed, places)
        (self.matcher, self.isOfOptions) = (matcher, isOfOptions)
        self.hands = hands
        // At last: nothing would end its thread if this file could not be used.
        if !isFollowed { applications?.application?.start() }
    }

    private mutating func run() throws {
        // The commands connect to the same gestured.
        let own = [(name: socketPathVariable, value: feed.path)]
        var isReported: Set<Int> = []
        var isFirst = true
        while let item = try feed.next() {
            switch item.event {
            case .gesture(let gesture):
                // When the file is read again, what is under way or has just come is forgotten, not cancelled.
                guard let line = item.line, !interruption.isTriggered else { break }
                let matches = matcher.matches(
                    of: gesture.notification, line: line, application: applications?.application?.name)
                guard !matches.isEmpty else { break }
                // Which takes long, and what points needs none.
                lazy var cause = ActionRunner.Cause(
                    recognizer: gesture.notification.recognizer,
                    variables: GestureEnvironment.variables(line: line) + own)
                for match in matches {
                    switch match.kind {
                    case .command: runners[match.action].run(for: cause, at: KernelClock.monotonic.seconds)
                    case .steps(let count): runners[match.action].step(count, for: cause)
                    case .pointer(let effect): point(effect, gesture.notification, match.action, &isReported)
                    case .unknown where isReported.insert(match.action).inserted:
                        let words = Self.unknown(gesture.notification.recognizer)
                        Output.note("\(places[match.action]): \(words)".printable)
                    case .unknown: break
                    }
                }
            case .connected(let snapshot):
                let what = isOfOptions ? "" : "; \(Self.summary(for: file))"
                Output.message("\(feed.server) is there\(what)".printable)
                isReported = []
                matcher.begin(snapshot)
                hands?.prepare(matcher.devices)
                let isImpossible = reportUselessActions(snapshot, feed.capabilities)
                // At first a useless option is a usage error; later it results from a changed configuration.
                if isImpossible, isOfOptions, isFirst { throw ExitCode.validationFailure }
                isFirst = false
            case .reloaded(let snapshot):
                matcher.begin(snapshot)
                hands?.prepare(matcher.devices)
                reportUselessActions(snapshot, feed.capabilities)
            case .surface(let change):
                matcher.update(change)
                hands?.prepare(matcher.devices)
            case .touch, .disconnected, .lagged: Output.messageOfLoss(item.event)
            }
        }
    }

    /// Has an effect played, or says once why not.
    private func point(
        _ effect: PointerEffect, _ gesture: GestureNotification, _ action: Int, _ isReported: inout Set<Int>
    ) {
        if let surface = matcher.surface(gesture.surface), let moment = HandsMoment(gesture, on: surface) {
            hands?.play(effect, moment, on: gesture.surface)
        } else if isReported.insert(action).inserted {
            Output.note("\(places[action]): pointing needs places, and so the capability `locations`".printable)
        }
    }

    private static func unknown(_ recognizer: String) -> String {
        "\(recognizer) lacks a value that `where` or `step` needs: it has none of that kind, its surface has no size, "
            + "or the capability `locations` is missing"
    }

    private static func summary(for file: ActionsFile) -> String {
        "\(file.actions.count) action\(file.actions.count == 1 ? "" : "s") of \(file.name)"
    }

    /// Reports missing commands; the other actions work.
    private static func reportMissingCommands(
        of file: ActionsFile, _ sender: KeySender?, _ applications: FrontApplication.Session?
    ) {
        let hands = HandsReview()
        let review = ActionReview(
            file, configuration: nil, applications: applications?.availability ?? .available
        ) { .of($0, sender, hands) }
        for problem in review.problems { Output.note(problem.summary) }
    }

    /// Reports actions whose recognizer does not exist or never has the state; a reload of the daemon may change that.
    ///
    /// - Returns: Whether there is one of which the recognizers are known, and can never have the state.
    @discardableResult
    private func reportUselessActions(_ snapshot: Snapshot, _ capabilities: [String]) -> Bool {
        var isImpossible = false
        let mayKnowPlaces = Monitor.mayKnowPlaces(capabilities)
        for action in file.actions {
            let trigger = action.trigger
            let types = snapshot.recognizers.filter { trigger.recognizers.matches($0.name) }.map(\.type)
            var obstacle: String?
            if types.isEmpty {
                let pattern = trigger.recognizers.pattern
                let glob = snapshot.unmatched.first { $0.glob == pattern }
                obstacle = "\(glob ?? UnmatchedGlob(glob: pattern))"
            } else if let impossibility = trigger.impossibility(among: types) {
                obstacle = impossibility
                isImpossible = true
            } else if !mayKnowPlaces, Self.needsPlaces(action) {
                obstacle = Monitor.withoutPlaces
            }
            if let obstacle { Output.note("\(file.name):\(action.line): \(obstacle)".printable) }
        }
        return isImpossible
    }

    private static func needsPlaces(_ action: Action) -> Bool {
        if case .pointer = action.effect { return true }
        if case .steps(let steps) = action.effect, steps.member.needsLocations { return true }
        return action.trigger.conditions.contains { $0.member.needsLocations }
    }
}
