// Tests of the advice to ignore wrong places of a recording.

import Configuration
import Diagnosis
import Testing
import Touch
import TouchTesting

@testable import GestureDaemon

@Suite struct WrongPlacesTests {
    /// A finger that rests for a tenth of a second, with one report from elsewhere at these times in milliseconds.
    private func recording(wrongAt times: Int64...) -> Recording {
        var signals: [Signal] = [.id(1)]
        for time: Int64 in stride(from: 0, through: 100, by: 10) {
            signals += times.contains(time) ? [.x(1500), .y(900)] : [.x(500), .y(500)]
            signals.append(.report(time * 1000))
        }
        return Fixtures.recording(signals + [.id(-1), .report(110_000)])
    }

    private func advice(_ recording: Recording, _ rules: [String: PropertyValue] = [:]) throws -> [String] {
        var surface = Fixtures.inPoints[0]
        surface.contacts.values = rules
        let configuration = Configuration(surfaces: [surface], recognizers: [])
        return try Explanation.run(recording, configuration: configuration) { _ in }.warnings
            .filter { $0.contains("rejectOutliers") }
    }

    @Test("explain proposes to ignore wrong places, where the surface does not say how many to ignore")
    func proposed() throws {
        let one = try #require(try advice(recording(wrongAt: 50)).first)
        #expect(one.hasPrefix("one place is too far from those before and after; if no finger was there, "))
        #expect(one.contains("contacts: { rejectOutliers: 1 }"))
        #expect(try advice(recording(wrongAt: 30, 70)).first?.hasPrefix("2 places are too far") == true)
        #expect(try advice(recording()) == [])
        #expect(try advice(recording(wrongAt: 50), ["rejectOutliers": .count(0)]) == [])
    }
}
