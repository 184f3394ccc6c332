// Tests of the check of actions against recognizers, regions and programs, and of the ready files.

import Foundation
import GestureWire
import Testing

@testable import Configuration

@Suite struct ActionReviewTests {
    private static let configuration = """
        surfaces: [{ name: panel }]
        regions: [{ name: strip, frame: { x: 0%, y: 0%, width: 10%, height: 100% } }]
        recognizers:
        - { name: back, type: screenEdgePan, edges: left }
        - { name: tap, type: tap }
        - { name: turn, type: swipe }
        - { name: volume, type: pan, region: strip }
        """

    /// The problems of one entry's keys, each with its place and advice; warnings begin with `warning`.
    private func problems(
        _ keys: String, applications: ActionReview.Availability = .available,
        command: ActionReview.Availability = .available
    ) throws -> [String] {
        let file = try ActionsFile.draft(yaml: "actions: [{ \(keys) }]", file: "file")
        let review = ActionReview(
            file, configuration: try Configuration(yaml: Self.configuration, file: "gestured.yaml"),
            applications: applications
        ) { _ in command }
        return review.problems.map {
            ($0.isWarning ? "warning " : "") + "\($0.column) \($0.message)" + ($0.hint.map { " (\($0))" } ?? "")
        }
    }

    @Test(
        "What can never happen is an error at its place, what is only unlikely a warning",
        arguments: rows(
            """
            on: { recognizer: "t*", where: { direction: left } }, key: a
            on: { recognizer: back, where: { distance: '>= 30mm' } }, key: a
            on: { recognizer: volume, region: strip }, key: a
            on: volume, step: { member: translation.y, every: 8mm }, up: [a]
            on: bakc, key: a → 17 no recognizer is called `bakc` (did you mean `back`? Or make it: write \
            `recognizers: [{ name: bakc, type: swipe }]`, with its type and keys, to \
            /etc/gestured/gestured.yaml.d/bakc.yaml…
            on: 'tap:began', key: a → 17 this never happens: recognizers of type tap have the states recognized, failed…
            on: { recognizer: back, state: recognized }, key: a → 44 this never happens: recognizers of type \
            screenEdgePan…
            on: { recognizer: tap, region: strap }, key: a → 44 no region is called `strap` (did you mean `strip`?)
            on: { recognizer: tap, region: strip }, key: a → 44 this never happens: `tap` watches `root`…
            on: { recognizer: tap, where: { scale: 2 } }, key: a → 52 gestures of type tap have no `scale` (it belongs …
            on: { recognizer: back, state: began, where: { projection.y: '> 9' } }, key: a → 74 gestures have \
            `projection.y` only in the state ended…
            on: back, step: { member: scale, every: 2 }, up: [a] → 39 gestures of type screenEdgePan have no `scale`…
            on: 'back:changed', command: [a] → warning 17 the command runs for each movement…
            on: { recognizer: tap, surface: panle }, key: a → warning 45 no surface of the configuration is called \
            `panle` (did you mean `panel`?)
            on: { recognizer: tap, surface: elan-touchscreen }, key: a
            on: tap, key: alt+Lefft → warning 27 `Lefft` is probably not a key (did you mean `Left`?)
            on: tap, key: Hangul
            on: tap, app: [firefox, 'chrom*'], key: a
            """))
    func keys(row: Row) throws { row.expect(try problems(row.text).joined(separator: " | ")) }

    @Test("What the session does not have is an error, what cannot be looked for a warning")
    func availability() throws {
        #expect(try problems("on: tap, key: a", command: .missing("install it")) == ["27 install it"])
        #expect(try problems("on: tap, key: a", command: .unknown("no display")) == ["warning 27 no display"])
        let firefox = "on: tap, app: firefox, key: a"
        #expect(try problems(firefox, applications: .missing("needs sway")) == ["27 needs sway"])
        #expect(try problems(firefox, applications: .unknown("no display")) == ["warning 27 no display"])
    }

    @Test("Every problem of every entry is found at once, whatever else is wrong with it")
    func everyProblem() throws {
        let entry =
            "on: { recognizer: bakc, state: begann, region: strap, where: { distanz: 3, touches: many } }, "
            + "key: alr+Left, jobs: 0, kye: a"
        let found = try problems(entry)
        let parts = ["bakc", "begann", "strap", "distanz", "touches", "alr", "jobs", "kye"].map { "`\($0)`" }
        #expect(found.count == 8 && parts.allSatisfy { part in found.contains { $0.contains(part) } }, "\(found)")
        let steps = "on: { recognizer: tap, region: strap }, step: { member: scale, every: 0 }, up: [a], down: []"
        #expect(try problems(steps, command: .missing("no program a")).count == 5)
    }

    @Test(
        "The ready files have no problems with the recognizers that belong to them",
        arguments: [
            ("phone", "phone.yaml", ConfigurationFiles.Kind.main), ("kiosk", "recognizers/kiosk.yaml", .dropIn),
            ("lisgd", "recognizers/lisgd.yaml", .dropIn), ("touchegg", "recognizers/touchegg.yaml", .dropIn),
            ("mouse", "recognizers/mouse.yaml", .dropIn),
        ])
    func ready(actions: String, recognizers: String, kind: ConfigurationFiles.Kind) throws {
        let folder = "config/examples"
        let source = SourceFile(
            name: recognizers, text: SourceText(try Project.text("\(folder)/\(recognizers)")), kind: kind)
        let configuration = ConfigurationReview(try LayeredText([source]))
        #expect(configuration.warnings.map(\.description) == [])
        let text = try Project.text("\(folder)/actions/\(actions).yaml")
        let file = try ActionsFile(yaml: text, file: actions)
        SchemaSamples.add(text, [], isActions: true)
        let review = ActionReview(file, configuration: configuration.configuration, applications: .available) { _ in
            .available
        }
        #expect(review.problems.map(\.description) == [])
    }

    @Test("No ready file is left out", arguments: [("actions", ["phone.yaml"]), ("recognizers", [])])
    func readyFiles(folder: String, others: [String]) throws {
        let path = Project.folder.appending(path: "config/examples/\(folder)").path
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        #expect(Set(names) == Set(others + ["kiosk.yaml", "lisgd.yaml", "mouse.yaml", "touchegg.yaml"]))
    }
}
