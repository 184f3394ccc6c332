// Counts of a device's defects and of its filtered contacts.

final class DeviceTallies {
    @exclusivity(unchecked) private(set) var defects = Tally<DeviceDefect>()
    @exclusivity(unchecked) private(set) var unwanted = Tally<UnwantedTouch>()
    /// Called with each defect, and whether it is the first of its kind.
    var didCount: ((_ defect: DeviceDefect, _ isFirst: Bool) -> Void)?

    func count(_ defect: DeviceDefect) {
        let isFirst = defects.count(defect)
        didCount?(defect, isFirst)
    }

    func count(_ cause: UnwantedTouch) { _ = unwanted.count(cause) }
}
