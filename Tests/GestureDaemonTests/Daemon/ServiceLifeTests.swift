// Tests of the daemon's notifications to the service manager.

import ServiceManager
import Testing
import Touch

@testable import GestureDaemon

private func second(_ seconds: Double) -> Timestamp { Timestamp(microseconds: Int64(seconds * 1e6)) }

@Suite struct ServiceLifeTests {
    private let manager: NotificationSocket
    private let life: ServiceLife

    init() throws {
        manager = try NotificationSocket()
        life = ServiceLife(manager.notifier, watchdog: 30_000_000, at: second(10))
        life.describe = { "1 touchscreen, \($0)" }
    }

    @Test("Ready comes with the status and a watchdog message, which is due again at half of the interval")
    func watchdog() {
        #expect(life.nextDeadline == nil)
        life.ready(at: second(10))
        #expect(manager.all() == ["READY=1\nSTATUS=1 touchscreen, 0 clients", "WATCHDOG=1"])
        #expect(life.nextDeadline == second(25))
        life.advance(to: second(24))
        #expect(manager.all() == [])
        life.advance(to: second(25.5))
        #expect(manager.all() == ["WATCHDOG=1"])
        #expect(life.nextDeadline == second(40.5))
        life.reloading(at: second(30))
        life.ready(at: second(30))
        #expect(
            manager.all() == ["RELOADING=1\nMONOTONIC_USEC=30000000", "READY=1\nSTATUS=1 touchscreen, 0 clients"])
        #expect(life.nextDeadline == second(40.5), "a reload is no sign of life")
        life.stopping(at: second(31))
        #expect(manager.all() == ["STOPPING=1"])
        #expect(life.nextDeadline == nil)
    }

    @Test("Whatever is added and removed, there is one status a second, the last one is right, and then nothing is due")
    func status() throws {
        let life = ServiceLife(manager.notifier, watchdog: nil, at: second(10))
        life.describe = { "configuration x, \($0)" }
        life.update(clients: 7)
        #expect(life.nextDeadline == nil, "not before ready")
        life.ready(at: second(10))
        #expect(manager.all() == ["READY=1\nSTATUS=configuration x, 7 clients"])
        #expect(life.nextDeadline == nil)
        for step in 1...300 {
            let now = second(10 + Double(step) / 100)
            life.update(clients: 7 + step)
            let due = try #require(life.nextDeadline)
            if due <= now { life.advance(to: now) }
        }
        #expect(manager.all().count == 3)
        life.update(clients: 1)
        let due = try #require(life.nextDeadline)
        life.advance(to: Timestamp(microseconds: due.microseconds - 1))
        #expect(manager.all() == [])
        life.advance(to: due)
        #expect(manager.all() == ["STATUS=configuration x, 1 client"])
        life.update(clients: 1)
        #expect(life.nextDeadline == nil)
        life.changed()
        #expect(life.nextDeadline == Timestamp(microseconds: due.microseconds + 1_000_000))
    }

    @Test("A slow start asks for more time, every five seconds, and so does a slow stop")
    func extensions() {
        for tenth in 0..<49 { life.isWorking(at: second(10 + Double(tenth) / 10)) }
        #expect(manager.all() == [])
        for tenth in 50..<160 { life.isWorking(at: second(10 + Double(tenth) / 10)) }
        #expect(manager.all() == Array(repeating: "EXTEND_TIMEOUT_USEC=30000000", count: 3))
        life.ready(at: second(26))
        _ = manager.all()
        life.isWorking(at: second(40))
        #expect(manager.all() == ["EXTEND_TIMEOUT_USEC=30000000"])
        life.isWorking(at: second(41))
        #expect(manager.all() == ["WATCHDOG=1"], "the queue continues, though its timer has no turn")
        life.stopping(at: second(1000))
        _ = manager.all()
        life.isWorking(at: second(1004))
        #expect(manager.all() == [])
        life.isWorking(at: second(1005))
        #expect(manager.all() == ["EXTEND_TIMEOUT_USEC=30000000"])
    }

    @Test(
        "While the service manager reads nothing, nobody waits for it, and important messages are repeated after a second"
    )
    func full() {
        life.ready(at: second(10))
        _ = manager.all()
        for _ in 0..<100_000 where manager.notifier.isAlive() == .sent {}
        #expect(manager.notifier.isAlive() == .busy)
        life.changed()
        life.advance(to: second(25))
        #expect(life.nextDeadline == second(26))
        life.update(clients: 2)
        life.advance(to: second(26))
        #expect(life.nextDeadline == second(27))
        life.isWorking(at: second(26.5))
        _ = manager.all()
        life.isWorking(at: second(26.6))
        life.advance(to: second(27))
        #expect(
            manager.all()
                == ["EXTEND_TIMEOUT_USEC=30000000", "STATUS=1 touchscreen, 2 clients", "WATCHDOG=1"])
        #expect(life.nextDeadline == second(42))
    }
}
