// Predicted places of the touches of an engine.

public import Touch

/// The predictors of an engine's touches, while anybody wants predictions.
struct TouchPredictions {
    /// When places are predicted, in seconds after an event.
    static let times = [0.016, 0.032]

    private struct Entry {
        var touch = 0
        var time = Timestamp.zero
        var predictor = PlacePredictor()
    }

    /// By the places of the touches in their table.
    private var entries: [Entry] = []

    mutating func take(_ frame: TouchFrame, at time: Timestamp) {
        for touch in frame.began {
            while entries.count <= touch.index { entries.append(Entry()) }
            entries[touch.index].touch = touch.id
            entries[touch.index].predictor.reset()
            add(touch, at: time)
        }
        for touch in frame.moved { add(touch, at: time) }
        // Of a finger that only presses harder, the way of its last step is over.
        for touch in frame.contactChanged { add(touch, at: time) }
    }

    private mutating func add(_ touch: Touch, at time: Timestamp) {
        guard touch.index < entries.count, entries[touch.index].touch == touch.id else { return }
        entries[touch.index].time = time
        entries[touch.index].predictor.add(touch.location, at: time)
    }

    /// Where a touch is expected at these times; nothing of one that is not in the frame of this time, or began before
    /// anybody asked.
    func places(ofTouch id: Int, at time: Timestamp) -> [Point] {
        guard let entry = entries.first(where: { $0.touch == id }), entry.time == time else { return [] }
        return Self.times.compactMap { entry.predictor.place(after: $0) }
    }
}

extension GestureEngine {
    /// Whether `TouchEvent.predictedTouches(for:)` predicts; otherwise it costs nothing.
    public var predictsTouches: Bool {
        get { predictions != nil }
        set { predictions = newValue ? predictions ?? TouchPredictions() : nil }
    }

    /// Where a touch that has moved in this event is expected, at the times of `predictionTimes`.
    package func predictedPlaces(ofTouch id: Int) -> [Point] { predictions?.places(ofTouch: id, at: time) ?? [] }

    /// The seconds after an event for which places are predicted.
    package static var predictionTimes: [Double] { TouchPredictions.times }
}

extension TouchEvent {
    /// Where a touch is expected 16 and 32 ms after this event, as UIKit's `predictedTouches(for:)`; see
    /// `PlacePredictor`.
    ///
    /// Nil when the touch is not of this event; empty when it rests or is over, or while
    /// `GestureEngine.predictsTouches` is false. The touches are copies that never change.
    public func predictedTouches(for touch: Touch) -> [Touch]? {
        guard allTouches.contains(touch) else { return nil }
        if touch.isOver { return [] }
        var last = touch.location
        return zip(TouchPredictions.times, engine.predictedPlaces(ofTouch: touch.id)).map { seconds, place in
            defer { last = place }
            return touch.copy(at: place, from: last, time: timestamp.adding(seconds: seconds))
        }
    }
}
