// Scenario for tests: what happens to a panel, the frames that this becomes, and what is counted.

import Testing
import Touch
import TouchTesting

/// A row of a table of tests; times are in microseconds.
struct PanelScenario: CustomTestStringConvertible, Sendable {
    let testDescription: String
    private let device: DeviceDescription
    private let rules: ContactRules
    private let signals: [Signal]
    private let then: @Sendable (Panel) -> Void
    private let frames: [String]
    private let isWhole: Bool
    private let counts: String?
    private let without: [Int]?

    /// A touchscreen that reports positions only, or with `rules` also tools, distances and pens.
    ///
    /// - Parameters:
    ///   - then: What happens after the signals.
    ///   - frames: All frames, in words.
    ///   - counts: The defects and filtered contacts; nil for any.
    ///   - without: The touches that begin without the rules.
    init(
        _ description: String, on device: DeviceDescription? = nil, rules change: ((inout ContactRules) -> Void)? = nil,
        _ signals: [Signal], then: @escaping @Sendable (Panel) -> Void = { _ in }, _ frames: [String],
        counts: String? = "", without: [Int]? = nil
    ) {
        self.init(description, device, change, signals, then, frames, true, counts, without)
    }

    /// A scenario that checks its last frames only.
    init(
        _ description: String, on device: DeviceDescription? = nil, rules change: ((inout ContactRules) -> Void)? = nil,
        _ signals: [Signal], then: @escaping @Sendable (Panel) -> Void = { _ in }, end frames: [String],
        counts: String? = nil, without: [Int]? = nil
    ) {
        self.init(description, device, change, signals, then, frames, false, counts, without)
    }

    private init(
        _ description: String, _ device: DeviceDescription?, _ change: ((inout ContactRules) -> Void)?,
        _ signals: [Signal], _ then: @escaping @Sendable (Panel) -> Void, _ frames: [String], _ isWhole: Bool,
        _ counts: String?, _ without: [Int]?
    ) {
        var rules = ContactRules()
        change?(&rules)
        (testDescription, self.rules, self.signals, self.then) = (description, rules, signals, then)
        self.device = device ?? (change == nil ? .touchscreen() : .reporting())
        (self.frames, self.isWhole, self.counts, self.without) = (frames, isWhole, counts, without)
    }

    func check() {
        let panel = Panel(device, rules: rules).send(signals)
        then(panel)
        #expect((isWhole ? panel.words : panel.words.suffix(frames.count)) == frames)
        if let counts { #expect(panel.counts == counts) }
        guard let without else { return }
        let notes = Panel().send(signals).notes
        #expect(notes.flatMap(\.began) == without && notes.flatMap(\.cancelled) == [])
    }
}

extension Panel {
    /// Opens the device, whose first slot has this contact and whose others are empty.
    @discardableResult
    func adopt(_ contact: SlotState, currentSlot: Int = 0) -> Panel {
        assembler.adopt(currentSlot: currentSlot) { $0 == 0 ? contact : .initial }
        return self
    }
}
