// Tests of the event loop's readiness, also for reused descriptors.

import Foundation
import Testing
import Touch

@testable import GestureDaemon

/// Runs a closure once when its descriptor is ready, and records that.
private final class Once: ReadinessHandler {
    var seen: [Readiness] = []
    var action: () -> Void = {}

    func ready(_ descriptor: Int32, _ readiness: Readiness) {
        seen.append(readiness)
        action()
    }
}

private func makePipe() -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    return (ends[0], ends[1])
}

@Suite struct EventLoopTests {
    @Test("Events of a closed descriptor do not reach the next owner of its number in the same batch")
    func staleEvents() throws {
        let loop = try EventLoop()
        let (first, second, third) = (makePipe(), makePipe(), makePipe())
        let (closer, victim, heir) = (Once(), Once(), Once())
        try loop.watch(first.read, handler: closer)
        try loop.watch(second.read, handler: victim)
        write(first.write, "x", 1)
        write(second.write, "x", 1)
        var number = second.read
        // The first of the two closes the other's descriptor, and a silent pipe gets its number.
        func replace(_ target: Int32) {
            number = target
            loop.unwatch(target)
            dup2(third.read, target)
            try? loop.watch(target, handler: heir)
            loop.stop()
        }
        closer.action = { replace(second.read) }
        victim.action = { replace(first.read) }
        try loop.run()
        loop.unwatchAll()
        #expect(closer.seen.count + victim.seen.count == 1)
        #expect(heir.seen.isEmpty)
        #expect(number == second.read || number == first.read)
        for descriptor in [first.read, first.write, second.read, second.write, third.read, third.write] {
            close(descriptor)
        }
    }
}
