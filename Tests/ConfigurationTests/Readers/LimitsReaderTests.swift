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
        #expect(try configuration(yaml).limits == Limits(peers: peers, peersPerUser: ofOne))
    }

    @Test(
        "Other numbers and keys are refused",
        arguments: rows(
            """
            8 → `limits` must be a mapping such as { peers: 64, peersPerUser: 16 }, not `8`
            { peer: 8 } → unknown key `peer`…
            { peers: 0 } → `peers` must be a whole number from 1 to 4096, not `0`
            { peersPerUser: 4097 } → `peersPerUser` must be a whole number from 1 to 4096, not `4097`
            { peersPerUser: ~ } → `peersPerUser` must be a whole number …
            { peersPerUser: 65 } → `peersPerUser` must not be more than `peers`, 64
            { peers: 8, peersPerUser: 9 } → `peersPerUser` must not be more than `peers`, 8
            """))
    func refused(row: Row) { row.expect(refusal("limits: " + row.text)) }
}
