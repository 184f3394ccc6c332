// Random lists whose regions move, turn, change shape and order, and are disabled.

import Gestures
import Touch

extension RandomList {
    /// The list of a seed in which regions move all the time.
    init(moving seed: UInt64) {
        self.init(seed: seed)
        var random = SeededNumbers(seed: seed ^ 0x6d6f_7665)
        let end = max(steps.last?.time ?? 0, 1)
        for _ in 0..<Int.random(in: 2...12, using: &random) where regions.count > 1 {
            let time = Int64.random(in: 0...end, using: &random)
            let place = steps.firstIndex { $0.time > time } ?? steps.count
            steps.insert(Step(time: time, action: .meddle(movement(&random))), at: place)
        }
    }

    private func movement(_ random: inout SeededNumbers) -> Meddling {
        let index = Int.random(in: 1..<regions.count, using: &random)
        if random.isOne(in: 4) {
            return .raise(index, above: random.isOne(in: 2) ? nil : .random(in: 1..<regions.count, using: &random))
        }
        let plan = regions[index]
        func part() -> Double { .random(in: -0.5...0.5, using: &random) }
        let origin = plan.origin + Vector(x: plan.size.width * part(), y: plan.size.height * part())
        var (shape, transform) = (RegionShape.rectangle, AffineMatrix.identity)
        if !random.isOne(in: 3) {
            transform = AffineMatrix(calibration: 1 + part(), part(), 100 * part(), part(), 1 + part(), 100 * part())
        }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: shape = .ellipse
        case 1: shape = Self.triangle(in: plan.size)
        default: break
        }
        return .place(
            index,
            RegionPlace(
                frame: Rectangle(origin: origin, size: plan.size), transform: transform, shape: shape,
                isEnabled: !random.isOne(in: 6)))
    }

    /// The half of a rectangle to the upper left of its diagonal.
    private static func triangle(in size: Size) -> RegionShape {
        let corners = [.zero, Point(x: size.width, y: 0), Point(x: 0, y: size.height)]
        return (try? RegionPolygon(corners)).map(RegionShape.polygon) ?? .rectangle
    }
}
