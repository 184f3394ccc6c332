// Audit of ties, the only decisions in which the order of addition may matter.

import Gestures
import Touch

extension Auditor {
    /// Notes the first event in which the order of addition decides.
    ///
    /// It decides when several recognizers want to leave `possible` in one event, now or after a wait that ends in it,
    /// and
    /// - two of them, in regions of equal depth, have wanted it for equally long, share a touch, either would prevent
    ///   the other, and nothing allows them together, or
    /// - two of them have the same rank in this way, and a delegate allows a third one beside only one of them: its
    ///   answer is not known before it is asked, or
    /// - two of them have the same rank, and both are allowed, but either would release a third one, which prevents the
    ///   other, or
    /// - some require each other to fail in a cycle, as only recognizers that say so when asked can: the first one
    ///   waits.
    ///
    /// It also decides when a recognizer ignores its last touch: recognizers that see the event earlier still consider
    /// it.
    func noteTies() {
        guard mayTie, run.log != nil, tie == nil else { return }
        var wanting: [(watch: Watch, recognizer: GestureRecognizer)] = []
        for (watch, recognizer) in run.watched {
            if watch.attemptEvent == event || watch.releaseEvent == event { wanting.append((watch, recognizer)) }
        }
        if run.watched.contains(where: { $0.watch.ignoreEvent == event && $0.watch.tracked == 0 }) {
            tie = run.now.microseconds
        }
        guard wanting.count > 1 else { return }
        // Recognizers that have waited since an earlier event may close a cycle.
        let waiting = run.watched.filter { watched in
            watched.watch.isHeld && !wanting.contains { $0.watch === watched.watch }
        }
        let isTied = wanting.indices.contains { index in
            wanting[..<index].contains {
                isTie($0, wanting[index]) || isSplit($0, wanting[index], from: wanting + waiting)
                    || isRace($0, wanting[index], from: wanting)
            }
        }
        let isCircle = hasCircle(wanting + waiting) {
            requires($0.watch, $0.recognizer, $1.watch, $1.recognizer)
        }
        if isTied || isCircle { tie = run.now.microseconds }
    }

    /// Whether the relation orders them in a cycle, so that none is first.
    private func hasCircle(_ wanting: [Wanting], _ comesBefore: (Wanting, Wanting) -> Bool) -> Bool {
        var rest = wanting
        while let free = rest.firstIndex(where: { one in
            !rest.contains { $0.watch !== one.watch && comesBefore($0, one) }
        }) {
            rest.remove(at: free)
        }
        return !rest.isEmpty
    }

    private typealias Wanting = (watch: Watch, recognizer: GestureRecognizer)

    private func isTie(_ first: Wanting, _ second: Wanting) -> Bool {
        rankAlike(first, second)
            && (prevents(first.recognizer, second.recognizer) || prevents(second.recognizer, first.recognizer))
    }

    private func isSplit(_ first: Wanting, _ second: Wanting, from all: [Wanting]) -> Bool {
        rankAlike(first, second)
            && all.contains { third in
                third.watch !== first.watch && third.watch !== second.watch
                    && isBeside(third.recognizer, first.recognizer) != isBeside(third.recognizer, second.recognizer)
            }
    }

    private func isRace(_ first: Wanting, _ second: Wanting, from all: [Wanting]) -> Bool {
        rankAlike(first, second)
            && !prevents(first.recognizer, second.recognizer) && !prevents(second.recognizer, first.recognizer)
            && all.contains { third in
                isReleased(third.watch, byEitherOf: [first, second])
                    && (prevents(third.recognizer, first.recognizer) || prevents(third.recognizer, second.recognizer))
            }
    }

    /// Whether a recognizer began in this event that had waited for one of two, or for one that these prevent.
    private func isReleased(_ watch: Watch, byEitherOf two: [Wanting]) -> Bool {
        watch.releaseEvent == event && activations.contains { $0.watch === watch }
            && !two.contains { $0.watch === watch }
            && watch.hadWaitedFor.contains { index in
                guard let awaited = run.recognizers[index] else { return false }
                return two.contains { $0.watch.index == index || prevents($0.recognizer, awaited) }
            }
    }

    private func rankAlike(_ first: Wanting, _ second: Wanting) -> Bool {
        first.watch.attemptTouches & second.watch.attemptTouches != 0
            && first.watch.attemptEvent == second.watch.attemptEvent
            && depth(first.recognizer) == depth(second.recognizer)
    }

    /// Whether a delegate of one of them allows both.
    private func isBeside(_ first: GestureRecognizer, _ second: GestureRecognizer) -> Bool {
        first.delegate?.gestureRecognizer(first, shouldRecognizeSimultaneouslyWith: second) == true
            || second.delegate?.gestureRecognizer(second, shouldRecognizeSimultaneouslyWith: first) == true
    }

    private func depth(_ recognizer: GestureRecognizer) -> Int {
        var (depth, next) = (0, recognizer.region?.parent)
        while let region = next { (depth, next) = (depth + 1, region.parent) }
        return depth
    }
}
