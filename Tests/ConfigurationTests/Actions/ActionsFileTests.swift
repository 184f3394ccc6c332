// Tests of the actions file: what is read, and the message for each mistake.

import GestureWire
import Testing

@testable import Configuration

@Suite struct ActionsFileTests {
    private func actions(_ entries: String) throws -> [Action] {
        let actions = try ActionsFile(yaml: "actions:\n" + entries, file: "file").actions
        SchemaSamples.add("actions:\n" + entries, [], isActions: true)
        return actions
    }

    /// The messages for entries, each with its place.
    private func messages(_ text: String) -> [String] {
        do throws(ConfigurationError) {
            _ = try ActionsFile(yaml: text, file: "file")
            SchemaSamples.add(text, [], isActions: true)
            return []
        } catch {
            SchemaSamples.add(text, error.problems.map(\.message), isActions: true)
            return error.problems.map {
                "\($0.line):\($0.column) \($0.message)" + ($0.hint.map { " (\($0))" } ?? "")
            }
        }
    }

    @Test(
        "A file is one of actions by its content, or, if it says nothing, by its name",
        arguments: [
            ("a.yaml", "actions: []", true), ("a.yaml", "action: [{ on: a, key: b }]", true),
            ("a.yaml", "- { on: a, key: b }", true), ("a.yaml", "on: a\nkey: b", true), ("actions.yaml", "", true),
            ("my-actions.yaml", "# nothing", true), ("actions.yaml", "actions: [", true), ("a.yaml", "", false),
            ("a.yaml", "recognizers: []", false), ("actions.yaml", "recognizers: []", false), ("a.yaml", "[", false),
        ])
    func isActions(name: String, text: String, isOne: Bool) throws {
        let root = SystemRoot()
        try root.write(text, to: "/\(name)")
        #expect(ActionsFile.isActions(path: "\(root.path)/\(name)") == isOne)
    }

    @Test("A name is enough for a trigger: its end counts, on every surface and in every region")
    func plain() throws {
        let action = try #require(try actions("- { on: back, key: alt+Left }\n").first)
        #expect(action.line == 2)
        #expect(action.trigger.recognizers.pattern == "back")
        #expect(action.trigger.states == [GestureStates(.recognized), GestureStates(.ended)])
        #expect(action.trigger.surfaces.matchesEverything && action.trigger.regions.matchesEverything)
        #expect(action.effect == .command(.keys([try KeyCombination("alt+Left")])))
        #expect(action.limits == ActionLimits(jobs: 4, timeout: 5))
    }

    @Test("A state stands behind a colon, as in `run --on`, or is a key; several are a list")
    func states() throws {
        let states = try actions(
            """
            - { on: "zoom:began", command: [true] }
            - { on: { recognizer: zoom, state: changed }, command: [true] }
            - { on: { recognizer: zoom, state: [began, ended] }, command: [true] }
            """
        ).map(\.trigger.states)
        #expect(states == [[GestureStates(.began)], [GestureStates(.changed)], GestureStates([.began, .ended])])
    }

    @Test("A command is a list of a program and arguments, or a text for a shell, without a time limit")
    func commands() throws {
        let found = try actions(
            """
            - { on: a, command: [sleep, 2, "$GESTURED_JSON", ""] }
            - { on: a, command: echo hello, timeout: 10s, jobs: 1 }
            """)
        #expect(
            found.map(\.effect) == [
                .command(.program(["sleep", "2", "$GESTURED_JSON", ""])),
                .command(.program(["sh", "-c", "echo hello"])),
            ])
        #expect(found.map(\.limits) == [ActionLimits(), ActionLimits(jobs: 1, timeout: 10)])
    }

    @Test("Steps have a value, a size, and a command for each direction")
    func steps() throws {
        let action = try #require(
            try actions(
                """
                - on: { recognizer: volume, state: changed, surface: panel, region: edge-strip }
                  step: { member: translation.y, every: 8mm }
                  up: [louder, 5%+]
                  down: { key: XF86AudioLowerVolume }
                """
            ).first)
        guard case .steps(let steps) = action.effect else {
            Issue.record("no steps")
            return
        }
        #expect(steps.member.name == "translation.y" && steps.every == ActionNumber(value: 8, unit: .millimetres))
        #expect(steps.up == .program(["louder", "5%+"]))
        #expect(steps.down == .keys([try KeyCombination("XF86AudioLowerVolume")]))
        #expect(action.trigger.surfaces.pattern == "panel" && action.trigger.regions.pattern == "edge-strip")
        #expect(action.limits.timeout == 5)
    }

    @Test("Conditions compare values, several of one value as a list")
    func conditions() throws {
        let trigger = try #require(
            try actions(
                """
                - on: { recognizer: a, where: { distance: ">= 30mm", scale: [">1", "<= 2"], edge: left } }
                  key: a
                """
            ).first?.trigger)
        #expect(trigger.conditions.map(\.member.name) == ["distance", "scale", "scale", "edge"])
        #expect(trigger.conditions.map(\.comparison) == [.atLeast, .more, .atMost, .equal])
    }

    @Test(
        "Each mistake has a message with its place and advice",
        arguments: rows(
            """
            key: a → 1:11 an action needs `on` (a recognizer's name, such as `on: back`)
            on: a → 1:11 an action needs `key` or `command`…
            on: a, key: a, command: [b] → 1:37 an action has either `key` or `command`…
            on: a, key: a, comand: [b] → 1:28 unknown key `comand` (did you mean `command`?)
            on: a, key: a, where: {} → 1:28 `where` belongs within `on`, as in `on: { recognizer: back, where: …
            on: a, up: [b], key: c → 1:24 `up` is for an action with `step`…
            on: 'a:begin', key: c → 1:17 the state must be one of…
            on: zurück, key: c → 1:17 `on` must be printable ASCII…
            on: { recognizer: a, region: 'ö*' }, key: c → 1:42 `region` must be printable ASCII…
            on: { state: began }, key: c → 1:17 `on` needs a `recognizer`…
            on: { recognizer: a, state: [] }, key: b → 1:41 the state must be one of recognized, began, changed, ended, \
            cancelled, failed, not an empty list
            on: { recognizer: a, state: [[began]] }, key: b → 1:42 the state must be one of recognized, began, \
            changed, ended, cancelled, \
            failed, not a list within the list…
            on: { recognizer: a, state: chnged }, key: c → 1:41 the state must be one of recognized, began, changed, \
            ended, \
            cancelled, failed, not `chnged` (did you mean `changed`?)
            on: { recognizer: a, where: { distanz: 3 } }, key: c → 1:43 a gesture has no value called `distanz` (did \
            you mean `distance`?)
            on: { recognizer: a, where: { direction: '> left' } }, key: c → 1:54 `direction` must be compared with \
            one of left, \
            right, up, down, not `> left`…
            on: { recognizer: a, where: { touches: [] } }, key: b → 1:52 `touches` has no comparisons…
            on: { recognizer: a, where: { distance: far } }, key: c → 1:53 `distance` must be compared with a length…
            on: { recognizer: a, where: { rotation: 3 } }, key: c → 1:53 `rotation` must be compared with an angle \
            with its unit…
            on: a, key: alr+Left → 1:25 `alr` is not a modifier (did you mean `alt`?)
            on: a, key: alt+ → 1:25 `alt+` has no key…
            on: a, key: 'ü' → 1:25 `ü` is not a key…
            on: a, key: [] → 1:25 `key` must be keys such as alt+Left, not an empty list…
            on: a, key: [[b]] → 1:26 `key` must be keys such as alt+Left, not a list within the list…
            on: a, command: [] → 1:29 `command` must be a program with its arguments…
            on: a, command: [a, [b]] → 1:33 an argument must be a text, not a list…
            on: a, command: [''] → 1:30 the program's name is empty…
            on: a, command: '' → 1:29 `command` must be a program with its arguments…
            on: a, key: a, app: [] → 1:33 `app` has no names or patterns…
            on: a, key: a, jobs: 0 → 1:34 `jobs` must be…
            on: a, key: a, timeout: 1h → 1:37 `timeout` must be…
            on: a, step: { member: distance, every: 1 }, up: [b] → 1:36 steps cannot be counted of `distance`…
            on: a, step: { member: scale, every: 1 }, up: [b] → 1:50 `every` must be a factor of more than 1, such as \
            1.1, not `1`…
            on: a, step: { member: translation.x, every: -8mm }, up: [b] → 1:58 `every` must be a length such as 30mm \
            (mm, cm, in, \
            pt, px; without a unit that of the surface), more than 0, not `-8mm`…
            on: a, step: { member: translation.x, every: 8mm } → 1:11 an action with `step` needs `up`, `down`, or both…
            on: a, step: { member: scale, every: 2 }, up: [b], jobs: 2 → 1:70 the commands of steps run one after the \
            other, \
            without `jobs`…
            on: 'a:recognized', step: { member: scale, every: 2 }, up: [b] → 1:17 the state must be one of began, \
            changed, \
            ended, not `recognized`…
            """))
    func mistakes(row: Row) { row.expect(messages("actions: [{ \(row.text) }]").joined(separator: " | ")) }

    @Test("All mistakes are reported at once, in the order of their places; at most 200 actions are accepted")
    func several() {
        let found = messages("actions:\n- { on: a }\n- { key: b }\n- 3\n")
        #expect(found.count == 3)
        #expect(zip(found, ["2:", "3:", "4:"]).allSatisfy { $0.hasPrefix($1) })
        let text = "actions:\n" + String(repeating: "- { on: a, key: b }\n", count: 201)
        #expect(messages(text) == ["202:3 there can be 200 actions at most"])
    }

    @Test("A file without `actions`, and gestured's own, are refused; a list without the key is read all the same")
    func otherFiles() {
        #expect(messages("{}").first?.contains("there are no `actions` (write `actions: []` for none)") == true)
        #expect(messages("recognizers: []").contains { $0.contains("gestured's own files have `recognizers`") })
        #expect(messages("actions: []") == [])
        let found = messages("- { on: a, key: alr+b }\n")
        #expect(
            found.first
                == "1:1 an actions file must be a mapping with `actions`, not a list of 1 (write `actions:` above "
                + "the list)")
        #expect(found.count == 2 && found[1].contains("`alr` is not a modifier"))
    }
}
