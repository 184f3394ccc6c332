// Tests of the engine: the order of an event's steps, and what actions may do.

import Gestures
import Testing
import Touch
import TouchTesting

private let press: [FingerStep] = [.down(0, 0, 0, at: 0), .move(0, 1, 0, at: 1)]

/// Two recognizers that do not prevent each other.
private func pair(_ make: (String, Notebook) -> Probe) -> (Probe, Probe, Notebook) {
    let notebook = Notebook()
    let (first, second) = (make("first", notebook), make("second", notebook))
    first.prevents = { _ in false }
    second.prevents = { _ in false }
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

    @Test("The observer is called before the recognizer's own actions can change anything, with the time of the event")
    func observer() {
        let probe = Probe.discrete()
        let stage = Stage(probe)
        probe.addAction { [unowned stage] _ in #expect(stage.log.count == 1) }
        stage.play([.down(0, 0, 0, at: 0), .up(at: 1.25)])
        #expect(stage.log.map(\.time) == [1.25])
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
        let stage = Stage(Probe.discrete("tap"))
        stage.engine.observer = observer
        stage.play([.down(0, 0, 0, at: 0), .up(at: 1)])
        let other = Stage(Probe.continuous("pan"), Probe("lost"))
        other.engine.observer = observer
        other.play(press + [.move(0, 2, 0, at: 2), .up(at: 3)])
        #expect(
            observer.lines == [
                "tap ended true", "pan began false", "lost failed false", "pan changed false", "pan ended false",
            ])
    }

    @Test("An action that disables its own recognizer cancels the gesture, once")
    func disabledInAction() {
        let probe = Probe.continuous()
        probe.addAction { if $0.state == .began { $0.isEnabled = false } }
        let stage = Stage(probe).play(press + [.move(0, 2, 0, at: 2), .up(at: 3), .down(0, 0, 0, at: 4)])
        #expect(stage.words == ["probe began", "probe cancelled"])
        #expect(probe.notebook.lines.suffix(2) == ["probe action cancelled", "probe reset cancelled"])
    }

    @Test("An action that disables its own recognizer at the end changes nothing")
    func disabledAtEnd() {
        let probe = Probe.continuous()
        probe.addAction { if $0.state == .ended { $0.isEnabled = false } }
        let stage = Stage(probe).play(press + [.up(at: 3)])
        #expect(stage.words == ["probe began", "probe ended"])
        #expect(probe.notebook.lines.filter { $0.contains("reset") } == ["probe reset ended"])
    }

    @Test("An action that disables another recognizer cancels that one after it")
    func disablesOther() {
        let (first, second, _) = pair { .continuous($0, in: $1) }
        let stage = Stage(first, second).play(press)
        first.addAction { _ in second.isEnabled = false }
        stage.play([.move(0, 2, 0, at: 2), .up(at: 3)])
        #expect(
            stage.words == ["first began", "second began", "first changed", "second cancelled", "first ended"])
    }

    @Test("An action that removes its own recognizer cancels the gesture, once", arguments: [true, false])
    func removedInAction(atBegan: Bool) {
        let probe = Probe.continuous()
        probe.addAction { [unowned probe] in
            if probe.state == (atBegan ? .began : .changed) { $0.region?.removeGestureRecognizer($0) }
        }
        let stage = Stage(probe).play(press + [.move(0, 2, 0, at: 2), .move(0, 3, 0, at: 3), .up(at: 4)])
        #expect(
            stage.words
                == (atBegan ? ["began", "cancelled"] : ["began", "changed", "cancelled"]).map { "probe \($0)" })
        #expect(probe.notebook.lines.filter { $0.contains("reset") } == ["probe reset cancelled"])
        #expect(stage.engine.root.gestureRecognizers.isEmpty && probe.region == nil && probe.state == .possible)
    }

    @Test("An action at the end that removes its own recognizer changes nothing")
    func removedAtEnd() {
        let probe = Probe.discrete()
        probe.addAction { $0.region?.removeGestureRecognizer($0) }
        let stage = Stage(probe).play([.down(0, 0, 0, at: 0), .up(at: 1)])
        #expect(stage.words == ["probe ended"])
        #expect(probe.notebook.lines.filter { $0.contains("reset") } == ["probe reset ended"])
    }

    @Test("A recognizer added within an action or during a sequence receives touches that begin later")
    func added() {
        let (first, second, notebook) = pair { .continuous($0, in: $1) }
        let stage = Stage(first)
        first.addAction { [unowned stage] _ in stage.engine.root.addGestureRecognizer(second) }
        stage.play(press + [.move(0, 2, 0, at: 2), .down(1, 9, 9, at: 3), .move(0, 3, 0, at: 4), .up(1, at: 5)])
        #expect(
            notebook.lines.filter { $0.hasPrefix("second") } == [
                "second began 2", "second ended 2", "second reset failed",
            ])
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
        #expect(notebook.lines.suffix(5).contains("second began 2"))
    }

    @Test("Cancelling all without gestures under way has no effect")
    func cancelNothing() {
        let probe = Probe()
        let stage = Stage(probe)
        stage.engine.cancelAll(because: "the test says so", at: .zero)
        stage.play([.down(0, 0, 0, at: 0), .up(at: 0.1)])
        stage.engine.cancelAll(because: "the test says so", at: .zero)
        #expect(probe.notebook.lines == ["probe began 1", "probe ended 1"])
        #expect(stage.words == [] && stage.failures.isEmpty)
    }

    @Test("Cancelling all within an action cancels the acting gesture, too")
    func cancelAllInAction() {
        let probe = Probe.continuous()
        let stage = Stage(probe)
        probe.addAction { [unowned stage] in
            if $0.state == .changed { stage.engine.cancelAll(because: "the test says so", at: .zero) }
        }
        stage.play(press + [.move(0, 2, 0, at: 2), .move(0, 3, 0, at: 3), .up(at: 4)])
        #expect(stage.words == ["probe began", "probe changed", "probe cancelled"])
    }

    @Test("A state set outside of an event is an event of its own")
    func outside() {
        let probe = Probe()
        let stage = Stage(probe).play([.down(0, 0, 0, at: 0)])
        probe.state = .recognized
        #expect(stage.words == ["probe ended"] && probe.state == .possible)
    }

    @Test("The same frames give the same log, byte for byte")
    func deterministic() {
        func log() -> [String] {
            let (first, second, notebook) = pair { .continuous($0, in: $1) }
            Stage(first, second, PanGestureRecognizer(name: "pan")).play(press + [.move(0, 50, 1, at: 2), .up(at: 3)])
            return notebook.lines
        }
        #expect(log() == log())
    }
}
