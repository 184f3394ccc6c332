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
        let file = try ActionsFile(yaml: "actions: [{ \(keys) }]", file: "file")
        let review = ActionReview(
            file, configuration: try Configuration(yaml: Self.configuration, file: "gestured.yaml"),
            applications: applications
        ) { _ in command }
        return review.problems.map {
            ($0.isWarning ? "warning " : "") + "\($0.column) \($0.message)" + ($0.hint.map { " (\($0))" } ?? "")
        }
    }

    @Test("An action for what there is has no problems")
    func none() throws {
        #expect(try problems(#"on: { recognizer: "t*", where: { direction: left } }, key: a"#) == [])
        #expect(try problems("on: { recognizer: back, where: { distance: '>= 30mm' } }, key: a") == [])
        #expect(try problems("on: { recognizer: volume, region: strip }, key: a") == [])
        #expect(try problems("on: volume, step: { member: translation.y, every: 8mm }, up: [a]") == [])
    }

    @Test(
        "What can never happen is an error at its place",
        arguments: [
            ("on: bakc, key: a", "17 no recognizer is called `bakc` (did you mean `back`?)"),
            (
                "on: 'tap:began', key: a",
                "17 this never happens: recognizers of type tap have the states recognized, failed"
            ),
            (
                "on: { recognizer: back, state: recognized }, key: a",
                "44 this never happens: recognizers of type screenEdgePan"
            ),
            (
                "on: { recognizer: tap, region: strap }, key: a",
                "44 no region is called `strap` (did you mean `strip`?)"
            ),
            ("on: { recognizer: tap, region: strip }, key: a", "44 this never happens: `tap` watches `root`"),
            (
                "on: { recognizer: tap, where: { scale: 2 } }, key: a",
                "52 gestures of type tap have no `scale` (it belongs to pinch, transform)"
            ),
            (
                "on: { recognizer: back, state: began, where: { projection.y: '> 9' } }, key: a",
                "74 gestures have `projection.y` only in the state ended"
            ),
            (
                "on: back, step: { member: scale, every: 2 }, up: [a]",
                "39 gestures of type screenEdgePan have no `scale`"
            ),
        ])
    func impossible(keys: String, message: String) throws {
        let found = try problems(keys)
        #expect(found.count == 1 && found.first?.hasPrefix(message) == true, "\(found)")
    }

    @Test("A command for every movement is a warning")
    func flood() throws {
        let found = try problems("on: 'back:changed', command: [a]")
        #expect(found.first?.hasPrefix("warning 17 the command runs for each movement") == true)
    }

    @Test("A surface that is nearly one of the configuration is a warning: others have names, too")
    func surfaces() throws {
        #expect(
            try problems("on: { recognizer: tap, surface: panle }, key: a") == [
                "warning 45 no surface of the configuration is called `panle` (did you mean `panel`?)"
            ])
        #expect(try problems("on: { recognizer: tap, surface: elan-touchscreen }, key: a") == [])
    }

    @Test("A missing command is an error, one that cannot be looked for a warning")
    func commands() throws {
        #expect(try problems("on: tap, key: a", command: .missing("install it")) == ["27 install it"])
        #expect(try problems("on: tap, key: a", command: .unknown("no display")) == ["warning 27 no display"])
    }

    @Test("A key that is nearly another one is a warning")
    func misspelledKey() throws {
        #expect(
            try problems("on: tap, key: alt+Lefft")
                == ["warning 27 `Lefft` is probably not a key (did you mean `Left`?)"])
        #expect(try problems("on: tap, key: Hangul") == [])
    }

    @Test("Conditions on the application are refused where nothing tells it")
    func applications() throws {
        let firefox = "on: tap, app: firefox, key: a"
        #expect(try problems(firefox, applications: .missing("needs sway")) == ["27 needs sway"])
        #expect(try problems(firefox, applications: .unknown("no display")) == ["warning 27 no display"])
        #expect(try problems("on: tap, app: [firefox, 'chrom*'], key: a") == [])
    }

    @Test(
        "The ready files have no problems with the recognizers that belong to them",
        arguments: [
            ("phone", "phone.yaml", ConfigurationFiles.Kind.main), ("kiosk", "recognizers/kiosk.yaml", .dropIn),
            ("lisgd", "recognizers/lisgd.yaml", .dropIn), ("touchegg", "recognizers/touchegg.yaml", .dropIn),
        ])
    func ready(actions: String, recognizers: String, kind: ConfigurationFiles.Kind) throws {
        let folder = "config/examples"
        let source = SourceFile(
            name: recognizers, text: SourceText(try Reference.text("\(folder)/\(recognizers)")), kind: kind)
        let configuration = ConfigurationReview(try LayeredText([source]))
        #expect(configuration.warnings.map(\.description) == [])
        let text = try Reference.text("\(folder)/actions/\(actions).yaml")
        let file = try ActionsFile(yaml: text, file: actions)
        SchemaSamples.add(text, [], isActions: true)
        let review = ActionReview(file, configuration: configuration.configuration, applications: .available) { _ in
            .available
        }
        #expect(review.problems.map(\.description) == [])
    }

    @Test("No ready file is left out")
    func all() throws {
        for folder in ["actions", "recognizers"] {
            let path = Reference.folder.appending(path: "config/examples/\(folder)").path
            let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
            let shared = ["kiosk.yaml", "lisgd.yaml", "touchegg.yaml"]
            #expect(names == (folder == "actions" ? (shared + ["phone.yaml"]).sorted() : shared))
        }
    }
}
