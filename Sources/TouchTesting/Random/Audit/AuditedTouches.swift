// Audit of the touches that regions receive: begun, moved and closed once, nothing withheld.

import Gestures
import Touch

extension Auditor {
    /// What a region has received of one touch.
    struct TouchRecord {
        enum Word { case unseen, open, closed }

        var word = Word.unseen
        var region: Int?
        /// When it landed.
        var landing = Timestamp.zero
        /// Where the region last saw it.
        var seen = Point.zero
        /// Whether a gesture has taken it from its region.
        var isClaimed = false
    }

    func claim(_ bits: UInt64) {
        for id in BitPlaces(bits) { touches[id].isClaimed = true }
    }

    func record(_ passed: [RegionTouch]) {
        var bits: UInt64 = 0
        for touch in passed {
            let (index, bit) = (touch.id & 63, UInt64(1) &<< UInt64(touch.id & 63))
            if bits & bit != 0 { fault("passed on twice", "touch \(touch.id)") }
            bits |= bit
            check(touch, touches[index])
            switch touch.phase {
            case .began:
                touches[index].word = .open
                checkNobodyWithholds(bit, "begin", \.delaysTouchesBegan)
            case .ended, .cancelled:
                touches[index].word = .closed
                if touch.phase == .ended { checkNobodyWithholds(bit, "lift", \.delaysTouchesEnded) }
            case .moved, .stationary: break
            }
            touches[index].seen = touch.location
        }
    }

    private func check(_ touch: RegionTouch, _ book: TouchRecord) {
        let expected: TouchRecord.Word = touch.phase == .began ? .unseen : .open
        if book.word != expected { fault("stream out of order", "touch \(touch.id) \(touch.phase) while \(book.word)") }
        if touch.phase == .stationary { fault("stream stands still", "touch \(touch.id)") }
        if touch.previousLocation != book.seen { fault("stream jumps", "touch \(touch.id) \(touch.phase)") }
        guard !isMeddled, let region = book.region else { return }
        if run.regions[region].name != touch.region { fault("stream of another region", "touch \(touch.id)") }
    }

    private func checkNobodyWithholds(
        _ bit: UInt64, _ word: String, _ flag: KeyPath<GestureRecognizer, Bool>
    ) {
        guard !isMeddled else { return }
        for (watch, recognizer) in run.watched {
            guard going & bit == 0 || watch.includesLiftedTouches else { continue }
            if watch.tracked & bit != 0, recognizer[keyPath: flag], isLive(watch, recognizer) {
                fault("passed on a withheld \(word)", "\(watch.index)")
            }
        }
    }

    /// Checks that a gesture's touches are cancelled in their regions before the gesture is published.
    func checkCancelled(_ watch: Watch, _ recognizer: GestureRecognizer) {
        guard recognizer.cancelsTouchesInView, !isMeddled else { return }
        for id in BitPlaces(watch.tracked & ~over & ~going) {
            if touches[id].word == .open { fault("published before the cancel", "\(watch.index), touch \(id)") }
        }
    }

    /// Checks that a recognizer or a gesture withholds each touch that no region has received, and each lift.
    func checkWithheld() {
        guard !isMeddled, run.isStreamed else { return }
        let (books, open) = (touches, landed & ~over)
        for id in BitPlaces(open) where books[id].word == .unseen && !books[id].isClaimed {
            let isWithheld = run.watched.contains { watch, recognizer in
                recognizer.delaysTouchesBegan && watch.stage == .undecided && watch.tracked & 1 &<< UInt64(id) != 0
            }
            if !isWithheld { fault("withheld without reason", "touch \(id)") }
        }
        for id in BitPlaces(landed & over) where books[id].word == .open {
            let isWithheld = run.watched.contains { watch, recognizer in
                recognizer.delaysTouchesEnded && watch.stage == .undecided && watch.includesLiftedTouches
                    && watch.lifted & 1 &<< UInt64(id) != 0
            }
            if !isWithheld { fault("lift withheld without reason", "touch \(id)") }
        }
    }
}

extension RandomRun {
    /// The region at a place: the innermost, and of several the upper one.
    func place(_ point: Point) -> Int? {
        // From region to region inward, in contrast to the engine, which knows the whole way to each.
        func find(_ region: Region, _ point: Point) -> Region? {
            var (x, y) = (point.x - region.origin.x, point.y - region.origin.y)
            let map = region.transform
            if map != .identity {
                let (width, height) = (region.size.width / 2, region.size.height / 2)
                let (u, v) = (x - width - map.tx, y - height - map.ty)
                x = (map.d * u - map.c * v) / map.determinant + width
                y = (map.a * v - map.b * u) / map.determinant + height
            }
            guard region.isEnabled, x >= 0, y >= 0, x < region.size.width, y < region.size.height else { return nil }
            if region.shape == .ellipse {
                let (u, v) = (x / region.size.width - 0.5, y / region.size.height - 0.5)
                guard u * u + v * v <= 0.25 else { return nil }
            } else if region.shape != .rectangle, x / region.size.width + y / region.size.height >= 1 {
                return nil
            }
            return region.children.reversed().lazy.compactMap { find($0, Point(x: x, y: y)) }.first ?? region
        }
        let region = find(engine.root, point) ?? engine.root
        return regions.firstIndex { $0 === region }
    }
}
