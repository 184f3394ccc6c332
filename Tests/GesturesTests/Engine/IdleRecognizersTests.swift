// Tests of idle recognizers: they affect no recognizer that an observer needs.

import Gestures
import Testing
import Touch
import TouchTesting

extension Stage {
    /// Makes unwanted recognizers idle; the actions by which a test records calls do not count.
    fileprivate func makeIdle(except wanted: GestureRecognizer...) {
        for region in [engine.root] + engine.root.children {
            for recognizer in region.gestureRecognizers { recognizer.removeAction() }
        }
        engine.makeIdle { recognizer in wanted.contains { $0 === recognizer } }
    }
}

private func tap(_ name: String, taps: Int = 1) -> TapGestureRecognizer { RealisticSet.tap(name, taps: taps) }

/// How another recognizer stands to the wanted one, and whether it may be idle.
private struct Relation: CustomTestStringConvertible {
    let testDescription: String
    let isIdle: Bool
    /// Whether both may be recognized.
    let isAllowed: Bool
    let declare: @Sendable (_ wanted: Scripted, _ other: Scripted) -> Void

    init(
        _ words: String, isIdle: Bool, isAllowed: Bool, declare: @escaping @Sendable (Scripted, Scripted) -> Void
    ) {
        (testDescription, self.isIdle, self.isAllowed, self.declare) = (words, isIdle, isAllowed, declare)
    }

    private static func excluding(prevents: Bool, isPrevented: Bool) -> Relation {
        Relation(
            "it prevents it: \(prevents), is prevented: \(isPrevented)", isIdle: !prevents && !isPrevented,
            isAllowed: false
        ) { _, other in
            (other.prevents, other.isPrevented) = ({ _ in prevents }, { _ in isPrevented })
        }
    }

    static let all = [
        Relation("the wanted one requires it", isIdle: false, isAllowed: true) { $0.require(toFail: $1) },
        Relation("the wanted one says that it requires it", isIdle: false, isAllowed: true) { wanted, other in
            wanted.requires = { [unowned other] in $0 === other }
        },
        Relation("it says that the wanted one requires it", isIdle: false, isAllowed: true) { wanted, other in
            other.isRequired = { [unowned wanted] in $0 === wanted }
        },
        Relation("it requires the wanted one", isIdle: true, isAllowed: true) { $1.require(toFail: $0) },
        Relation("the wanted one does not prevent it", isIdle: true, isAllowed: true) { wanted, other in
            wanted.prevents = { [unowned other] in $0 !== other }
        },
        Relation("the wanted one allows both", isIdle: true, isAllowed: true) { _, _ in },
        Relation("it allows both", isIdle: true, isAllowed: false) { $1.allowSimultaneousRecognition(with: $0) },
        excluding(prevents: true, isPrevented: true), excluding(prevents: true, isPrevented: false),
        excluding(prevents: false, isPrevented: true), excluding(prevents: false, isPrevented: false),
    ]
}

private let press: [FingerStep] = [.down(0, 10, 10, at: 0), .move(0, 11, 10, at: 0.1)]

@Suite struct IdleRecognizersTests {
    // MARK: - Who rests

    @Test("A recognizer that no client wants and on which nothing depends receives no touch and sets no deadline")
    func costsNothing() {
        let (wanted, other) = (Probe("wanted"), Probe("other"))
        let long = LongPressGestureRecognizer(name: "press")
        for recognizer in [other, long] { wanted.allowSimultaneousRecognition(with: recognizer) }
        let stage = Stage(wanted, other, long).watchDecisions()
        stage.makeIdle(except: wanted)
        #expect(!wanted.isIdle && other.isIdle && long.isIdle)
        stage.play(press)
        #expect(other.notebook.lines == [] && stage.engine.nextDeadline == nil)
        #expect(stage.decisions == ["wanted received 1"])
        #expect(wanted.event?.gestureRecognizers(of: wanted.touches[0]).map(\.name) == ["wanted"])
    }

    @Test("Whether a recognizer may be idle depends on how it stands to the wanted one", arguments: Relation.all)
    private func relations(_ relation: Relation) {
        let (wanted, other) = (Scripted("wanted"), Scripted("other"))
        if relation.isAllowed { wanted.allowSimultaneousRecognition(with: other) }
        relation.declare(wanted, other)
        Stage(wanted, other).makeIdle(except: wanted)
        #expect(other.isIdle == relation.isIdle)
    }

    @Test("A recognizer with actions is wanted without being named; while a client receives touches, none is idle")
    func actions() {
        let (one, other) = (Scripted("one"), Scripted("other"))
        one.allowSimultaneousRecognition(with: other)
        let stage = Stage(one, other).watchTouches()
        stage.makeIdle()
        #expect(!one.isIdle && !other.isIdle, "all decide which touches belong to regions")
        stage.engine.touchStreamObserver = nil
        stage.makeIdle()
        #expect(one.isIdle && other.isIdle)
        one.addAction { _ in }
        stage.engine.makeIdle { _ in false }
        #expect(!one.isIdle && other.isIdle)
    }

    @Test("A delegate may answer anything about a wanted one, so one with a delegate is active, as are all beside it")
    func delegates() {
        for isWantedAsked in [true, false] {
            let (wanted, other, witness) = (Scripted("wanted"), Scripted("other"), Witness())
            wanted.allowSimultaneousRecognition(with: other)
            (isWantedAsked ? wanted : other).delegate = witness
            let stage = Stage(wanted, other)
            stage.makeIdle(except: wanted)
            #expect(!other.isIdle)
            (isWantedAsked ? wanted : other).delegate = nil
            stage.makeIdle(except: wanted)
            #expect(other.isIdle)
        }
    }

    @Test("Relevance is transitive: chains of requirements and of exclusion")
    func chains() {
        let names = ["wanted", "required", "required by that", "excludes that", "beside all"]
        let all = names.map { Scripted($0) }
        for (index, one) in all.enumerated() {
            for other in all[..<index] where (index, other.name) != (3, names[2]) {
                one.allowSimultaneousRecognition(with: other)
            }
        }
        all[0].require(toFail: all[1])
        all[1].require(toFail: all[2])
        let stage = Stage(all)
        stage.makeIdle(except: all[0])
        #expect(all.map(\.isIdle) == [false, false, false, false, true])
        stage.makeIdle(except: all[4])
        #expect(all.map(\.isIdle) == [true, true, true, true, false])
    }

    @Test("Recognizers of different branches are independent; those of outer and inner regions are not")
    func branches() {
        let (wanted, elsewhere, inner, outer) = (tap("wanted"), tap("elsewhere"), tap("inner"), tap("outer"))
        let stage = Stage()
        let left = stage.addRegion("left", width: 1000, height: 1000, wanted)
        stage.addRegion("inner", width: 10, height: 10, in: left).addGestureRecognizer(inner)
        stage.addRegion("right", x: 1000, width: 1000, height: 1000, elsewhere)
        // A declaration makes no difference, as it can never apply.
        wanted.require(toFail: elsewhere)
        stage.makeIdle(except: wanted)
        #expect([elsewhere, inner].map(\.isIdle) == [true, false])
        // A recognizer of the region around both depends on both.
        stage.engine.root.addGestureRecognizer(outer)
        stage.makeIdle(except: wanted)
        #expect([outer, elsewhere, inner].map(\.isIdle) == [false, false, false])
    }

    // MARK: - Falling asleep and waking

    @Test("A gesture under way that is no longer wanted is cancelled, reported once, and its fingers are ignored")
    func fallingAsleep() {
        let probe = Probe.continuous()
        let stage = Stage(probe).watchDecisions().play(press)
        stage.makeIdle()
        #expect(stage.words == ["probe began", "probe cancelled"] && probe.state == .possible)
        #expect(stage.decisions.last == "probe cancelled: idle", "it was neither disabled nor removed")
        let lines = probe.notebook.lines
        stage.play([.move(0, 20, 10, at: 0.2)])
        stage.makeIdle(except: probe)
        stage.play([.move(0, 30, 10, at: 0.3), .up(at: 0.4)])
        #expect(probe.notebook.lines == lines && stage.words.count == 2)
    }

    @Test("An undecided recognizer that becomes idle fails, its deadline ends, and waiting ones are released")
    func fallingAsleepUndecided() {
        let (single, double) = (tap("single"), tap("double", taps: 2))
        single.require(toFail: double)
        let stage = Stage(single, double).play([.down(0, 0, 0, at: 0), .up(at: 0.1)])
        #expect(stage.words == [] && stage.engine.nextDeadline != nil)
        stage.makeIdle()
        #expect(stage.words == [] && stage.engine.nextDeadline == nil && stage.failures.map(\.name).contains("double"))
        #expect(stage.engine.verifyInvariants() == [])
    }

    @Test("A recognizer activated during a gesture receives only fingers that land later")
    func waking() {
        let (awake, probe) = (Probe("awake"), Probe.continuous("probe"))
        awake.allowSimultaneousRecognition(with: probe)
        let stage = Stage(awake, probe)
        stage.makeIdle(except: awake)
        stage.play(press)
        stage.makeIdle(except: awake, probe)
        stage.play([.move(0, 20, 10, at: 0.2), .down(1, 50, 50, at: 0.3), .move(0, 30, 10, at: 0.4)])
        #expect(probe.notebook.lines == ["probe began 2"])
        stage.play([.move(1, 51, 50, at: 0.5), .up(1, at: 0.6), .up(0, at: 0.7)])
        #expect(stage.states(of: "probe") == [.began, .ended])
    }
}
