// Does any sequence of fingers, with any recognizers, break what must always hold? Random scripts from fixed seeds.

import Gestures
import Testing
import Touch
import TouchTesting

/// All recognizers in random order and with random settings.
private func recognizers(_ random: inout SeededNumbers) -> [GestureRecognizer] {
    let (tap, press, swipe) = (
        TapGestureRecognizer(name: "tap"), LongPressGestureRecognizer(name: "press"),
        SwipeGestureRecognizer(name: "swipe")
    )
    tap.numberOfTapsRequired = .random(in: 1...3, using: &random)
    tap.numberOfTouchesRequired = .random(in: 1...3, using: &random)
    press.numberOfTapsRequired = .random(in: 0...1, using: &random)
    press.numberOfTouchesRequired = .random(in: 1...2, using: &random)
    press.minimumPressDuration = .random(in: 0...0.6, using: &random)
    swipe.numberOfTouchesRequired = .random(in: 1...2, using: &random)
    swipe.direction = SwipeDirection(rawValue: .random(in: 0...15, using: &random))
    let pan = PanGestureRecognizer(name: "pan")
    pan.minimumNumberOfTouches = .random(in: 1...2, using: &random)
    pan.maximumNumberOfTouches = .random(in: 1...3, using: &random)
    pan.hysteresis = random.isOne(in: 4) ? 0 : 10
    let pinch = PinchGestureRecognizer(name: "pinch")
    pinch.hysteresis = random.isOne(in: 4) ? 0 : 10
    let turn = RotationGestureRecognizer(name: "turn")
    let all = [tap, press, swipe, pan, pinch, turn, Probe.continuous(), TapGestureRecognizer(name: "single")]
    return Array(all.shuffled(using: &random).prefix(.random(in: 1...8, using: &random)))
}

/// What a few fingers do: mostly little, now and then something wild; all lift in the end.
private func script(_ random: inout SeededNumbers, from start: Double) -> [FingerStep] {
    var (steps, time): ([FingerStep], Double) = ([], start)
    var places: [Int: Point] = [:]
    for _ in 0..<Int.random(in: 2...14, using: &random) {
        if !random.isOne(in: 3) { time += random.isOne(in: 8) ? 0.4 : Double.random(in: 0.004...0.06, using: &random) }
        let finger = Int.random(in: 0..<4, using: &random)
        let reach = random.isOne(in: 3) ? 200.0 : 12
        var place =
            places[finger] ?? Point(x: .random(in: 0...300, using: &random), y: .random(in: 0...300, using: &random))
        place.x += (random.isOne(in: 4) ? 0 : Double.random(in: -reach...reach, using: &random)).rounded()
        place.y += (random.isOne(in: 4) ? 0 : Double.random(in: -reach...reach, using: &random)).rounded()
        if places[finger] == nil {
            steps.append(.down(finger, place.x, place.y, at: time))
            places[finger] = place
        } else if random.isOne(in: 4) {
            steps.append(random.isOne(in: 8) ? .cancel(finger, at: time) : .up(finger, at: time))
            places[finger] = nil
        } else {
            steps.append(.move(finger, place.x, place.y, at: time))
            places[finger] = place
        }
    }
    let isAtOnce = random.isOne(in: 2)
    for finger in places.keys.sorted() {
        time += isAtOnce ? 0 : 0.01
        steps.append(.up(finger, at: time))
    }
    return steps
}

/// Checks what is told against what was told before.
private struct Audit {
    private var begun: Set<String> = []
    private(set) var faults: [String] = []
    private(set) var told: [String: Int] = [:]

    mutating func take(_ entries: ArraySlice<Stage.Entry>) {
        for entry in entries {
            told[entry.name, default: 0] += 1
            let isContinuous = begun.contains(entry.name)
            switch entry.state {
            case .began: if !begun.insert(entry.name).inserted { faults.append("\(entry) twice") }
            case .changed: if !isContinuous { faults.append("\(entry) without began") }
            case .cancelled: if begun.remove(entry.name) == nil { faults.append("\(entry) without began") }
            case .ended:
                let isDiscrete = ["tap", "single", "swipe"].contains(entry.name)
                if isDiscrete == (begun.remove(entry.name) != nil) { faults.append("\(entry) without began") }
            case .possible, .failed: faults.append("\(entry) told")
            }
            if !isFinite(entry) { faults.append("\(entry): \(entry.measurement)") }
        }
    }

    mutating func finish() {
        for name in begun.sorted() { faults.append("\(name) was never closed") }
    }

    private func isFinite(_ entry: Stage.Entry) -> Bool {
        let numbers: [Double] =
            switch entry.measurement {
            case .none, .tap: []
            case .longPress(let duration): [duration, duration < 0 ? .nan : 0]
            case .swipe(_, let velocity): [velocity.x, velocity.y]
            case .pan(let way, let velocity, let end): [way.x, way.y, velocity.x, velocity.y, end.x, end.y]
            case .pinch(let scale, let velocity): [scale, velocity, scale > 0 ? 0 : .nan]
            case .rotation(let rotation, let velocity): [rotation, velocity]
            case .screenEdgePan(_, let way, let velocity, let end):
                [way.x, way.y, velocity.x, velocity.y, end.x, end.y]
            case .transform(let way, let velocity, let end, let scale, let rotation):
                [way.x, way.y, velocity.x, velocity.y, end.x, end.y, scale, rotation, scale > 0 ? 0 : .nan]
            case .stroke(_, let score): [score]
            case .custom: []
            }
        return (numbers + [entry.location.x, entry.location.y, entry.time]).allSatisfy { $0.isFinite }
    }
}

@Suite struct FingerScriptFuzzTests {
    /// What a run told, in words with numbers.
    private func run(seed: UInt64, sequences: Int, check: Bool) -> [String] {
        var random = SeededNumbers(seed: seed)
        var lines: [String] = []
        for sequence in 0..<sequences / 8 {
            let stage = Stage(recognizers(&random))
            var audit = Audit()
            var heard = 0
            var time = 0.0
            for _ in 0..<8 {
                let steps = script(&random, from: time)
                stage.play(steps)
                if random.isOne(in: 12) { meddle(&random, with: stage.engine) }
                time = steps.last.map(\.time) ?? time
                // Now and then the next fingers land while a row of taps is under way.
                if random.isOne(in: 3) {
                    time += 0.1
                } else {
                    time += 5
                    stage.wait(until: time)
                    if check { expectRest(stage.engine, "seed \(seed), stage \(sequence)") }
                }
                audit.take(stage.log[heard...])
                heard = stage.log.count
            }
            stage.wait(until: time + 5)
            audit.take(stage.log[heard...])
            audit.finish()
            if check { #expect(audit.faults == [], "seed \(seed), stage \(sequence)") }
            lines += stage.log.map { "\($0) \($0.time) \($0.touches) \($0.location) \($0.measurement)" }
        }
        return lines
    }

    private func meddle(_ random: inout SeededNumbers, with engine: GestureEngine) {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: engine.cancelAll(because: "the test says so", at: .zero)
        case 1:
            let recognizer = engine.root.gestureRecognizers.randomElement(using: &random)
            recognizer?.isEnabled = false
            recognizer?.isEnabled = true
        default:
            guard let recognizer = engine.root.gestureRecognizers.randomElement(using: &random) else { return }
            engine.root.removeGestureRecognizer(recognizer)
            engine.root.addGestureRecognizer(recognizer)
        }
    }

    private func expectRest(_ engine: GestureEngine, _ place: String) {
        let busy = engine.root.gestureRecognizers.filter { $0.state != .possible || $0.numberOfTouches > 0 }
        #expect(busy.map(\.name) == [], "\(place)")
        #expect(engine.nextDeadline == nil, "\(place)")
    }

    @Test("Every gesture that begins is closed once, and in the end all rest", arguments: 1...10)
    func invariants(seed: Int) {
        let lines = run(seed: UInt64(seed), sequences: 2000, check: true)
        // A script that recognizes nothing would test nothing.
        for name in ["tap", "single", "press", "pan", "pinch", "turn", "probe"] {
            #expect(lines.contains { $0.hasPrefix("\(name) ended") }, "\(name)")
        }
        #expect(lines.contains { $0.contains("cancelled") } && lines.contains { $0.contains("changed") })
    }

    @Test("The same fingers twice give the same log", arguments: [21, 22] as [UInt64])
    func deterministic(seed: UInt64) {
        let first = run(seed: seed, sequences: 400, check: false)
        #expect(first == run(seed: seed, sequences: 400, check: false) && first.count > 100)
    }
}
