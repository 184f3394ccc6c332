// The order in which an engine's recognizers receive an event and are decided.

/// The order in which an engine's recognizers see an event and are decided upon.
///
/// UIKit does not document its own.
public struct RecognizerOrder: Sendable {
    let comesBefore: @Sendable (_ first: GestureRecognizer, _ second: GestureRecognizer) -> Bool

    /// Creates a custom order; recognizers of which neither comes before the other stay in the order of addition.
    public init(
        _ comesBefore: @escaping @Sendable (_ first: GestureRecognizer, _ second: GestureRecognizer) -> Bool
    ) {
        self.comesBefore = comesBefore
    }

    /// Recognizers of inner regions come before those of the regions around them; within a region, in the order of
    /// addition.
    public static let innermostFirst = RecognizerOrder { ($0.region?.depth ?? 0) > ($1.region?.depth ?? 0) }

    func sorted(_ recognizers: [GestureRecognizer]) -> [GestureRecognizer] {
        // The library's sort keeps equals in place but does not promise it.
        recognizers.enumerated().sorted { first, second in
            if comesBefore(first.element, second.element) { return true }
            return !comesBefore(second.element, first.element) && first.offset < second.offset
        }.map(\.element)
    }

    /// The ranks of sorted recognizers: one and the same for those of which neither comes before the other.
    func ranks(of sorted: [GestureRecognizer]) -> [Int] {
        var ranks: [Int] = []
        for (index, recognizer) in sorted.enumerated() {
            let isNext = index > 0 && comesBefore(sorted[index - 1], recognizer)
            ranks.append((ranks.last ?? 0) + (isNext ? 1 : 0))
        }
        return ranks
    }
}
