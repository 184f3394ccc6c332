// A device's defects and filtered contacts, in words.

internal import Touch

extension SurfacePipeline {
    /// A sentence for each kind of defect, with whose it is, and of contact that was left out; none when all was well.
    var observations: [String] {
        defects.seen.map { "\($0.kind.fault.rawValue): \($0.kind.explanation); \(Self.times($0.count))" }
            + unwanted.seen.map { "\($0.kind.explanation); \(Self.times($0.count))" }
    }

    private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}
