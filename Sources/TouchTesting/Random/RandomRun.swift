// One run of a random list: an engine that is built, played, disturbed and audited.

import Gestures
import Touch

/// One run of a list.
final class RandomRun {
    let list: RandomList
    let engine: GestureEngine
    let table = TouchTable()
    private(set) var regions: [Region] = []
    private(set) var recognizers: [GestureRecognizer?] = []
    private(set) var watches: [Watch?] = []
    /// The existing recognizers, each with its record.
    private(set) var watched: [(watch: Watch, recognizer: GestureRecognizer)] = []
    /// The same recognizers in an array: with so few, a search is faster than a table.
    private var identities: [ObjectIdentifier] = []
    private lazy var listener = RunListener(run: self)
    private(set) lazy var client = RandomClient(run: self)
    /// Those who decide for recognizers.
    private(set) var deciders: [RandomDecider] = []
    /// The log of notifications, when it is to be compared.
    private(set) var log: RandomLog?
    private(set) lazy var audit = Auditor(run: self)
    var coverage = Coverage()
    private var fingers: [Int: Touch] = [:]
    /// The list's number of each touch, by the touch's serial number.
    private var names: [Int] = [0]
    var delegates: [Int: RandomDelegate] = [:]
    private let isReactive: Bool
    /// The recognizers with actions; all when it is nil.
    private let wanted: Set<Int>?
    /// The run of the configured recognizers, if this is the run of a layer over them.
    unowned let base: RandomRun?
    /// The layer over this one.
    var layer: RandomRun?
    var proxies: [Int: RecognizerProxy] = [:]
    /// The depth of nested reactions.
    private var depth = 0
    /// The time of the last event.
    var now = Timestamp.zero

    /// - Parameters:
    ///   - wanted: The needed recognizers; others may be idle, and regions' touches are not observed.
    ///   - base: The run of the configured recognizers, if this is a layer over it, which is played with it.
    ///   - log: The log of all notifications, if there is to be one.
    init(_ list: RandomList, log: RandomLog? = nil, wanted: Set<Int>? = nil, over base: RandomRun? = nil) {
        self.list = list
        self.wanted = wanted
        self.base = base
        engine = GestureEngine(size: list.regions[0].size)
        self.log = log
        isReactive = !list.reactions.isEmpty
        engine.observer = listener
        engine.decisionObserver = listener
        if list.recognizers.contains(where: { $0.asks != 0 }) { engine.questionObserver = client }
        if wanted == nil { engine.touchStreamObserver = listener }
        engine.leavesTapCount = base != nil
        build()
        if wanted != nil { engine.makeIdle { isWanted(watch(of: $0).index) } }
    }

    func finger(_ id: Int) -> Int { base?.finger(id) ?? (id < names.count ? names[id] : 0) }

    /// The record of a recognizer of this run.
    func watch(of recognizer: GestureRecognizer) -> Watch {
        guard let place = identities.firstIndex(of: ObjectIdentifier(recognizer)) else {
            preconditionFailure("\(recognizer.name) is not watched")
        }
        return watched[place].watch
    }

    /// The number of a recognizer's region; that of the root if it is in none.
    func region(of recognizer: GestureRecognizer) -> Int {
        guard let region = recognizer.region else { return 0 }
        return regions.firstIndex { $0 === region } ?? 0
    }

    func isWanted(_ index: Int) -> Bool { wanted?.contains(index) ?? true }

    /// Whether regions' touches are observed.
    var isStreamed: Bool { wanted == nil }

    // MARK: - Building

    private func build() {
        for (index, plan) in list.regions.enumerated() {
            let region = index == 0 ? engine.root : Region(name: "\(index)", origin: plan.origin, size: plan.size)
            let answers = Answers(seed: list.seed)
            if plan.isStrict {
                region.gestureRecognizerShouldBegin = { [unowned self] recognizer in
                    recognizer is RecognizerProxy
                        || !answers.isOne(in: 8, .regionBegin, index, watch(of: recognizer).index)
                }
            }
            regions.append(region)
            if index > 0, plan.isPresent { regions[plan.parent].addRegion(region) }
        }
        for (index, plan) in list.recognizers.enumerated() {
            guard plan.isPresent else {
                recognizers.append(nil)
                watches.append(nil)
                continue
            }
            let watch = Watch(index: index, plan: plan, run: self)
            let recognizer = plan.make(watch)
            if isWanted(index) { recognizer.addAction { [unowned self] in act($0, watch) } }
            watches.append(watch)
            recognizers.append(recognizer)
            watched.append((watch, recognizer))
            identities.append(ObjectIdentifier(recognizer))
            setDelegate(plan.delegate, of: index)
            client.prepare(recognizer, plan)
            if let recognizer = recognizer as? WatchedClient { deciders.append(RandomDecider(recognizer)) }
        }
        for index in list.order {
            if let recognizer = recognizers[index] {
                regions[list.recognizers[index].region].addGestureRecognizer(recognizer)
            }
        }
        for pair in list.requirements { require(pair.first, pair.second) }
        for pair in list.permissions {
            guard let first = recognizers[pair.first], let second = recognizers[pair.second] else { continue }
            first.allowSimultaneousRecognition(with: second)
            audit.permissions.insert(pair.first, pair.second)
        }
    }

    func require(_ first: Int, _ second: Int) {
        guard let dependant = recognizers[first] else { return }
        if let proxy = proxy(for: second) {
            dependant.require(toFail: proxy)
            (base?.recognizers[second] as? WatchedClient)?.isRequiredElsewhere = true
        }
        guard let other = recognizers[second] else { return }
        audit.noteRequirement(first, second, isAccepted: dependant.require(toFail: other))
    }

    func setDelegate(_ seed: UInt64?, of index: Int) {
        guard let recognizer = recognizers[index] else { return }
        delegates[index] = seed.map { RandomDelegate(seed: $0, run: self) }
        recognizer.delegate = delegates[index]
    }

    // MARK: - Playing

    /// Plays all steps, lifts fingers that are down, and advances time until no recognizer waits.
    func play() {
        for (index, step) in list.steps.enumerated() {
            advance(to: step.time)
            perform(step)
            let next = index + 1 < list.steps.count ? list.steps[index + 1] : nil
            guard let next, next.time == step.time, step.action.isFinger, next.action.isFinger else {
                deliver(at: step.time)
                continue
            }
        }
        finish()
    }

    private func perform(_ step: RandomList.Step) {
        let time = Timestamp(microseconds: step.time)
        switch step.action {
        case .down(let finger, let place):
            // A recognizer of another run does not count.
            let most = Auditor.maximumTouches + (fingers[RandomList.restingFinger] == nil ? 0 : 1)
            guard fingers[finger] == nil, names.count <= most, let touch = table.begin(at: place, time: time) else {
                return
            }
            fingers[finger] = touch
            names.append(finger)
        case .move(let finger, let place): if let touch = fingers[finger] { table.move(touch, to: place, time: time) }
        case .up(let finger): lift(finger, at: time) { table.end($0, time: time) }
        case .cancel(let finger): lift(finger, at: time) { table.cancel($0, time: time) }
        case .frame: break
        case .wait: advance(to: step.time)
        case .meddle(let meddling):
            advance(to: step.time)
            audit.within { meddle(meddling) }
        }
    }

    private func lift(_ finger: Int, at time: Timestamp, _ close: (Touch) -> Void) {
        guard let touch = fingers.removeValue(forKey: finger) else { return }
        // A finger that lands and lifts at one time makes two frames; deadlines that are due between them fire between
        // them.
        if touch.phase == .began {
            deliver(at: time.microseconds)
            advance(to: time.microseconds)
        }
        close(touch)
    }

    private func deliver(at time: Int64) {
        table.deliver(at: Timestamp(microseconds: time)) { frame in
            now = max(now, frame.time)
            audit.willProcess(frame)
            engine.process(frame)
            audit.didProcess(frame)
            layer?.follow(frame)
        }
    }

    /// Advances time: one deadline after another, or, if they are late, all at once, but before the touches change.
    private func advance(to time: Int64) {
        // Deadlines may raise questions: their answers come before the touches change.
        repeat {
            client.answer(until: time) { advanceWithoutAnswers(to: $0) }
            advanceWithoutAnswers(to: time)
        } while client.isDue(at: time)
    }

    private func advanceWithoutAnswers(to time: Int64) {
        let end = Timestamp(microseconds: time)
        while list.isPunctual, let due = nextDeadline, due <= end { step(to: due) }
        if now < end || nextDeadline.map({ $0 <= end }) == true { step(to: end) }
    }

    private var nextDeadline: Timestamp? {
        let all = [engine.nextDeadline, layer?.engine.nextDeadline].compactMap(\.self)
        return all.min()
    }

    func step(to time: Timestamp) {
        now = max(now, time)
        audit.within { engine.advance(to: time) }
        updateProxies()
        layer?.step(to: time)
        if let next = engine.nextDeadline, next <= time {
            audit.fault("deadline left", "\(next.seconds) is not after \(time.seconds)")
        }
    }

    private func finish() {
        let end = (list.steps.last?.time ?? 0) + 10_000
        advance(to: end)
        for finger in fingers.keys.sorted() {
            perform(RandomList.Step(time: end, action: .up(finger)))
        }
        deliver(at: end)
        var last = end
        // No list needs more deadlines than this.
        for _ in 0..<1000 {
            guard let next = nextDeadline else { break }
            step(to: next)
            last = max(last, next.microseconds)
        }
        audit.conclude()
        layer?.audit.conclude()
    }

    // MARK: - Hearing

    fileprivate func record(_ event: GestureEvent) {
        guard !(event.recognizer is RecognizerProxy) else { return }
        log?.note(event, self)
        audit.record(event)
    }

    fileprivate func record(_ decision: Decision) {
        if log?.isStory == true { log?.note(decision, self) }
        if !(decision.recognizer is RecognizerProxy) { audit.record(decision) }
    }

    fileprivate func record(_ touches: [RegionTouch], _ time: Timestamp) {
        log?.note(touches, time, self)
        audit.record(touches)
    }

    private func act(_ recognizer: GestureRecognizer, _ watch: Watch) {
        audit.recordAction(recognizer, watch)
        react(.acts, watch)
    }

    /// Carries out the list's reactions to a trigger.
    func react(_ trigger: RandomList.Reaction.Trigger, _ watch: Watch) {
        guard isReactive, depth < 3 else { return }
        watch.counts[trigger.rawValue] += 1
        depth += 1
        for reaction in list.reactions where reaction.recognizer == watch.index && reaction.trigger == trigger {
            if reaction.count == watch.counts[trigger.rawValue] { meddle(reaction.meddling) }
        }
        depth -= 1
    }
}

/// Passes an engine's notifications to a run.
///
/// The engine's reference is weak, and an object with weak references is counted more slowly: so the run itself has
/// none.
private final class RunListener: GestureObserver, DecisionObserver, TouchStreamObserver {
    private unowned let run: RandomRun

    init(run: RandomRun) { self.run = run }

    func gestureEngine(_ engine: GestureEngine, didSend event: GestureEvent) { run.record(event) }

    func gestureEngine(_ engine: GestureEngine, didDecide decision: Decision) { run.record(decision) }

    func gestureEngine(_ engine: GestureEngine, didPassOn touches: [RegionTouch], at time: Timestamp) {
        run.record(touches, time)
    }
}

extension RandomList.Action {
    var isFinger: Bool {
        switch self {
        case .down, .move, .up, .cancel: true
        case .frame, .wait, .meddle: false
        }
    }
}
