// Counts of a device's defects and of its filtered contacts.

/// What was seen of a device besides touches.
final class DeviceTallies {
    /// The device's defects so far.
    @exclusivity(unchecked) private(set) var defects = Tally<DeviceDefect>()
    /// The contacts filtered so far.
    @exclusivity(unchecked) private(set) var unwanted = Tally<UnwantedTouch>()
    /// Called with each defect, and whether it is the first of its kind.
    var didNote: ((_ defect: DeviceDefect, _ isFirst: Bool) -> Void)?

    /// Counts a defect.
    func note(_ defect: DeviceDefect) {
        let isFirst = defects.note(defect)
        didNote?(defect, isFirst)
    }

    /// Counts a filtered contact.
    func note(_ cause: UnwantedTouch) { _ = unwanted.note(cause) }
}
