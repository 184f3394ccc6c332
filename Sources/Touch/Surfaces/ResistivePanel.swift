// Panels that can report one finger, by protocol and name.

extension DeviceDescription {
    /// Whether there is never a second finger: a panel of one contact, or a resistive one whose driver uses a protocol
    /// for several.
    var hasOneContact: Bool {
        switch ContactProtocol(of: self) {
        case .singleTouch: return true
        case .slots where slotCount == 1: return true
        default:
            // Searching a String for another one would need more than Swift's core library.
            let name = Array(name.lowercased().utf8)
            return Self.resistiveControllers.contains { controller in
                name.indices.contains { name[$0...].starts(with: controller.utf8) }
            }
        }
    }

    /// Controllers as kernel drivers name them, and the driver for resistive panels on a converter.
    private static let resistiveControllers = [
        "ads784", "ads7873", "ar1020", "ar1021", "ns2009", "ns2016", "resistive", "stmpe", "tsc200", "tsc2046",
        "xpt2046",
    ]
}

extension ContactRules {
    /// The number of wrong places in a row that are ignored on a device.
    package func outlierCount(on device: DeviceDescription) -> Int { outlierCount ?? (device.hasOneContact ? 1 : 0) }
}
