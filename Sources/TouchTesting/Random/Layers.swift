// Comparison of recognizers in two engines with the same recognizers in one engine.

import Gestures
import Touch

extension RandomList {
    /// A list in which some recognizers are in a layer of their own, and require configured ones to fail.
    init(layered seed: UInt64) {
        self.init(seed: seed)
        self = withoutMeddling.timed(isPunctual: true)
        isLayered = true
        var random = SeededNumbers(seed: seed ^ 3)
        for index in recognizers.indices { recognizers[index].isOwn = random.isOne(in: 2) }
        // In lists with a theme, the first recognizer waits for the second.
        if recognizers.count > 1, !random.isOne(in: 3) {
            (recognizers[0].isOwn, recognizers[1].isOwn) = (true, false)
        }
        // A layer learns only at the end of an event, and once, of a recognizer that is recognized, reset and active
        // again in it.
        let kinds: [Kind] = [.tap, .pan, .longPress, .pinch]
        for index in recognizers.indices where recognizers[index].kind == .hostile {
            recognizers[index].kind = kinds[index % kinds.count]
        }
        let isOwn = recognizers.map(\.isOwn)
        for first in isOwn.indices where isOwn[first] {
            for second in isOwn.indices where !isOwn[second] && random.isOne(in: 3) {
                requirements.append(Pair(first: first, second: second))
            }
        }
        requirements.removeAll { !isOwn[$0.first] && isOwn[$0.second] }
        permissions.removeAll { isOwn[$0.first] != isOwn[$0.second] }
    }

    /// The first time at which a finger lands while another lifts.
    ///
    /// Recognizers that end with one finger start over with the other in the same event, and a layer learns of both
    /// results at once: it cannot know which failed first.
    fileprivate var firstExchange: Int64 {
        var goes: Set<Int64> = []
        var lands: Set<Int64> = []
        for step in steps {
            switch step.action {
            case .up, .cancel: goes.insert(step.time)
            case .down: lands.insert(step.time)
            case .move, .frame, .wait, .meddle: break
            }
        }
        return goes.intersection(lands).min() ?? .max
    }

    /// The same without the others.
    fileprivate func only(own isOwn: Bool) -> RandomList {
        var list = self
        for index in recognizers.indices where recognizers[index].isOwn != isOwn {
            list.recognizers[index].isPresent = false
        }
        return list
    }
}

extension RandomRun {
    /// The proxy of a configured recognizer in this layer.
    func proxy(for index: Int) -> RecognizerProxy? {
        if let known = proxies[index] { return known }
        guard let original = base?.recognizers[index] else { return nil }
        let proxy = RecognizerProxy(for: original)
        engine.root.addGestureRecognizer(proxy)
        proxies[index] = proxy
        return proxy
    }

    /// Takes a frame that the engine of the configured recognizers has processed.
    func follow(_ frame: TouchFrame) {
        now = max(now, frame.time)
        audit.willProcess(frame)
        engine.process(frame)
        audit.didProcess(frame)
        updateProxies()
    }

    /// Follows what a client has decided about configured recognizers.
    func follow(until time: Int64) {
        now = max(now, Timestamp(microseconds: time))
        audit.within { engine.followOriginals() }
    }

    func updateProxies() {
        guard base != nil else { return }
        audit.within { for index in proxies.keys.sorted() { proxies[index]?.mirror() } }
    }
}

extension RandomProof {
    /// The run of the configured recognizers, which is to be played, and the run of the layer over it.
    private static func layers(of list: RandomList, isStory: Bool = false) -> (configured: RandomRun, own: RandomRun) {
        let configured = RandomRun(list.only(own: false), log: RandomLog(isStory: isStory))
        let own = RandomRun(list.only(own: true), log: RandomLog(isStory: isStory), over: configured)
        configured.layer = own
        return (configured, own)
    }

    /// The same recognizers in two layers.
    static func storyInLayers(of list: RandomList) -> [String] {
        let (configured, own) = layers(of: list, isStory: true)
        configured.play()
        return ["", "What is configured:"] + (configured.log?.story ?? [])
            + ["", "The layer over it:"] + (own.log?.story ?? [])
    }

    mutating func tryLayers(_ list: RandomList) -> Finding? {
        let (configured, own) = Self.layers(of: list)
        let together = RandomRun(list, log: RandomLog())
        if let finding = play(configured) ?? play(together) { return finding }
        func received(_ run: RandomRun, own isOwn: Bool) -> RandomLog? {
            run.log?.only { $0.recognizer.map { list.recognizers[$0].isOwn == isOwn } ?? false }
        }
        layered += own.coverage.releases
        let (apart, beside) = (received(configured, own: false), received(together, own: false))
        let (above, among) = (received(own, own: true), received(together, own: true))
        let (isUndisturbed, isSame) = (
            RandomLog.difference(apart, beside, isSorted: true) == nil,
            RandomLog.difference(above, among, isSorted: true) == nil
        )
        if isUndisturbed && isSame { return nil }
        // Where the order of addition decides in one engine, required recognizers come first, including those that an
        // own recognizer requires.
        let tie = together.audit.tie ?? .max
        if let words = RandomLog.difference(apart, beside, before: tie, isSorted: true) {
            return Finding(rule: "own ones disturb configured ones", words: words)
        }
        return RandomLog.difference(above, among, before: min(tie, list.firstExchange), isSorted: true)
            .map { Finding(rule: "a layer of its own matters", words: $0) }
    }
}
