// Tests of the reader with randomly damaged files.

import Configuration
import Gestures
import Testing
import Touch

@Suite(.timeLimit(.minutes(60))) struct MutationTests {
    private static let scraps = [
        "\n", "  ", "\t", "- ", ": ", "? ", "[", "]", "{", "}", ",", "\"", "'", "#", "&a ", "*a", "!t ", "|\n", ">",
        "---\n",
        "...\n", "%", "@", "\\", "~", "\u{0}", "\u{85}", "日", "e\u{301}", "name: tap", "type: swipe", "direction: [up",
        "1e999", "nan", "50%", "root", "regions: []", "thresholds: { scale: 2 }", "parent: ticker", "region: ticker",
        "requireToFail: [tap", "blocks: [pan, pinch]", "simultaneousWith: tap", "templates: [{ name: a, points: [[",
        "-0", "9223372036854775808", "0.5ms", "calibration: [1,1,1,1,1,1]", "match: {", "<<: ", "\u{FEFF}",
    ]

    /// The file with its examples enabled, so that there are lines to damage.
    private static func original() throws -> [UInt8] {
        let lines = try standardText().split(separator: "\n", omittingEmptySubsequences: false).compactMap { line in
            guard line.hasPrefix("#") else { return line.isEmpty ? nil : line }
            let rest = line.dropFirst()
            if rest.hasPrefix(" "), !rest.hasPrefix("  ") { return nil }
            return rest.drop { $0 == " " }.hasPrefix("#") ? nil : rest
        }
        return Array(lines.joined(separator: "\n").utf8)
    }

    private func damage(_ bytes: inout [UInt8], _ numbers: inout Numbers) {
        let place = Int.random(in: 0..<max(bytes.count, 1), using: &numbers)
        let end = min(bytes.count, place + Int.random(in: 1...40, using: &numbers))
        switch Int.random(in: 0..<6, using: &numbers) {
        case 0: bytes.removeSubrange(min(place, end)..<end)
        case 1:
            bytes.insert(contentsOf: bytes[min(place, end)..<end], at: Int.random(in: 0...bytes.count, using: &numbers))
        case 2 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
        case 3 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
        case 4: bytes.removeLast(bytes.count - end)
        default:
            if let scrap = Self.scraps.randomElement(using: &numbers) {
                bytes.insert(contentsOf: scrap.utf8, at: min(place, end))
            }
        }
    }

    @Test("A thousand damaged files are read or refused, with sensible messages")
    func mutations() throws {
        let original = try Self.original()
        var numbers = Numbers(state: 1)
        var (accepted, refused) = (0, 0)
        for _ in 0..<1000 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...4, using: &numbers) { damage(&bytes, &numbers) }
            do {
                verify(try Configuration(yaml: String(decoding: bytes, as: UTF8.self), file: "file"))
                accepted += 1
            } catch {
                verify(error)
                refused += 1
            }
        }
        // Both outcomes are frequent, or the damage is of the wrong kind.
        #expect(accepted > 25)
        #expect(refused > 250)
    }

    private let surface = Surface(
        name: "panel", size: Size(width: 1000, height: 600), deviceToSurface: .identity,
        pixels: Size(width: 1920, height: 1080))

    private func verify(_ configuration: Configuration) {
        #expect(Set(configuration.regions.map(\.name)).count == configuration.regions.count)
        let thresholds = configuration.thresholds(for: surface, isSizeKnown: true)
        let engine = GestureEngine(size: surface.size, thresholds: thresholds)
        let populated = configuration.populate(engine, of: surface)
        // Everything that is read and for this surface is made, whatever it refers to.
        let names = Set(populated.map { $0.region?.name ?? "" })
        #expect(names.isSubset(of: Set(configuration.regions.map(\.name) + [RegionRule.root])))
        #expect(populated.count == configuration.recognizers.count { names.contains($0.region) })
        #expect(engine.verifyInvariants() == [])
        #expect(Set(configuration.recognizers.map(\.name)).count == configuration.recognizers.count)
        #expect(Set(configuration.surfaces.map(\.name)).count == configuration.surfaces.count)
        for rule in configuration.recognizers {
            let made = rule.makeRecognizer()
            for property in rule.type.properties {
                guard let value = rule.properties[property.key] else { continue }
                #expect(property.value(of: made) == value)
            }
        }
    }

    private func verify(_ error: ConfigurationError) {
        #expect(!error.problems.isEmpty)
        #expect(Set(error.problems).count == error.problems.count)
        for (first, second) in zip(error.problems, error.problems.dropFirst()) {
            #expect((first.line, first.column) <= (second.line, second.column) || second.line == 0)
        }
        for problem in error.problems {
            #expect(error.description.contains("file:\(problem.line):\(problem.column): error: \(problem.message)\n"))
        }
    }
}
