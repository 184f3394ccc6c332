// Tests of exclusive regions: who receives a touch while another region has one.

import Gestures
import Testing
import Touch
import TouchTesting

@Suite struct ExclusiveRegionTests {
    private let stage = Stage(Probe("whole")).watchTouches().watchDecisions()
    private let key: Region
    private let inner: Region

    init() {
        key = stage.addRegion("key", width: 100, height: 100, Probe("press"))
        inner = stage.addRegion("inner", width: 20, height: 20, in: key, Probe("dot"))
        stage.addRegion("page", x: 500, width: 100, height: 100, Probe("drag"))
        key.isExclusiveTouch = true
    }

    private var refused: [String] { stage.decisions.filter { $0.contains("refused") } }

    @Test("While an exclusive region has a touch, no other region receives one, and it receives more")
    func exclusive() {
        stage.play([
            .down(0, 50, 50, at: 0), .down(1, 550, 50, at: 1), .down(2, 60, 60, at: 2), .down(3, 1000, 500, at: 3),
            .up(0, at: 4), .up(2, at: 5), .move(1, 560, 50, at: 6), .up(1, at: 7), .up(3, at: 8),
        ])
        #expect(stage.stream() == ["1 began", "3 began", "1 ended", "3 ended"])
        #expect(
            refused == [
                "drag refused 2: exclusive(\"key\")", "whole refused 2: exclusive(\"key\")",
                "whole refused 4: exclusive(\"key\")",
            ])
        // Free again: the fingers of before belong to no region until they lift.
        stage.play([.down(0, 550, 50, at: 9), .up(0, at: 10)])
        #expect(stage.stream(of: "page") == ["5 began", "5 ended"])
    }

    @Test("While another region has a touch, an exclusive one receives none; others share")
    func occupied() {
        stage.play([
            .down(0, 550, 50, at: 0), .down(1, 50, 50, at: 1), .down(2, 1000, 500, at: 2), .up(0, at: 3),
            .down(0, 50, 50, at: 4), .up(2, at: 5), .move(1, 51, 50, at: 6), .down(2, 60, 60, at: 7),
        ])
        #expect(stage.stream(of: "key") == ["5 began"])
        #expect(stage.stream(of: "root") == ["3 began", "3 ended"])
        #expect(
            refused == [
                "press refused 2: occupied(\"page\")", "whole refused 2: occupied(\"page\")",
                "press refused 4: occupied(\"root\")", "whole refused 4: occupied(\"root\")",
            ])
    }

    @Test("Regions around an exclusive one and within it are others, but their recognizers see its touches")
    func nested() {
        stage.play([.down(0, 10, 10, at: 0), .down(1, 50, 50, at: 1), .up(0, at: 2)])
        #expect(stage.stream() == ["1 began", "1 ended"], "the inner region has the touch, which is not exclusive")
        stage.play([.up(1, at: 3), .down(0, 50, 50, at: 4), .down(1, 10, 10, at: 5)])
        #expect(stage.stream(of: "key") == ["3 began"] && stage.stream(of: "inner").count == 2)
        #expect(stage.decisions.contains("whole received 3"))
    }

    @Test("A finger that lifts in the frame in which another lands does not count")
    func sameFrame() {
        stage.play([.down(0, 550, 50, at: 0), .up(0, at: 1), .down(1, 50, 50, at: 1)])
        #expect(stage.stream(of: "key") == ["2 began"])
    }

    @Test("Applications receive touches that no region does")
    func applications() {
        let observer = ApplicationTouches()
        stage.engine.applicationObserver = observer
        stage.play([.down(0, 50, 50, at: 0), .down(1, 550, 50, at: 1), .up(1, at: 2), .up(0, at: 3)])
        #expect(observer.words == ["1 began", "2 began", "2 ended", "1 ended"])
    }
}

private final class ApplicationTouches: TouchStreamObserver {
    private(set) var words: [String] = []

    func gestureEngine(_ engine: GestureEngine, didPassOn touches: [RegionTouch], at time: Timestamp) {
        words += touches.map { "\($0.id) \($0.phase)" }
    }
}
