// Tests of predicted places: made movements of a finger.

import Gestures
import Testing
import Touch
import TouchTesting

/// A predictor that has seen a finger at these times and places.
private func predictor(_ times: some Sequence<Int64>, _ place: (Double) -> Point) -> PlacePredictor {
    var predictor = PlacePredictor()
    for time in times {
        predictor.add(place(Double(time) / 1000), at: Timestamp(microseconds: time * 1000))
    }
    return predictor
}

private func expect(_ predictor: PlacePredictor, after seconds: Double, _ x: Double, _ y: Double) {
    let place = predictor.place(after: seconds) ?? .zero
    #expect(abs(place.x - x) < 1e-6 && abs(place.y - y) < 1e-6, "\(place)")
}

struct PlacePredictorTests {
    @Test("nothing is predicted without a sample, a first place stays, a first step goes on by half")
    func few() {
        #expect(PlacePredictor().place(after: 0.016) == nil)
        expect(predictor([0]) { _ in Point(x: 5, y: 6) }, after: 0.016, 5, 6)
        expect(predictor([0, 8]) { Point(x: 1000 * $0, y: 0) }, after: 0.016, 16, 0)
        var reset = predictor([0, 8]) { Point(x: 1000 * $0, y: 0) }
        reset.reset()
        #expect(reset.place(after: 0.016) == nil)
    }

    @Test("an even movement goes on, at any interval of the panel", arguments: [2, 5, 8, 16, 70] as [Int64])
    func even(interval: Int64) {
        let finger = predictor((0..<40).map { $0 * interval }) { Point(x: 600 * $0, y: -300 * $0) }
        let end = Double(39 * interval) / 1000
        expect(finger, after: 0.032, 600 * (end + 0.032), -300 * (end + 0.032))
    }

    @Test("a finger that has just stopped stays, whatever it did before")
    func stopped() {
        let finger = predictor((0..<20).map { $0 * 8 }) { Point(x: min(2000 * $0, 2000 * 0.144), y: 0) }
        expect(finger, after: 0.032, 288, 0)
    }

    @Test("a finger that brakes by the same part in each step is not expected farther than it will come")
    func braking() {
        var predictor = PlacePredictor()
        var (x, step) = (0.0, 40.0)
        for time in 0..<8 {
            predictor.add(Point(x: x, y: 0), at: Timestamp(microseconds: Int64(time) * 8000))
            // The sum of all further steps.
            let end = x + step / (1 - 0.6)
            if time >= 3 { #expect((predictor.place(after: 0.032)?.x ?? 0) <= end) }
            x += step
            step *= 0.6
        }
    }

    @Test("however a finger moves, it is never expected farther than at its last speed, or more than 45 degrees off")
    func bounds() {
        var numbers = SeededNumbers(seed: 7)
        for _ in 0..<200 {
            var predictor = PlacePredictor()
            var (place, previous, time, last) = (Point.zero, Point.zero, Int64(0), Int64(0))
            for _ in 0..<30 {
                (previous, last) = (place, time)
                time += Int64.random(in: 500...30_000, using: &numbers)
                place =
                    place
                    + Vector(
                        x: .random(in: -30...40, using: &numbers), y: .random(in: -30...30, using: &numbers))
                predictor.add(place, at: Timestamp(microseconds: time))
                let step = place - previous
                let way = (predictor.place(after: 0.032) ?? place) - place
                let linear = step * (0.032 / (Double(time - last) / 1e6))
                #expect(way.length <= linear.length * (1 + 1e-9))
                let along = way.x * step.x + way.y * step.y
                #expect(along >= way.length * step.length * (0.5.squareRoot() - 1e-9))
            }
        }
    }
}
