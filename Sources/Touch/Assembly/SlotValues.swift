// The values of a slot by the codes of their axes.

extension SlotState {
    /// The codes of all values that a slot can have, its tracking id first.
    package static let codes = [
        AbsoluteAxis.trackingID, AbsoluteAxis.positionX, AbsoluteAxis.positionY, AbsoluteAxis.touchMajor,
        AbsoluteAxis.pressure, AbsoluteAxis.toolType, AbsoluteAxis.distance,
    ]

    /// Sets the value of an axis; returns false when the axis is not a contact's.
    @discardableResult
    package mutating func set(_ code: UInt16, _ value: Int32) -> Bool {
        switch code {
        case AbsoluteAxis.trackingID: trackingID = value
        case AbsoluteAxis.positionX: x = value
        case AbsoluteAxis.positionY: y = value
        case AbsoluteAxis.touchMajor: touchMajor = value
        case AbsoluteAxis.pressure: pressure = value
        case AbsoluteAxis.toolType: toolType = value
        case AbsoluteAxis.distance: distance = value
        default: return false
        }
        return true
    }
}
