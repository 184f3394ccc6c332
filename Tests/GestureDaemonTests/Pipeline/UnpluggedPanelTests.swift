// Tests that nothing of a panel stays once it is unplugged.

import Configuration
import Gestures
import Interception
import Testing
import Touch
import TouchTesting

@testable import GestureDaemon

@Suite struct UnpluggedPanelTests {
    /// What the fingers of a panel do, or who follows them, when it is unplugged.
    enum Moment: CaseIterable {
        case atRest, touched, panned, waiting, intercepted
    }

    private static let signals: [Moment: [Signal]] = [
        .touched: [.slot(0), .id(1), .x(100), .y(500), .report(0)],
        .panned: [.slot(0), .id(1), .x(100), .y(500), .report(0), .x(300), .report(10_000), .x(400), .report(20_000)],
        .waiting: [.slot(0), .id(1), .x(100), .y(500), .report(0), .id(-1), .report(50_000)],
    ]

    /// A configuration with regions that can be private, and so with two engines for each panel.
    private static var configuration: Configuration {
        var configuration = Configuration.standard
        configuration.surfaces = Fixtures.inPoints
        configuration.regions.append(RegionRule(name: "keyboard", frame: .part(0, 0.9, 1, 0.1), isPrivate: true))
        return configuration
    }

    @Test("Nothing of a panel stays once it is unplugged, whatever its fingers do then", arguments: Moment.allCases)
    func freed(_ moment: Moment) throws {
        weak var pipeline: SurfacePipeline?
        weak var root: Region?
        weak var source: RecordingSource?
        weak var interception: InterceptedTouches?
        do {
            let recording = Fixtures.recording(Self.signals[moment] ?? Self.signals[.panned] ?? [])
            let (made, played) = try SurfacePipeline.playing(recording, Self.configuration)
            if moment == .intercepted {
                made.intercept(to: try ClonedDevice(of: recording.device)) { _ in }
                interception = made.interception
            }
            if moment != .atRest { while case .more = made.read() {} }
            made.removeDevice(because: "the device is gone", at: .zero)
            (pipeline, root, source) = (made, made.root, played)
        }
        #expect(pipeline == nil && root == nil && source == nil && interception == nil)
    }
}
