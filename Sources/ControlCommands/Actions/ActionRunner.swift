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
        var dropped = 0
    }

    private let action: Action
    private let place: String
    private let sender: KeySender?
    private let output: CommandOutput
    private let failures: FailureReports
    private let tell: @Sendable (String) -> Void
    private let running = DispatchGroup()
    private let state: Mutex<State>

    /// - Parameters:
    ///   - place: The action's place in its file, with which messages begin.
    ///   - output: Where its commands write.
    init(
        _ action: Action, at place: String, _ sender: KeySender?, output: CommandOutput,
        tell: @escaping @Sendable (String) -> Void
    ) {
        (self.action, self.place, self.sender, self.output, self.tell) = (action, place, sender, output, tell)
        failures = FailureReports(tell: tell)
        state = Mutex(State(admission: ActionAdmission(jobs: action.limits.jobs)))
    }

    /// Runs the command for a gesture, unless a limit is reached.
    ///
    /// - Parameter now: In seconds of a clock that never goes back.
    func run(for cause: Cause, at now: Double) {
        guard case .command(let command) = action.effect else { return }
        let (decision, skipped) = state.withLock { state in
            let decision = state.admission.request(at: now)
            return (decision, decision == .start ? state.admission.takeSkipped() : 0)
        }
        if skipped > 0 { tell("\(place): \(skipped) gesture\(skipped == 1 ? " was" : "s were") skipped") }
        switch decision {
        case .start:
            start(command, for: cause) { [self] in state.withLock { $0.admission.ended() } }
        case .skip(.jobs, isFirst: true):
            let jobs = action.limits.jobs
            let running = jobs == 1 ? "1 command is running" : "\(jobs) commands are running"
            tell("\(place): \(running); gestures are skipped until one ends")
        case .skip(.rate, isFirst: true):
            tell("\(place): \(ActionAdmission.mostStarts) commands were started in a second; gestures are skipped")
        case .skip: break
        }
    }

    /// Runs the commands for steps, one after the other.
    func step(_ count: Int, for cause: Cause) {
        guard case .steps(let steps) = action.effect, (count > 0 ? steps.up : steps.down) != nil else { return }
        let (next, isFirst) = state.withLock { state in
            state.cause = cause
            let (next, dropped) = state.steps.add(count)
            defer { state.dropped += dropped }
            return (next, dropped > 0 && state.dropped == 0)
        }
        if isFirst { tell("\(place): \(StepQueue.most) steps wait for a command; further ones are skipped") }
        if let next { start(next, of: steps) }
    }

    /// Waits until all that were started have ended.
    func waitForAll() { running.wait() }

    private func start(_ direction: StepQueue.Direction, of steps: ActionSteps) {
        guard let command = direction == .up ? steps.up : steps.down else { return followUp(steps) }
        start(command, for: state.withLock { $0.cause }) { [self] in followUp(steps) }
    }

    private func followUp(_ steps: ActionSteps) {
        let next = state.withLock { state in
            let next = state.steps.ended()
            if next == nil { state.dropped = 0 }
            return next
        }
        if let next { start(next, of: steps) }
    }

    /// Starts a command.
    ///
    /// - Parameter end: Called once, when it has ended or could not be started; on another thread or on this one.
    private func start(_ command: ActionCommand, for cause: Cause, then end: @escaping @Sendable () -> Void) {
        let name = command.name(sender)
        guard let words = command.words(sender, cause.variables) else {
            failures.report(RepeatedFailure("\(place): `key`", KeySender.noDisplay))
            return end()
        }
        let process: SpawnedCommand
        do throws(SpawnedCommand.Failure) {
            process = try SpawnedCommand(words, cause.variables, output: output.number)
        } catch {
            let reason = CommandFile.reason(error.number, for: words[0]).printable
            failures.report(RepeatedFailure("\(place): starting \(name)".printable, reason))
            return end()
        }
        let timeout = action.limits.timeout
        if let timeout { process.end(after: timeout) }
        running.enter()
        process.whenEnded { [self] failure in
            if let failure {
                let isOverdue = process.wasOverdue.load(ordering: .relaxed)
                let reason = isOverdue ? "it was ended after \(DecimalText.of(timeout ?? 0)) s" : "\(failure)"
                failures.report(
                    RepeatedFailure("\(place): \(name), started for \(cause.recognizer),".printable, reason))
            }
            end()
            running.leave()
        }
    }
}
