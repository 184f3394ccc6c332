// Tests of the work of an attachment: how often recognizers are compared.

import Gestures
import Synchronization
import Testing
import Touch

@testable import Configuration

@Suite struct AttachedPopulationCostTests {
    private final class Count: Sendable {
        let value = Atomic(0)
    }

    @Test("Recognizers that are attached together are ordered together")
    func order() throws {
        let comparisons = Count()
        let order = RecognizerOrder { first, second in
            comparisons.value.add(1, ordering: .relaxed)
            return (first.region?.depth ?? 0) > (second.region?.depth ?? 0)
        }
        let engine = GestureEngine(size: table.size, order: order)
        let layer = AttachedPopulation(engine, of: table, configuration: .standard)
        let rules = try Configuration.standard.attached(
            regions: (0..<64).map { region("g\($0)", in: $0 % 16 == 0 ? nil : "g\($0 - 1)") },
            recognizers: (0..<64).map { tap("r\($0)", in: "g\($0)") }, beside: AttachedRules(), surfaces: [])
        layer.update(to: rules) { _ in nil }
        #expect(layer.recognizers.count == 64 && layer.regions.count == 64)
        // 64 · log₂ 64 comparisons, each in both directions, for all recognizers together.
        #expect(comparisons.value.load(ordering: .relaxed) < 64 * 6 * 4)
        comparisons.value.store(0, ordering: .relaxed)
        layer.update(to: AttachedRules()) { _ in nil }
        #expect(layer.isEmpty)
        #expect(comparisons.value.load(ordering: .relaxed) < 64 * 6 * 4)
        #expect(engine.verifyInvariants() == [])
    }
}
