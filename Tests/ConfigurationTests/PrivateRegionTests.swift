// Tests of the key `private` of regions.

import Configuration
import Testing
import Touch

@Suite struct PrivateRegionTests {
    private let surface = Surface(
        name: "panel", size: Size(width: 200, height: 100), deviceToSurface: .identity)

    @Test("The key is true, false or absent")
    func values() throws {
        let frame = "frame: { x: 0%, y: 50%, width: 100%, height: 50% }"
        let read = try configuration(
            "regions: [{ name: a, \(frame), private: true }, { name: b, \(frame), private: false }, "
                + "{ name: c, \(frame) }]"
        )
        #expect(read.regions.map(\.isPrivate) == [true, false, nil])
    }

    @Test("Private areas lie where the regions do, including nested ones, and extend beyond the edges that they reach")
    func areas() throws {
        let configuration = try configuration(
            """
            regions:
            - { name: half, frame: { x: 50%, y: 0%, width: 50%, height: 100% } }
            - { name: keyboard, parent: half, frame: { x: 10%, y: 60%, width: 90%, height: 40% }, private: true }
            - { name: pad, frame: { x: 10, y: 10, width: 20, height: 20 }, private: false }
            - name: turned
              frame: { x: 40, y: 40, width: 60, height: 20 }
              transform: [0, 1, -1, 0, 0, 0]
              private: true
            - { name: open, frame: { x: 0%, y: 0%, width: 100%, height: 100% } }
            """)
        func isPrivate(_ x: Double, _ y: Double, _ switches: [String: Bool] = [:]) -> Bool {
            configuration.privateAreas(on: surface, switches: switches).contains { $0.contains(Point(x: x, y: y)) }
        }
        #expect(isPrivate(150, 80) && isPrivate(110, 60) && !isPrivate(109, 80) && !isPrivate(150, 59))
        #expect(isPrivate(205, 80) && isPrivate(150, 1e4) && !isPrivate(150, -5))
        #expect(!isPrivate(20, 20) && isPrivate(20, 20, ["pad": true]) && !isPrivate(9, 9, ["pad": true]))
        #expect(isPrivate(70, 20) && isPrivate(70, 80) && !isPrivate(55, 50), "where it lies when it is turned")
        #expect(!isPrivate(150, 80, ["keyboard": false]) && !isPrivate(20, 20, ["open": true]))
    }
}
