// Search for wrong places in a recording, and the rule that would ignore them.

import Configuration
import Touch

extension SurfaceFactory {
    /// Returns advice to ignore wrong places if a recording has some, and its surface has no rule for them.
    func proposal(against recording: any PlayableRecording, on result: Result) -> String? {
        var rules = result.rules
        guard rules.outlierCount == nil, rules.outlierCount(on: recording.device) == 0 else { return nil }
        rules.outlierCount = 1
        let count = Self.wrongPlaces(in: recording, on: result.surface, rules)
        guard count > 0 else { return nil }
        let advice = advice(
            ["contacts: { rejectOutliers: 1 }"], nil, device: recording.device,
            hasRule: configuration.surfaceRule(for: DeviceIdentity(recorded: recording.device)) != nil)
        let places = count == 1 ? "one place is" : "\(count) places are"
        return "\(places) too far from those before and after; if no finger was there, \(advice)"
    }

    private static func wrongPlaces(
        in recording: any PlayableRecording, on surface: Surface, _ rules: ContactRules
    ) -> Int {
        let source = RecordingSource(recording)
        let assembler = FrameAssembler(
            device: recording.device, surface: surface, serialNumbers: TouchSerialNumbers(), rules: rules)
        assembler.adopt(currentSlot: source.currentSlot, source.slotState)
        for _ in 0..<maximumEvents {
            switch source.next() {
            case .input(let event):
                assembler.advance(to: event.time) { _ in }
                assembler.process(event) { _ in }
            case .resynchronized(let time):
                assembler.resynchronize(at: time, currentSlot: source.currentSlot, source.slotState) { _ in }
            case .nothing, .gone: return assembler.defects[.wrongPlace]
            }
        }
        return assembler.defects[.wrongPlace]
    }

    /// Panels that report wrong places do so within some minutes; nobody should wait for the rest of a day.
    private static let maximumEvents = 100_000
}

extension DeviceIdentity {
    /// A recorded device; a recording does not contain the device's port.
    init(recorded device: DeviceDescription) {
        self.init(name: device.name, vendor: device.vendor, product: device.product, path: "", phys: "", serial: "")
    }
}
