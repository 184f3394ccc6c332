// The values of a slot by the codes of their axes.

extension SlotState {
    /// The codes of all values that a slot can have, its tracking id first.
    package static let codes = [
        AbsoluteAxis.trackingID, AbsoluteAxis.positionX, AbsoluteAxis.positionY, AbsoluteAxis.touchMajor,
        AbsoluteAxis.pressure, AbsoluteAxis.toolType, AbsoluteAxis.distance,
    ]

    /// The value of an axis, nil while it is not known; an axis that is not a contact's has none, and takes none.
    package subscript(code: UInt16) -> Int32? {
        get {
            switch code {
            case AbsoluteAxis.trackingID: trackingID
            case AbsoluteAxis.positionX: x
            case AbsoluteAxis.positionY: y
            case AbsoluteAxis.touchMajor: touchMajor
            case AbsoluteAxis.pressure: pressure
            case AbsoluteAxis.toolType: toolType
            case AbsoluteAxis.distance: distance
            default: nil
            }
        }
        set {
            switch code {
            case AbsoluteAxis.trackingID: trackingID = newValue ?? -1
            case AbsoluteAxis.positionX: x = newValue
            case AbsoluteAxis.positionY: y = newValue
            case AbsoluteAxis.touchMajor: touchMajor = newValue ?? 0
            case AbsoluteAxis.pressure: pressure = newValue ?? 0
            case AbsoluteAxis.toolType: toolType = newValue ?? 0
            case AbsoluteAxis.distance: distance = newValue ?? 0
            default: break
            }
        }
    }
}
