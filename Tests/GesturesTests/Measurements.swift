// Numbers of measurements that tests compare.

import Gestures
import Touch

extension GestureMeasurement {
    /// Of a pan, also from an edge, or of a transform.
    var translation: Vector? {
        switch self {
        case .pan(let translation, _, _), .screenEdgePan(_, let translation, _, _),
            .transform(let translation, _, _, _, _):
            translation
        default: nil
        }
    }
    var panVelocity: Vector? { if case .pan(_, let velocity, _) = self { velocity } else { nil } }
    var projection: Point? { if case .pan(_, _, let projection) = self { projection } else { nil } }
    /// Of a pinch or a transform.
    var scale: Double? {
        switch self {
        case .pinch(let scale, _), .transform(_, _, _, let scale, _): scale
        default: nil
        }
    }
    var pinchVelocity: Double? { if case .pinch(_, let velocity) = self { velocity } else { nil } }
    var rotation: Double? { if case .rotation(let rotation, _) = self { rotation } else { nil } }
    var rotationVelocity: Double? { if case .rotation(_, let velocity) = self { velocity } else { nil } }
    var edge: RectEdge? { if case .screenEdgePan(let edge, _, _, _) = self { edge } else { nil } }
    var strokeName: String? { if case .stroke(let name, _) = self { name } else { nil } }
}
