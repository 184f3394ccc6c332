// Counts of a device's defects and of its filtered contacts.

final class DeviceTallies {
    @exclusivity(unchecked) private(set) var defects = Tally<DeviceDefect>()
    @exclusivity(unchecked) private(set) var unwanted = Tally<UnwantedTouch>()
    /// Called with each defect, and whether it is the first of its kind.
    var didNote: ((_ defect: DeviceDefect, _ isFirst: Bool) -> Void)?

    func note(_ defect: DeviceDefect) {
        let isFirst = defects.note(defect)
        didNote?(defect, isFirst)
    }

    func note(_ cause: UnwantedTouch) { _ = unwanted.note(cause) }
}
