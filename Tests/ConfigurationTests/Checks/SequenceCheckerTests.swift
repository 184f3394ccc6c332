// Tests of sequences in configurations and attachments: what `then` may name, and what is said of the rest.

import Gestures
import Testing
import Touch

@testable import Configuration

@Suite struct SequenceCheckerTests {
    /// A file with recognizers such as `a: longPress, then: b; b: pan`.
    private func file(_ recognizers: String) -> String {
        "recognizers:\n"
            + recognizers.split(separator: "; ").map { entry in
                let parts = entry.split(separator: ": ", maxSplits: 1)
                return "- { name: \(parts[0]), type: \(parts[1]) }\n"
            }.joined()
    }

    @Test("A chain, and several after one, are read from earlier and later entries")
    func read() throws {
        let rules = try configuration(
            file("c: pinch; a: longPress, numberOfTouchesRequired: 2, then: [b, d, d]; b: pan, then: c; d: rotation")
        ).recognizers
        #expect(rules.map(\.then) == [[], ["b", "d"], ["c"], []] && rules.map(\.relationCount) == [0, 2, 1, 0])
    }

    @Test(
        "What could never begin is refused, with the reason",
        arguments: rows(
            """
            a: longPress, then: b → 2:37 there is no recognizer called `b`
            a: longPress, then: a → 2:37 `a` cannot refer to itself here
            a: pan, then: b; b: pan, then: a → 3:31 `a` waits for `b`, which waits for `a`
            a: longPress, then: b, requireToFail: b; b: pan → 2:37 `b` waits for `a`, which waits for `b`
            a: longPress, then: b, requireToFail: c; b: pan; c: swipe, requireToFail: b → 4:42 `c` waits for `b`, …
            a: longPress, then: b, blocks: b; b: pan → 2:37 `b` cannot both come after `a` and wait for it to fail
            a: longPress, then: b; b: pan, requireToFail: a → 2:37 `b` cannot both come after `a` and wait for it to fail
            a: longPress, then: b; b: pan; c: swipe, then: b → 4:33 `b` comes after `a` already, and cannot come after \
            `c`, too
            a: tap, then: b; b: pan → 2:31 `a` is recognized when its fingers lift, so `b` would have none
            a: checkmark, then: b; b: pan → 2:37 `a` is recognized when its fingers lift, so `b` would have none
            a: longPress, then: b; b: tap → 2:37 `b` needs fingers that land, and after `a` they are down already
            a: pan, then: b; b: longPress, numberOfTapsRequired: 1 → 2:31 `b` needs fingers that land, and after `a` …
            a: longPress, then: b; b: pinch → 2:37 `b` takes 2 fingers, and `a`, with whose fingers it begins, 1 finger
            a: pinch, then: b; b: pan, minimumNumberOfTouches: 3 → 2:33 `b` takes 3 or more fingers, and `a`, with …
            a: longPress, numberOfTapsRequired: 1, then: b; b: pan, requireToFail: c; c: swipe, requireToFail: a
            a: custom, then: b; b: custom, then: c; c: swipe
            """))
    func refused(row: Row) { row.expect(messages(of: file(row.text)).joined(separator: " | ")) }

    @Test("After a tap nothing can come, and the hint says what can, and how to have taps before a drag")
    func hint() {
        let text = diagnosis(of: file("a: tap, then: b; b: pan"))
        #expect(
            text.hasSuffix(
                "`then` is for longPress, swipe, pan, screenEdgePan, pinch, rotation, transform, tickle, "
                    + "incrementalPinch, custom; a longPress may have taps before it: `numberOfTapsRequired`"))
    }

    @Test("Regions that do not meet are refused; a client can name only its own, earlier ones, too")
    func regions() throws {
        let regions = """
            regions:
            - { name: left, frame: { x: 0%, y: 0%, width: 50%, height: 100% } }
            - { name: right, frame: { x: 50%, y: 0%, width: 50%, height: 100% } }

            """
        #expect(
            messages(of: regions + file("a: longPress, region: left, then: b; b: pan, region: right")).first?
                .hasPrefix("5:51 `a` and `b` never share a touch") == true)
        let configuration = try configuration(regions + file("pan: pan"))
        func rule(_ text: String) throws -> AttachedRules {
            try configuration.attaching([wire("{ \(text) }")])
        }
        #expect(throws: AttachmentError.self) { try rule("name: hold, type: longPress, then: pan") }
        let drag = try rule("name: drag, type: pan")
        let both = try configuration.attaching([wire("{ name: hold, type: longPress, then: drag }")], to: drag)
        #expect(both.recognizers.first { $0.name == "hold" }?.then == ["drag"])
        #expect(throws: AttachmentError.self) {
            try configuration.attaching([wire("{ name: more, type: longPress, then: drag }")], to: both)
        }
        #expect(
            both.removing(regions: [], recognizers: ["drag"]).recognizers.allSatisfy { $0.then.isEmpty })
    }

    /// What a finger that rests for 0.6 s and moves does, or one that moves at once.
    private func play(_ engine: GestureEngine, rests: Bool) -> [String] {
        final class Log: GestureObserver {
            var words: [String] = []
            func gestureEngine(_ engine: GestureEngine, didSend event: GestureEvent) {
                if event.state == .began { words.append(event.recognizer.name) }
            }
        }
        let (log, table) = (Log(), TouchTable())
        engine.observer = log
        let start = engine.nextDeadline ?? Timestamp.zero.adding(seconds: rests ? 10 : 20)
        let touch = table.begin(at: Point(x: 10, y: 10), time: start)
        table.deliver(at: start, to: engine.process)
        let later = start.adding(seconds: rests ? 0.6 : 0.1)
        engine.advance(to: later)
        if let touch {
            table.move(touch, to: Point(x: 60, y: 10), time: later)
            table.deliver(at: later, to: engine.process)
            table.end(touch, time: later.adding(seconds: 0.1))
            table.deliver(at: later.adding(seconds: 0.1), to: engine.process)
        }
        return log.words
    }

    @Test("On each surface the second begins only after the first, and not at all where the first is missing")
    func surfaces() throws {
        let configuration = try configuration(
            """
            surfaces: [{ name: panel, match: { serial: A } }, { name: table }]
            regions: [{ name: tile, surface: panel, frame: { x: 0, y: 0, width: 100, height: 100 } }]
            recognizers:
            - { name: drag, type: pan, then: turn }
            - { name: hold, type: longPress, region: tile, then: drag }
            - { name: turn, type: swipe }
            - { name: free, type: pan, requireToFail: drag }

            """)
        for (name, rests, words) in [
            ("panel", true, ["hold", "drag"]), ("panel", false, ["free"]), ("table", true, ["free"]),
        ] {
            let surface = name == "panel" ? panel : table
            let engine = GestureEngine(size: surface.size)
            configuration.populate(engine, of: surface)
            #expect(play(engine, rests: rests) == words)
            #expect(engine.root.gestureRecognizers.count == (name == "panel" ? 3 : 1))
        }
    }

    @Test("A client's second one waits for its first, and begins like any once that is detached")
    func attached() throws {
        let configuration = try configuration("surfaces: [{ name: panel }]\n")
        let engine = GestureEngine(size: panel.size)
        let population = AttachedPopulation(engine, of: panel, configuration: configuration)
        let rules = try configuration.attaching([
            wire("{ name: drag, type: pan }"), wire("{ name: hold, type: longPress, then: drag }"),
        ])
        population.update(to: rules) { _ in nil }
        #expect(play(engine, rests: true) == ["hold", "drag"])
        population.update(to: rules.removing(regions: [], recognizers: ["hold"])) { _ in nil }
        #expect(play(engine, rests: false) == ["drag"])
    }

    @Test("What begins after a press is not said to prevent, or to be prevented by, what need not wait for it")
    func review() throws {
        func warnings(_ recognizers: String) throws -> Int {
            let text = SourceText(file(recognizers))
            return ConfigurationReview(try LayeredText([.init(name: "file", text: text, kind: .main)])).warnings.count
        }
        #expect(try warnings("pan: pan; hold: longPress, then: drag; drag: pan; flick: swipe, blocks: pan") == 0)
        #expect(try warnings("hold: longPress, then: [drag, flick]; drag: pan; flick: swipe") == 1)
    }
}
