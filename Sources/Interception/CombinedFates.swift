// The fates of touches for applications, where the recognizers of several engines may take them.

package import Touch

/// What several engines leave to applications of each touch.
///
/// ```
///   begun by all ──► began ──ended by all──► ended
///     └── cancelled by any of them, before the end ──► cancelled
/// ```
/// The engines that were there when a touch began decide it. One that is removed withholds nothing any more; what it
/// has cancelled stays cancelled.
package struct CombinedFates<Engine: Equatable> {
    private struct Entry {
        let touch: Int
        /// The engines that have not passed on its begin.
        var withholding: [Engine]
        /// Those that have not passed on its end.
        var withholdingEnd: [Engine]
    }

    private var entries: [Entry] = []

    /// Without touches.
    package init() {}

    /// Whether a touch is decided by several engines, and neither ended nor cancelled yet.
    package func contains(_ touch: Int) -> Bool { entries.contains { $0.touch == touch } }

    /// A touch begins that these engines decide.
    package mutating func begin(_ touch: Int, decidedBy engines: [Engine]) {
        entries.append(Entry(touch: touch, withholding: engines, withholdingEnd: engines))
    }

    /// An engine passes on a phase of a touch.
    ///
    /// - Returns: What applications receive of it; nil while another engine withholds that, or has decided already.
    package mutating func receive(_ phase: TouchPhase, of touch: Int, from engine: Engine) -> TouchPhase? {
        guard let index = entries.firstIndex(where: { $0.touch == touch }) else { return nil }
        switch phase {
        case .began:
            entries[index].withholding.removeAll { $0 == engine }
            return entries[index].withholding.isEmpty ? .began : nil
        case .ended:
            entries[index].withholdingEnd.removeAll { $0 == engine }
            guard entries[index].withholdingEnd.isEmpty else { return nil }
        case .cancelled: break
        case .moved, .stationary: return nil
        }
        entries.remove(at: index)
        return phase
    }

    /// Removes an engine.
    ///
    /// - Returns: What applications receive because only that engine withheld it, in order.
    package mutating func remove(_ engine: Engine) -> [(touch: Int, phase: TouchPhase)] {
        var released: [(touch: Int, phase: TouchPhase)] = []
        for entry in entries {
            for phase in [TouchPhase.began, .ended] {
                let isWithheld = (phase == .began ? entry.withholding : entry.withholdingEnd).contains(engine)
                guard isWithheld, let phase = receive(phase, of: entry.touch, from: engine) else { continue }
                released.append((entry.touch, phase))
            }
        }
        return released
    }

    /// Forgets all touches.
    package mutating func removeAll() { entries.removeAll() }
}
