// Engines for surfaces: configured recognizers, and those that an embedding program adds.

import GestureWire
import Configuration
public import Gestures
public import Touch

/// Adds custom recognizers, regions, relations and actions to the engine of a surface.
///
/// It is called once for each surface, when the recognizers of the configuration are there and before the first touch,
/// and what it adds is published like them, under `GestureRecognizer.typeName`. It runs on the queue that calls the
/// engine, as all actions do.
public typealias EnginePreparation = @Sendable (_ engine: GestureEngine, _ surface: Surface) -> Void

extension SurfaceFactory {
    /// The engine of a surface, with everything that belongs to it.
    func makeEngine(for result: Result) -> GestureEngine {
        let surface = result.surface
        let thresholds = configuration.thresholds(for: surface, isSizeKnown: result.isSizeKnown)
        let engine = GestureEngine(size: surface.size, thresholds: thresholds)
        configuration.populate(engine, of: surface)
        prepare?(engine, surface)
        for recognizer in engine.root.allGestureRecognizers {
            if let isEnabled = switches[recognizer.name] { recognizer.isEnabled = isEnabled }
        }
        return engine
    }

    func privateAreas(on surface: Surface) -> [PrivateArea] {
        configuration.privateAreas(on: surface, switches: privateRegions)
    }

    /// Returns the pipeline from a source to the listeners.
    ///
    /// - Parameter engine: Nil for one with everything that belongs to the surface.
    func makePipeline(
        _ source: any TouchSource, _ result: Result, engine: GestureEngine? = nil, numbers: SurfacePipeline.Numbers,
        listeners: any Listeners
    ) -> SurfacePipeline {
        SurfacePipeline(
            source: source, result: result, engine: engine ?? makeEngine(for: result),
            privateAreas: privateAreas(on: result.surface), configuration: configuration, numbers: numbers,
            listeners: listeners)
    }
}

extension Region {
    /// Every recognizer of this region and of those within it, outermost first.
    package var allGestureRecognizers: [GestureRecognizer] {
        gestureRecognizers + children.flatMap(\.allGestureRecognizers)
    }
}
