// Tests of the legal state transitions.

import Gestures
import Testing
import TouchTesting

private typealias State = GestureRecognizer.State

@Suite struct GestureStateTests {
    /// One row per state, one column per next state, both in the order of their numbers.
    private static let table: [(State, String)] = [
        //               p b c e x f
        (.possible, "    - b - e - f"),
        (.began, "       - - c e x -"),
        (.changed, "     - - c e x -"),
        (.ended, "       - - - - - -"),
        (.cancelled, "   - - - - - -"),
        (.failed, "      - - - - - -"),
    ]

    @Test("Nine of the 36 transitions are legal")
    func table() {
        var legal = 0
        for (state, row) in Self.table {
            let cells = row.split(separator: " ")
            #expect(cells.count == State.allCases.count)
            for (next, cell) in zip(State.allCases, cells) {
                #expect(state.canBecome(next) == (cell != "-"), "\(state) to \(next)")
                legal += cell == "-" ? 0 : 1
            }
        }
        #expect(legal == 9)
    }

    @Test("Numbers and names are UIKit's, and recognized is ended")
    func names() {
        #expect(State.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
        #expect(State.allCases.map(\.description) == ["possible", "began", "changed", "ended", "cancelled", "failed"])
        #expect(State.recognized == .ended)
    }

    @Test("A state is possible, active or final")
    func kinds() {
        #expect(State.allCases.filter(\.isActive) == [.began, .changed])
        #expect(State.allCases.filter(\.isFinal) == [.ended, .cancelled, .failed])
    }

    #if DEBUG
        @Test("An illegal transition traps in a debug build")
        func illegal() async {
            await #expect(processExitsWith: .failure) {
                let probe = Probe()
                probe.onBegan = { $0.state = .changed }
                Stage(probe).play([.down(0, 0, 0, at: 0)])
            }
            await #expect(processExitsWith: .failure) {
                let probe = Probe.continuous()
                probe.onEnded = { $0.state = .failed }
                Stage(probe).play([.down(0, 0, 0, at: 0), .move(0, 1, 0, at: 1), .up(at: 2)])
            }
            await #expect(processExitsWith: .success) {
                Stage(Probe.continuous()).play([.down(0, 0, 0, at: 0), .move(0, 1, 0, at: 1), .up(at: 2)])
            }
        }
    #else
        @Test("An illegal transition is ignored in a release build")
        func illegal() {
            let probe = Probe()
            probe.onBegan = { for state in [State.changed, .possible, .cancelled] { $0.state = state } }
            let stage = Stage(probe).play([.down(0, 0, 0, at: 0)])
            #expect(probe.state == .possible && stage.words == [] && stage.failures.isEmpty)
        }
    #endif
}
