// Two engines with the same fingers for tests, where recognizers of one wait for the other's.

import Gestures
import Testing
import Touch
import TouchTesting

/// Records notifications of gestures, "0.450 tap ended", and the time of each failure.
final class Diary: GestureObserver {
    private(set) var (lines, failures): ([String], [String]) = ([], [])
    func gestureEngine(_ engine: GestureEngine, didSend event: GestureEvent) {
        guard !(event.recognizer is RecognizerProxy) else { return }
        let name = "\(event.time.seconds) \(event.recognizer.name)"
        if event.state == .failed { failures.append(name) } else { lines.append("\(name) \(event.state)") }
    }
}

/// Configured recognizers in one engine, and own recognizers over it in another one, with the same fingers; or all in
/// one.
final class Layers {
    let base: GestureEngine
    let own: GestureEngine
    let (said, saidAbove) = (Diary(), Diary())
    private(set) var proxies: [RecognizerProxy] = []
    private let table = TouchTable()
    private var fingers: [Int: Touch] = [:]
    private static let size = Size(width: 2000, height: 1000)

    init(
        _ configured: [GestureRecognizer] = [], own others: [GestureRecognizer] = [],
        areApart: Bool = true
    ) {
        base = GestureEngine(size: Self.size)
        own = areApart ? GestureEngine(size: Self.size) : base
        (base.observer, own.observer) = (said, areApart ? saidAbove : said)
        own.leavesTapCount = areApart
        for recognizer in configured { base.root.addGestureRecognizer(recognizer) }
        for recognizer in others { own.root.addGestureRecognizer(recognizer) }
    }

    /// The proxy of a configured recognizer; the recognizer itself if all are in one engine.
    func proxy(for original: GestureRecognizer) -> GestureRecognizer {
        guard own !== base else { return original }
        if let known = proxies.first(where: { $0.name == original.name }) { return known }
        let proxy = RecognizerProxy(for: original)
        own.root.addGestureRecognizer(proxy)
        proxies.append(proxy)
        return proxy
    }

    /// Plays fingers in frames, and advances time to `rest` seconds after the last.
    @discardableResult
    func play(_ steps: [FingerStep], rest: Double = 1) -> Layers {
        var steps = steps
        let end = (steps.last?.time ?? 0) + rest
        while let first = steps.first {
            let now = steps.prefix { $0.time == first.time }
            steps.removeFirst(now.count)
            wait(until: first.time)
            FingerScript(Array(now)).play(in: table, fingers: &fingers) { frame in
                base.process(frame)
                if own !== base { own.process(frame) }
                updateProxies()
            }
        }
        wait(until: end)
        return self
    }

    /// Earlier deadlines fire first; of equal ones, those of configured recognizers.
    func wait(until seconds: Double) {
        let end = Timestamp.seconds(seconds)
        while let due = [base.nextDeadline, own.nextDeadline].compactMap(\.self).min(), due <= end {
            advance(to: due)
        }
        advance(to: end)
    }

    private func advance(to time: Timestamp) {
        base.advance(to: time)
        if own !== base { own.advance(to: time) }
        updateProxies()
    }

    private func updateProxies() {
        for proxy in proxies { proxy.mirror() }
        let violations = base.verifyInvariants() + own.verifyInvariants()
        #expect(violations == [])
    }
}

extension GestureEngine {
    /// The region of the left 500 points, which is added.
    func addLeftPart() -> Region {
        let left = Region(name: "left", size: Size(width: 500, height: 1000))
        root.addRegion(left)
        return left
    }
}
