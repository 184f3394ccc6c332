// Runner of one action's commands, within its limits.

import Configuration
import Dispatch
import Linux
import Synchronization
import Touch

/// Starts the commands of one action; what they do, or do not, concerns no other action.
final class ActionRunner: Sendable {
    /// A gesture, as its commands see it.
    struct Cause: Sendable {
        let recognizer: String
        let variables: [(name: String, value: String)]
    }

    private struct State {
        var admission: ActionAdmission
        var steps = StepQueue()
        /// The gesture of the last steps.
        var cause = Cause(recognizer: "", variables: [])
    }

    private let action: Action
    private let place: String
    private let sender: KeySender?
    /// What presses keys, if that is gestured-hands.
    private let hands: HandsRunner?
    /// Nil for where this program writes.
    private let output: CommandOutput?
    /// Receives what runs; nil to say nothing of what succeeds.
    private let reportStart: (@Sendable (String) -> Void)?
    private let failures: FailureReports
    /// Starts the commands in their order: a program on a file system that hangs may take long to start.
    private let starts = DispatchQueue(label: "starts of an action")
    /// Presses the keys of all actions, one after the other: those of two programs would mix in one keyboard.
    private static let keys = DispatchQueue(label: "keys of actions")
    private let running = DispatchGroup()
    private let state: Mutex<State>

    /// - Parameters:
    ///   - place: The action's place in its file, with which messages begin.
    ///   - output: Where its commands write.
    ///   - tellStart: Receives a line for each command that has started.
    init(
        _ action: Action, at place: String, _ sender: KeySender?, hands: HandsRunner? = nil, output: CommandOutput?,
        tellStart: (@Sendable (String) -> Void)? = nil, tell: @escaping @Sendable (String) -> Void
    ) {
        reportStart = tellStart
        (self.action, self.place, self.sender, self.output) = (action, place, sender, output)
        self.hands = sender == .hands ? hands : nil
        failures = FailureReports(tell: tell)
        var state = State(admission: ActionAdmission(jobs: action.limits.jobs))
        if case .steps(let steps) = action.effect {
            state.steps = StepQueue(hasUp: steps.up != nil, hasDown: steps.down != nil)
        }
        self.state = Mutex(state)
    }

    /// Runs the command for a gesture, unless a limit is reached.
    ///
    /// - Parameter now: In seconds of a clock that never goes back.
    func run(for cause: Cause, at now: Double) {
        guard case .command(let command) = action.effect else { return }
        let reason: String
        switch state.withLock({ $0.admission.request(at: now) }) {
        case .start: return start(command, for: cause) { [self] in state.withLock { $0.admission.ended() } }
        case .skip(.jobs):
            let jobs = action.limits.jobs
            reason = jobs == 1 ? "1 command is running" : "\(jobs) commands are running"
        case .skip(.rate): reason = "\(ActionAdmission.mostStarts) commands were started in a second"
        }
        failures.report("\(place): starting \(command.name(sender))", reason)
    }

    /// Runs the commands for steps, one after the other.
    func step(_ count: Int, for cause: Cause) {
        guard case .steps(let steps) = action.effect else { return }
        let (next, dropped) = state.withLock { state in
            state.cause = cause
            return state.steps.add(count)
        }
        for _ in 0..<dropped {
            failures.report("\(place): a step", "\(StepQueue.most) others wait for their command")
        }
        if let next { start(next, of: steps) }
    }

    /// Waits until all that were started have ended.
    func waitForAll() { running.wait() }

    private func start(_ direction: StepQueue.Direction, of steps: ActionSteps) {
        guard let command = direction == .up ? steps.up : steps.down else { return followUp(steps) }
        start(command, for: state.withLock { $0.cause }) { [self] in followUp(steps) }
    }

    private func followUp(_ steps: ActionSteps) {
        if let next = state.withLock({ $0.steps.ended() }) { start(next, of: steps) }
    }

    /// Starts a command.
    ///
    /// - Parameter end: Called once, when it has ended or could not be started; on another thread.
    private func start(_ command: ActionCommand, for cause: Cause, then end: @escaping @Sendable () -> Void) {
        running.enter()
        guard case .keys = command else {
            return starts.async { [self] in startNow(command, for: cause) { [self] in leave(after: end) } }
        }
        if case .keys(let keys) = command, sender == .hands, let hands {
            return hands.press(keys) { [self] failure in
                let name = command.name(sender)
                if let failure { failures.report("\(place): \(name), for \(cause.recognizer),", failure) }
                let words = ActionRunner.description(for: sender?.command(keys) ?? [], cause.recognizer)
                if failure == nil { reportStart?("\(place): \(words)".printable) }
                leave(after: end)
            }
        }
        Self.keys.async { [self] in
            let pressed = DispatchSemaphore(value: 0)
            startNow(command, for: cause) { pressed.signal() }
            pressed.wait()
            leave(after: end)
        }
    }

    private func leave(after end: () -> Void) {
        end()
        running.leave()
    }

    /// A command and the recognizer that it runs for, for people.
    static func description(for command: [String], _ recognizer: String) -> String {
        "\(recognizer): runs \(command.map(ShellText.word).joined(separator: " "))"
    }

    private func startNow(_ command: ActionCommand, for cause: Cause, then end: @escaping @Sendable () -> Void) {
        let name = command.name(sender)
        guard let arguments = command.commandLine(sender, cause.variables) else {
            failures.report("\(place): `key`", KeySender.noDisplay)
            return end()
        }
        let process: SpawnedCommand
        do throws(SpawnedCommand.Failure) {
            process = try SpawnedCommand(arguments, cause.variables, output: output?.number)
        } catch {
            let reason = CommandFile.reason(error.number, for: arguments[0]).printable
            failures.report("\(place): starting \(name)", reason)
            return end()
        }
        reportStart?("\(place): \(Self.description(for: arguments, cause.recognizer))".printable)
        let timeout = action.limits.timeout
        if let timeout { process.end(after: timeout) }
        process.whenEnded { [self] failure in
            if let failure {
                let isOverdue = process.wasOverdue.load(ordering: .relaxed)
                let reason = isOverdue ? "it was ended after \(DecimalText.of(timeout ?? 0)) s" : "\(failure)"
                failures.report("\(place): \(name), started for \(cause.recognizer),", reason)
            }
            end()
        }
    }
}
