// Tests of the commands of actions: arguments, ends, time limits, order of steps.

import Configuration
import Foundation
import Linux
import Synchronization
import Testing

@testable import ControlCommands

@Suite struct ActionRunnerTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// What a runner says.
    private final class Words: Sendable {
        private let lines = Mutex<[String]>([])
        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    private func runner(_ keys: String, _ words: Words = Words()) throws -> ActionRunner {
        let file = try ActionsFile(yaml: "actions:\n- { on: back, \(keys) }\n", file: "file")
        let action = try #require(file.actions.first)
        return ActionRunner(action, at: "file:2", nil, output: CommandOutput(Descriptor(owning: dup(STDERR_FILENO)))) {
            words.add($0)
        }
    }

    /// What a runner says when it has run this often.
    private func words(of keys: String, times: Int = 1) throws -> [String] {
        let words = Words()
        let runner = try runner(keys, words)
        for _ in 0..<times {
            runner.run(for: cause(), at: 0)
            runner.waitForAll()
        }
        return words.all
    }

    private var file: String { folder.url.path + "/out" }
    private func written() throws -> String { try String(contentsOfFile: file, encoding: .utf8) }

    private func cause(_ variables: (name: String, value: String)...) -> ActionRunner.Cause {
        ActionRunner.Cause(recognizer: "back", variables: variables)
    }

    @Test("A whole argument that is a variable of the gesture is replaced, and nothing else of it is read")
    func variables() throws {
        let runner = try runner(
            #"command: [sh, -c, 'printf "%s|" "$@" > \#(file)', sh, "$GESTURED_JSON", "a $GESTURED_JSON", $HOME, "#
                + #""$GESTURED_Z"]"#)
        runner.run(for: cause(("GESTURED_JSON", #"{"x":"$(false) `false`"}"#)), at: 0)
        runner.waitForAll()
        #expect(try written() == #"{"x":"$(false) `false`"}|a $GESTURED_JSON|$HOME||"#)
    }

    @Test("A failure, a missing program, once, and keys without a display are reported with their place")
    func failures() throws {
        #expect(try words(of: "command: exit 3") == ["file:2: sh, started for back, failed: exit status 3"])
        #expect(
            try words(of: "command: [/nonexistent/program]", times: 5)
                == ["file:2: starting /nonexistent/program failed: there is no program /nonexistent/program"])
        #expect(try words(of: "key: alt+Left") == ["file:2: `key` failed: \(KeySender.noDisplay)"])
    }

    @Test("A command that exceeds its timeout is ended, with what it has started, even what ignores SIGTERM")
    func timeout() throws {
        // On a slow machine the command may not get as far as to write.
        let pipe = folder.url.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        let reader = Descriptor(owning: open(pipe, O_RDONLY | O_NONBLOCK))
        for timeout in ["0.1", "1", "10", "100"] {
            let command = "exec 3>\(pipe); trap \"\" TERM; sleep 600 & trap - TERM; echo > \(file); wait"
            #expect(
                try words(of: "timeout: \(timeout), command: '\(command)'")
                    == ["file:2: sh, started for back, failed: it was ended after \(timeout) s"])
            guard let text = try? written(), !text.isEmpty else { continue }
            // The pipe hangs up when the last of its writers has ended.
            var event = pollfd(fd: reader.number, events: 0, revents: 0)
            #expect(poll(&event, 1, 60_000) == 1 && Int32(event.revents) & POLLHUP != 0)
            return
        }
        Issue.record("the command never wrote")
    }

    @Test("Commands of steps run one after the other, in their order")
    func steps() throws {
        let runner = try runner(
            "step: { member: translation.x, every: 1 }, up: 'sleep 0.05; printf u >> \(file)', "
                + "down: 'printf d >> \(file)'")
        runner.step(3, for: cause())
        runner.waitForAll()
        runner.step(-2, for: cause())
        runner.waitForAll()
        #expect(try written() == "uuudd")
    }

    @Test("What is beyond a limit is reported once at first, by its reason")
    func limits() throws {
        let words = Words()
        let wait = "'until [ -e \(file) ]; do sleep 0.02; done'"
        let runner = try runner("jobs: 1, command: \(wait)", words)
        for _ in 0..<3 { runner.run(for: cause(), at: 0) }
        #expect(words.all == ["file:2: starting sh failed: 1 command is running"])
        let steps = try self.runner("step: { member: translation.x, every: 1 }, up: \(wait)", words)
        steps.step(24, for: cause())
        #expect(words.all.last == "file:2: a step failed: 20 others wait for their command")
        steps.step(-30, for: cause())
        _ = try folder.write("", to: "out")
        runner.waitForAll()
        steps.waitForAll()
    }
}
