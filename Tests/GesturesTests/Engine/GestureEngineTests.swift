// Tests of the engine: the order of an event's steps, and what actions may do.

import Gestures
import Testing
import Touch
import TouchTesting

private let press: [FingerStep] = [.down(0, 0, 0, at: 0), .move(0, 1, 0, at: 1)]
private let stroke: [FingerStep] = press + [.move(0, 2, 0, at: 2), .move(0, 3, 0, at: 3), .up(at: 4)]

/// Two recognizers that do not prevent each other.
private func pair(_ make: (String, Notebook) -> Probe) -> (Probe, Probe, Notebook) {
    let notebook = Notebook()
    let (first, second) = (make("first", notebook), make("second", notebook))
    (first.prevents, second.prevents) = ({ _ in false }, { _ in false })
    return (first, second, notebook)
}

@Suite struct GestureEngineTests {
    @Test("All recognizers receive an event before any of them acts, and all act before any is reset")
    func order() {
        let (first, second, notebook) = pair { .discrete($0, in: $1) }
        Stage(first, second).play([.down(0, 0, 0, at: 0), .up(at: 1)])
        #expect(
            notebook.lines == [
                "first began 1", "second began 1", "first ended 1", "second ended 1", "first action ended",
                "second action ended", "first reset ended", "second reset ended",
            ])
    }

    @Test("Only a gesture that never began is discrete")
    func isDiscrete() {
        final class Observer: GestureObserver {
            var lines: [String] = []
            func gestureEngine(_ engine: GestureEngine, didSend event: GestureEvent) {
                lines.append("\(event.recognizer.name) \(event.state) \(event.isDiscrete)")
            }
        }
        let observer = Observer()
        for (recognizers, steps) in [
            ([Probe.discrete("tap")], [.down(0, 0, 0, at: 0), .up(at: 1)]),
            ([Probe.continuous("pan"), Probe("lost")], press + [.up(at: 3)]),
        ] as [([Probe], [FingerStep])] {
            let stage = Stage(recognizers)
            stage.engine.observer = observer
            stage.play(steps)
        }
        #expect(observer.lines == ["tap ended true", "pan began false", "lost failed false", "pan ended false"])
    }

    enum Interference: CaseIterable { case disabling, removal, cancellation }

    @Test(
        "An action that disables or removes its own recognizer, or cancels all, cancels the gesture, once",
        arguments: [(.began, .disabling), (.began, .removal), (.changed, .removal), (.changed, .cancellation)]
            as [(GestureRecognizer.State, Interference)])
    func ownCancellation(state: GestureRecognizer.State, interference: Interference) {
        let probe = Probe.continuous()
        let stage = Stage(probe)
        probe.addAction { [unowned engine = stage.engine] in
            guard $0.state == state else { return }
            switch interference {
            case .disabling: $0.isEnabled = false
            case .removal: engine.root.removeGestureRecognizer($0)
            case .cancellation: engine.cancelAll(because: "the test says so", at: .zero)
            }
        }
        stage.play(stroke)
        #expect(stage.states(of: "probe") == [.began, .changed, .cancelled].filter { $0 != .changed || state == $0 })
        #expect(probe.notebook.lines.filter { $0.contains("reset") } == ["probe reset cancelled"])
        #expect(probe.state == .possible && (probe.region == nil) == (interference == .removal))
    }

    @Test("An action at the end that disables or removes its own recognizer changes nothing", arguments: [true, false])
    func ownEnd(isRemoved: Bool) {
        let probe = isRemoved ? Probe.discrete() : .continuous()
        probe.addAction {
            if isRemoved { $0.region?.removeGestureRecognizer($0) } else if $0.state == .ended { $0.isEnabled = false }
        }
        let stage = Stage(probe).play(press + [.up(at: 3)])
        #expect(stage.words == (isRemoved ? ["probe ended"] : ["probe began", "probe ended"]))
        #expect(probe.notebook.lines.filter { $0.contains("reset") } == ["probe reset ended"])
    }

    @Test("Cancelling all cancels gestures that have begun, fails the others, and ignores fingers that are down")
    func cancelAll() {
        let (first, second, notebook) = pair { .continuous($0, in: $1) }
        second.onMoved = { _ in }
        let stage = Stage(first, second).play(press)
        stage.engine.cancelAll(because: "the test says so", at: .zero)
        #expect(stage.words == ["first began", "first cancelled"] && stage.failures.map(\.name) == ["second"])
        #expect(stage.engine.verifyInvariants() == [])
        let before = notebook.lines.count
        stage.play([.move(0, 2, 0, at: 2), .up(at: 3)])
        #expect(notebook.lines.dropFirst(before) == ["second reset failed"])
        stage.play([.down(0, 0, 0, at: 4), .move(0, 1, 0, at: 5)])
        #expect(stage.states(of: "first") == [.began, .cancelled, .began])
    }
}
