// Pipelines of recorded touchscreens for tests.

import Configuration
import GestureWire
import Gestures
import Touch

@testable import GestureDaemon

extension SurfacePipeline {
    /// The pipeline of a recording, and its source.
    static func playing(
        _ recording: Recording, _ configuration: Configuration, prepare: EnginePreparation? = nil,
        listeners: any Listeners = SoleListener { _ in }
    ) throws -> (pipeline: SurfacePipeline, source: RecordingSource) {
        let factory = SurfaceFactory(configuration: configuration, prepare: prepare)
        let source = RecordingSource(recording)
        let pipeline = factory.makePipeline(
            source, try factory.make(recorded: recording.device), numbers: Numbers(), listeners: listeners)
        return (pipeline, source)
    }
}

extension RegionFrame {
    /// A frame in fractions of the surface.
    static func part(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> RegionFrame {
        RegionFrame(x: .fraction(x), y: .fraction(y), width: .fraction(width), height: .fraction(height))
    }
}
