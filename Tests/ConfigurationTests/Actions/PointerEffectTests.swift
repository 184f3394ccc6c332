// Tests of actions that point and scroll: their keys, and what is said about mistakes.

import Configuration
import GestureWire
import Hands
import Testing

@Suite struct PointerEffectTests {
    private func action(_ text: String) throws -> Action {
        try #require(try ActionsFile(yaml: "actions:\n- { \(text) }\n", file: "a").actions.first)
    }

    private func effect(_ text: String) throws -> PointerEffect? {
        if case .pointer(let effect) = try action("on: tap, \(text)").effect { effect } else { nil }
    }

    private func problems(_ text: String) -> [String] {
        do throws(ConfigurationError) {
            _ = try ActionsFile(yaml: "actions:\n- { \(text) }\n", file: "a")
            return []
        } catch {
            return error.problems.map(\.message)
        }
    }

    @Test("Each effect has its key")
    func effects() throws {
        #expect(try effect("click: right") == .click(.right, count: 1))
        #expect(try effect("click: double") == .click(.left, count: 2))
        #expect(try effect("drag: middle") == .drag(.middle))
        #expect(try effect("zoom: ctrl") == .zoom)
        #expect(try effect("scroll: stop") == .stop)
        var scroll = PointerEffect.Scroll()
        #expect(try effect("scroll: both") == .scroll(scroll))
        (scroll.isHorizontal, scroll.isNatural, scroll.speed) = (false, false, 2.5)
        #expect(try effect("scroll: { axis: vertical, natural: false, speed: 2.5 }") == .scroll(scroll))
    }

    @Test("A click needs that a gesture is recognized or begins; the others follow it to its end")
    func states() throws {
        #expect(try action("on: hold, click: right").trigger.states == GestureStates([.recognized, .began]))
        #expect(try action("on: 'hold:ended', click: right").trigger.states == GestureStates(.ended))
        let whole = GestureStates([.began, .changed, .ended, .cancelled])
        #expect(try action("on: { recognizer: pan, where: { touches: 2 } }, scroll: both").trigger.states == whole)
        #expect(
            problems("on: { recognizer: pan, state: began }, drag: left") == [
                "this follows a gesture from its beginning to its end, without a state"
            ])
        #expect(
            problems("on: 'hold:began', drag: left").count == 1 && problems("on: 'pan:changed', click: left").count == 1
        )
    }

    @Test("A surface may be a part of the desktop")
    func outputs() throws {
        func outputs(_ text: String) throws(ConfigurationError) -> [ActionOutput] {
            try ActionsFile(yaml: "output: \(text)\nactions: []\n", file: "a").outputs
        }
        let two = try outputs("[{ surface: left, width: 50% }, { x: 50%, y: 25%, height: 75% }]")
        #expect(two.map(\.surfaces.pattern) == ["left", "*"])
        #expect(
            two.map { [$0.area.x, $0.area.y, $0.area.width, $0.area.height] } == [
                [0, 0, 0.5, 1], [0.5, 0.25, 0.5, 0.75],
            ])
        for wrong in [
            "{ x: 5mm }", "{ x: 60%, width: 50% }", "{ width: 0% }", "{ x: 100% }", "{ y: -5% }", "50%", "{ z: 1% }",
        ] {
            #expect(throws: ConfigurationError.self, "\(wrong)") { try outputs(wrong) }
        }
    }

    @Test("Mistakes are named: words, two effects, keys of commands")
    func mistakes() {
        #expect(problems("on: tap, click: rigt") == ["`click` must be left, right, middle or double, not `rigt`"])
        #expect(problems("on: tap, zoom: alt").count == 1)
        #expect(problems("on: tap, click: left, key: a") == ["an action has either `click` or `key`"])
        #expect(problems("on: tap, scroll: both, drag: left") == ["an action has either `drag` or `scroll`"])
        #expect(problems("on: tap, click: left, jobs: 2") == ["`jobs` is not for an action with `click`"])
        #expect(problems("on: pan, scroll: { axis: up, speed: 100, fast: true }").count == 3)
        #expect(problems("on: tap") == ["an action needs `key` or `command`"])
    }
}
