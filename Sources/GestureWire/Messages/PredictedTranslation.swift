// The translation with which a pan in progress would end.

extension GestureNotification {
    /// The translation with which a pan in progress would end if its fingers lifted now, by its velocity and UIKit's
    /// deceleration.
    ///
    /// Nil for other types and states, and if the subscription does not ask for predictions. As SwiftUI's
    /// `predictedEndTranslation`, which adds a quarter of a second of the velocity instead.
    public var predictedTranslation: WirePoint? {
        guard state.isUnderWay, let location, let (translation, projection) = measurement.path, let projection else {
            return nil
        }
        return WirePoint(
            x: translation.x + (projection.x - location.x), y: translation.y + (projection.y - location.y))
    }

    /// Sets what was received, as the projection that belongs to it.
    mutating func setPredictedTranslation(_ predicted: WirePoint) {
        guard let location, let (translation, _) = measurement.path else { return }
        let projection = WirePoint(
            x: location.x + (predicted.x - translation.x), y: location.y + (predicted.y - translation.y))
        switch measurement {
        case .pan(let translation, let velocity, _):
            measurement = .pan(translation: translation, velocity: velocity, projection: projection)
        case .screenEdgePan(let edge, let translation, let velocity, _):
            measurement = .screenEdgePan(
                edge: edge, translation: translation, velocity: velocity, projection: projection)
        case .transform(let translation, let velocity, _, let scale, let rotation):
            measurement = .transform(
                translation: translation, velocity: velocity, projection: projection, scale: scale, rotation: rotation)
        default: break
        }
    }
}

extension Measurement {
    /// What pans have in common; nil for other types.
    fileprivate var path: (translation: WirePoint, projection: WirePoint?)? {
        switch self {
        case .pan(let translation, _, let projection), .screenEdgePan(_, let translation, _, let projection),
            .transform(let translation, _, let projection, _, _):
            (translation, projection)
        default: nil
        }
    }
}
