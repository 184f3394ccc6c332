// Tests of hostile attachments.

import GestureWire
import Gestures
import Testing
import Touch

@testable import Configuration

@Suite(.timeLimit(.minutes(60))) struct HostileAttachmentTests {
    @Test("Too deeply nested text is refused without reading it")
    func depth() {
        for wrap in [{ .list([$0]) }, { .object([.init("name", $0)]) }] as [(WireValue) -> WireValue] {
            var value: WireValue = "end"
            for _ in 0..<1000 { value = wrap(value) }
            let refusals = Configuration.standard.refusals(
                regions: [value], recognizers: [tap("a").with("region", value)])
            #expect(refusals.count { $0.hasSuffix("lists and mappings are nested too deeply here") } == 2)
            #expect(refusals.allSatisfy { $0.utf8.count < 300 })
        }
    }

    @Test("Long texts and keys are shortened, and control characters escaped")
    func texts() {
        let long = String(repeating: "\u{1b}[2J", count: 20_000)
        let value = WireValue.object([.init("name", .text(long)), .init("type", .text(long)), .init(long, nil)])
        let refusals = Configuration.standard.refusals(
            regions: [value], recognizers: [value, tap("a").with("requireToFail", .list([.text(long)]))])
        #expect(refusals.count == 8)
        #expect(refusals.allSatisfy { $0.utf8.count < 1000 && !$0.unicodeScalars.contains("\u{1b}") })
    }

    @Test(
        "Keys are printable ASCII of at most 256 bytes",
        arguments: ["ключ", "a\u{301}", String(repeating: "k", count: 257)])
    func keys(key: String) {
        let shown = key.unicodeScalars.count > 40 ? String(key.prefix(40)) + "…" : key
        #expect(messages(of: "\(key): 1") == ["1:1 unknown key `\(shown)`"])
        let value = WireValue.object([.init("name", "a"), .init("type", "tap"), .init(key, 1)])
        #expect(
            Configuration.standard.refusals(recognizers: [value]).first?.hasSuffix(": unknown key `\(shown)`") == true
        )
    }

    @Test("Only the first problems of a request have hints")
    func hints() throws {
        let wrong = (0..<64).map { WireValue.object([.init("name", .text("r\($0)")), .init("type", "tapp")]) }
        let error = #expect(throws: AttachmentError.self) {
            try Configuration.standard.attached(
                regions: [], recognizers: wrong, beside: AttachedRules(), surfaces: [])
        }
        let hints = try #require(error).problems.map(\.hint)
        #expect(hints.count == 64 && hints.prefix(4).allSatisfy { $0 == "did you mean `tap`?" })
        #expect(hints.dropFirst(4).allSatisfy { $0 == nil })
    }

    @Test("Numbers that are not finite, or too large, are refused")
    func numbers() {
        for number in [.number(.nan), .number(.infinity), .number(1e300), .number(-0.5), .integer(.max)] as [WireValue]
        {
            for key in ["numberOfTapsRequired", "allowableMovement"] {
                #expect(!Configuration.standard.refusals(recognizers: [tap("a").with(key, number)]).isEmpty)
            }
        }
    }

    @Test("A request within the limits, invalid or entangled throughout, is read at once")
    func size() throws {
        let regions = (0..<64).map { region("r\($0)", in: "r\(($0 + 1) % 64)") }
        let all = WireValue.list((0..<64).map { .text("t\($0)") })
        let recognizers = (0..<64).map { tap("t\($0)", in: "r\($0)").with("requireToFail", all).with("blocks", all) }
        let configured = (0..<256).map { RecognizerRule(name: "c\($0)", type: .tap) }
        let configuration = Configuration(recognizers: configured)
        let elapsed = ContinuousClock().measure {
            #expect(configuration.refusals(regions: regions, recognizers: recognizers).count == 100)
        }
        #expect(elapsed < .seconds(10))
    }

    /// A value of any shape.
    private func value(_ numbers: inout Numbers, depth: Int) -> WireValue {
        let words = [
            "name", "type", "region", "tap", "stroke", "left", "root", "frame", "x", "parent", "surface", "50%", "10mm",
            "requireToFail", "blocks", "templates", "points", "", "direction", "smoothing", "/left", "edges",
            "transform", "shape", "above", "enabled", "ellipse", "-50%",
        ]
        let word = words.randomElement(using: &numbers) ?? ""
        switch Int.random(in: 0..<(depth > 4 ? 4 : 7), using: &numbers) {
        case 0: return .text(word)
        case 1: return .number(Double.random(in: -10...200, using: &numbers))
        case 2: return .integer(Int64.random(in: -1...10, using: &numbers))
        case 3: return Bool.random(using: &numbers) ? .null : .flag(true)
        case 4:
            return .list((0..<Int.random(in: 0...4, using: &numbers)).map { _ in value(&numbers, depth: depth + 1) })
        default:
            return .object(
                (0..<Int.random(in: 0...6, using: &numbers)).map { _ in
                    .init(words.randomElement(using: &numbers) ?? "", value(&numbers, depth: depth + 1))
                })
        }
    }

    /// A recognizer or region in which some members have arbitrary values.
    private func thing(_ numbers: inout Numbers, isRegion: Bool) -> WireValue {
        let name = ["a", "b", "c", "left", "tap"].randomElement(using: &numbers) ?? "a"
        var thing = isRegion ? region(name) : tap(name)
        for key in isRegion
            ? ["parent", "surface", "above", "transform", "shape", "enabled"]
            : ["region", "requireToFail", "blocks", "simultaneousWith"]
        {
            switch Int.random(in: 0..<8, using: &numbers) {
            case 0: thing = thing.with(key, value(&numbers, depth: 1))
            case 1...3:
                let names = ["a", "b", "c", "left", "tap", "root", "inner"]
                thing = thing.with(key, .text(names.randomElement(using: &numbers) ?? ""))
            default: break
            }
        }
        return thing
    }

    @Test("Five thousand random requests are accepted or refused, and accepted ones work")
    func random() throws {
        let configuration = try Configuration(
            yaml: """
                regions:
                - { name: left, frame: { x: 0%, y: 0%, width: 50%, height: 100% } }
                - { name: inner, parent: left, frame: { x: 0%, y: 0%, width: 50%, height: 100% } }
                recognizers: [{ name: tap, type: tap, region: left }]
                """, file: "file")
        var numbers = Numbers(state: 1)
        var present = AttachedRules()
        var (accepted, refused) = (0, 0)
        for _ in 0..<5000 {
            let list = (0..<4).map { _ in Int.random(in: 0..<3, using: &numbers) }
            let regions = (0..<list[0]).map { _ in thing(&numbers, isRegion: true) }
            let recognizers = (0..<list[1]).map { _ in
                list[2] == 0 ? value(&numbers, depth: 0) : thing(&numbers, isRegion: false)
            }
            do {
                let new = try configuration.attached(
                    regions: regions, recognizers: recognizers, beside: present, surfaces: ["panel"])
                #expect(new.regions.count == regions.count && new.recognizers.count == recognizers.count)
                present = present.adding(new)
                accepted += 1
            } catch {
                #expect(!error.problems.isEmpty && error.problems.count <= 100)
                #expect(error.problems.allSatisfy { $0.path.hasPrefix("params.re") && !$0.message.isEmpty })
                refused += 1
            }
            verify(present, configuration)
            if Int.random(in: 0..<4, using: &numbers) == 0 {
                present = present.removing(
                    regions: present.regions.randomElement(using: &numbers).map { [$0.name] } ?? [],
                    recognizers: present.recognizers.randomElement(using: &numbers).map { [$0.name] } ?? [])
            }
        }
        #expect(accepted > 250 && refused > 250)
    }

    /// A change of a region in which members have fitting or arbitrary values.
    private func change(_ numbers: inout Numbers) -> WireValue {
        let name = ["a", "b", "c", "d", "e", "f", "left"].randomElement(using: &numbers) ?? "a"
        func list(_ count: Int) -> WireValue {
            .list((0..<count).map { _ in .number(Double.random(in: -3...3, using: &numbers).rounded(.up) / 2) })
        }
        var change: WireValue = ["name": .text(name)]
        for key in ["frame", "transform", "shape", "above", "enabled"] where Bool.random(using: &numbers) {
            let fitting: WireValue
            switch key {
            case "frame":
                let side = WireValue.number(.random(in: 0.01...700, using: &numbers))
                let place = WireValue.text("\(Int.random(in: -150...150, using: &numbers))%")
                fitting = [
                    "x": place, "y": .number(.random(in: -500...500, using: &numbers)), "width": side, "height": side,
                ]
            case "transform": fitting = list(6)
            case "shape":
                let count = Int.random(in: 2...5, using: &numbers)
                fitting = count == 2 ? "ellipse" : .list((0..<count).map { _ in list(2) })
            case "above":
                let siblings: [WireValue] = ["a", "b", "c", "d", "e", "f", .null]
                fitting = siblings.randomElement(using: &numbers) ?? .null
            default: fitting = .flag(Bool.random(using: &numbers))
            }
            let isArbitrary = Int.random(in: 0..<12, using: &numbers) == 0
            change = change.with(key, isArbitrary ? value(&numbers, depth: 1) : fitting)
        }
        return change
    }

    @Test("Ten thousand random changes are carried out as a whole or not at all, and touches find a region afterwards")
    func updates() throws {
        let configuration = try Configuration(
            yaml: "regions: [{ name: left, frame: { x: 0%, y: 0%, width: 50%, height: 100% } }]", file: "file")
        var rules = try configuration.attaching(
            [tap("t", in: "e")],
            regions: [
                region("a"), region("b"), region("c", in: "a"), region("d", in: "a"), region("e", in: "c"),
                region("f", in: "left"),
            ])
        let engine = GestureEngine(size: panel.size)
        let layer = AttachedPopulation(engine, of: panel, configuration: configuration)
        layer.update(to: rules) { _ in nil }
        let tap = try #require(layer.recognizers["t"])
        var numbers = Numbers(state: 2)
        var (accepted, refused) = (0, 0)
        for _ in 0..<10_000 {
            let changes = (0..<Int.random(in: 1...3, using: &numbers)).map { _ in
                Int.random(in: 0..<20, using: &numbers) == 0 ? value(&numbers, depth: 0) : change(&numbers)
            }
            do {
                let updated = try configuration.updated(regions: changes, of: rules)
                #expect(updated.regions.map(\.name).sorted() == ["a", "b", "c", "d", "e", "f"])
                #expect(updated.recognizers == rules.recognizers)
                rules = updated
                layer.place(by: rules)
                accepted += 1
            } catch {
                #expect(error.problems.allSatisfy { $0.path.hasPrefix("params.regions[") && !$0.message.isEmpty })
                refused += 1
            }
            let place = Point(
                x: .random(in: -10...1010, using: &numbers), y: .random(in: -10...510, using: &numbers))
            let hit = engine.root.hitTest(place)
            #expect(hit != nil || place.x < 0 || place.y < 0 || place.x >= 1000 || place.y >= 500)
            for name in ["a", "e"] { _ = layer.warning(about: name, isSizeKnown: true) }
        }
        #expect(accepted > 250 && refused > 250, "\(accepted) accepted, \(refused) refused")
        #expect(layer.recognizers["t"] === tap && tap.region?.name == "e")
        let order = layer.regions.filter { $0.parent === engine.root }.map(\.name).sorted()
        #expect(order == ["a", "b"] && engine.root.children.map(\.name).first == "left")
        #expect(engine.verifyInvariants() == [])
    }

    /// With the same configuration, every attached entry exists, in a region of the requested name, and no recognizer
    /// waits for itself through others.
    private func verify(_ attached: AttachedRules, _ configuration: Configuration) {
        let engine = GestureEngine(size: panel.size)
        let layer = AttachedPopulation(engine, of: panel, configuration: configuration)
        layer.update(to: attached) { _ in nil }
        let made = attached.recognizers.compactMap { layer.recognizers[$0.name] }
        #expect(made.map(\.name) == attached.recognizers.map(\.name))
        withExtendedLifetime(engine) {
            #expect(made.map { $0.region?.name } == attached.recognizers.map(\.region))
        }
        #expect(Set(attached.regions.map(\.name)).count == attached.regions.count)
        let named = Dictionary(made.map { ($0.name, $0) }) { first, _ in first }
        for rule in attached.recognizers {
            guard let one = named[rule.name] else { continue }
            // False if the other waits for it.
            for other in rule.requireToFail.compactMap({ named[$0] }) { #expect(one.require(toFail: other)) }
            for other in rule.blocks.compactMap({ named[$0] }) { #expect(other.require(toFail: one)) }
        }
    }
}
