// Tests of permuted numbers of touches and gestures.

import GestureWire
import Testing

@Suite struct NumberDisguiseTests {
    private let disguise = NumberDisguise(key: 42)

    @Test("Each number has one replacement of its own, always the same")
    func permutation() {
        let received = (1...100_000).map { disguise($0, of: .touch) }
        #expect(Set(received).count == received.count && !received.contains(0))
        #expect(received == (1...100_000).map { disguise($0, of: .touch) })
    }

    @Test("The number that a replacement stands for is found again")
    func original() {
        for number in Array(1...1000) + [firstOwnNumber, firstOwnNumber + 7, 0] {
            for kind in NumberDisguise.Kind.allCases {
                #expect(disguise.original(of: disguise(number, of: kind), kind) == number)
            }
        }
    }

    @Test("0, which is not a number of a touch, stays 0, and each range stays separate")
    func ranges() {
        #expect(disguise(0, of: .touch) == 0)
        for range in [0, firstOwnNumber] {
            for number in range + 1..<range + 100 {
                #expect((range..<range + 1 << 32).contains(disguise(number, of: .gesture)))
            }
        }
    }

    @Test("A later number is as often the smaller one, and other keys and kinds give others")
    func order() {
        let received = (1...10_000).map { disguise($0, of: .touch) }
        let smaller = zip(received, received.dropFirst()).count { $0 > $1 }
        #expect((4500...5500).contains(smaller))
        #expect((1...10_000).count { disguise($0, of: .touch) == disguise($0, of: .gesture) } < 10)
        #expect(received != (1...10_000).map { NumberDisguise(key: 43)($0, of: .touch) })
    }
}
