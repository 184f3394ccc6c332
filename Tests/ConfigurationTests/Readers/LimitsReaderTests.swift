// Tests of `limits`.

import Configuration
import GestureWire
import Testing

@Suite struct LimitsReaderTests {
    @Test(
        "Absent limits are 64, and 16 for a user, but never more than the total",
        arguments: [
            ("", 64, 16), ("limits: {}", 64, 16), ("limits: { peers: 128 }", 128, 16), ("limits: { peers: 8 }", 8, 8),
            ("limits: { peersPerUser: 64 }", 64, 64), ("limits: { peers: 1, peersPerUser: 1 }", 1, 1),
            ("limits: { peersPerUser: 4096, peers: 4096 }", 4096, 4096),
        ])
    func numbers(yaml: String, peers: Int, ofOne: Int) throws {
        let limits = try Configuration(yaml: yaml, file: "file").limits
        #expect(limits == Limits(peers: peers, peersPerUser: ofOne))
    }

    @Test(
        "Other numbers are refused",
        arguments: ["0", "4097", "-1", "1.5", "'8'", "many", "[8]", "~", "99999999999999999999", "8ms"])
    func noNumbers(text: String) {
        for key in ["peers", "peersPerUser"] {
            let all = messages(of: "limits: { \(key): \(text) }")
            #expect(all.count == 1)
            #expect(
                all.first?.hasPrefix(
                    "1:\(13 + key.utf8.count) `\(key)` must be a whole number from 1 to 4096, not ") == true)
        }
    }

    @Test("One user cannot have more clients than the total")
    func more() {
        #expect(
            messages(of: "limits: { peersPerUser: 65 }") == ["1:25 `peersPerUser` must not be more than `peers`, 64"])
        #expect(
            messages(of: "limits: { peers: 8, peersPerUser: 9 }") == [
                "1:35 `peersPerUser` must not be more than `peers`, 8"
            ])
    }

    @Test("Limits are a mapping of two keys")
    func keys() {
        #expect(messages(of: "limits: { peer: 8 }") == ["1:11 unknown key `peer`"])
        #expect(
            messages(of: "limits: 8") == [
                "1:9 `limits` must be a mapping such as { peers: 64, peersPerUser: 16 }, not `8`"
            ])
    }
}
