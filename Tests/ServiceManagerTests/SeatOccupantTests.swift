// Tests of the seat's user from logind's session properties.

import Testing

@testable import ServiceManager

@Suite struct SeatOccupantTests {
    private typealias Session = SeatOccupant.Session

    @Test("A user works in a session that is active, not locked, not a login screen and not still opening")
    func table() {
        for (kind, isActive, isLocked, occupant) in [
            ("user", true, false, SeatOccupant.user(1000)), ("user", true, true, .locked(1000)),
            ("user", false, false, .nobody), ("user", false, true, .nobody),
            ("user-early", true, false, .user(1000)), ("user-light", true, false, .user(1000)),
            ("user-early-light", true, true, .locked(1000)), ("user-incomplete", true, false, .greeter),
            ("greeter", true, false, .greeter), ("greeter", true, true, .greeter), ("greeter", false, false, .nobody),
            ("lock-screen", true, false, .greeter), ("background", true, false, .greeter),
            ("manager", true, false, .greeter), ("", true, false, .greeter), ("USER", true, false, .greeter),
        ] {
            let session = Session(user: 1000, kind: kind, isActive: isActive, isLocked: isLocked)
            #expect(SeatOccupant(of: session) == occupant, "\(session)")
            #expect(occupant.user == (occupant == .user(1000) ? 1000 : nil))
        }
    }

    @Test("Missing values from logind mean an inactive session")
    func silence() {
        #expect(SeatOccupant(of: Session()) == .nobody)
        #expect(SeatOccupant(of: Session(kind: "user", isActive: true, isLocked: false)) == .nobody)
        #expect(SeatOccupant(of: Session(user: 1000, kind: "user", isActive: true)) == .locked(1000))
        #expect(SeatOccupant(of: Session(user: 0, kind: "user", isActive: true, isLocked: false)) == .user(0))
    }
}
