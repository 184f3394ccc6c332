// A device's defects and filtered contacts, in words.

internal import Touch

extension SurfacePipeline {
    /// A sentence for each kind of defect, with the party at fault, and for each kind of filtered contact; empty when
    /// there are none.
    var observations: [String] {
        defects.seen.map { "\($0.kind.fault.rawValue): \($0.kind.explanation); \(Self.times($0.count))" }
            + unwanted.seen.map { "\($0.kind.explanation); \(Self.times($0.count))" }
    }

    private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}
