// A panel that only gestured reads, and its clone.

import CLinux
import Evdev
import Glibc
import Interception
import Linux
import Touch

/// A panel that is grabbed (EVIOCGRAB), and its clone, until this goes.
///
/// Both open files are gestured's, too: it reads from the panel, and writes to the clone. The grab belongs to the file,
/// so that this process can let go of the panel while gestured is stuck. It reads nothing from it itself; it asks for
/// the state of contacts.
final class GrabbedPanel {
    let path: String
    let clone: Clone
    private let device: EvdevDevice
    private let slots: Slots
    private var stillness: Stillness

    /// Opens, grabs and clones a panel.
    ///
    /// - Throws: an error whose description says why not.
    init(path: String) throws {
        self.path = path
        guard Self.isNode(path) else { throw InterceptionFault("its path is not /dev/input/event and a number") }
        device = try EvdevDevice(path: path)
        guard let phys = device.phys, !DeviceNode.isClone(phys: phys) else {
            throw InterceptionFault("it is a clone itself")
        }
        if case .refused(let refusal) = DeviceVerdict(of: device.device) { throw InterceptionFault("\(refusal)") }
        let description = try ClonedDevice(of: device.device)
        guard let x = description.axes[AbsoluteAxis.positionX], let y = description.axes[AbsoluteAxis.positionY] else {
            throw CloneRefusal.axis(code: AbsoluteAxis.positionX, nil)
        }
        slots = Slots(descriptor: device.descriptor, count: description.slotCount)
        stillness = Stillness(x: x, y: y)
        _ = fcntl(device.descriptor, F_SETOWN, getpid())
        guard slots.touched.isEmpty else { throw InterceptionFault(ReleaseReason.touched) }
        guard linux_grab(device.descriptor, true) == 0 else {
            let failure = SystemError(systemCall: "EVIOCGRAB", errno: errno)
            throw InterceptionFault(failure.errno == EBUSY ? "another program has grabbed it" : failure.failure)
        }
        do {
            // A compositor would never see the lift of a finger that landed until now.
            guard slots.touched.isEmpty else { throw InterceptionFault(ReleaseReason.touched) }
            clone = try Clone(of: description, node: path)
        } catch {
            _ = linux_grab(device.descriptor, false)
            throw InterceptionFault((error as? SystemError)?.failure ?? "\(error)")
        }
    }

    deinit { giveBack() }

    /// Cancels the clone's contacts, and lets everybody read the panel again.
    ///
    /// - Returns: Whether there were any, which applications read only as long as the clone is there.
    @discardableResult func giveBack() -> Bool {
        let hasContacts = clone.cancelContacts()
        _ = linux_grab(device.descriptor, false)
        return hasContacts
    }

    /// The open files to pass on: the panel, and its clone.
    var descriptors: [Int32] { [descriptor, clone.descriptor] }

    var descriptor: Int32 { device.descriptor }

    /// Has the kernel send SIGIO when the panel sends something, or stop that.
    ///
    /// poll(2) says nothing of what gestured has read before this process had a turn.
    var sendsSignals = false {
        didSet {
            let flags = O_NONBLOCK | (sendsSignals ? O_ASYNC : 0)
            if sendsSignals != oldValue { _ = fcntl(descriptor, F_SETFL, flags) }
        }
    }

    /// Whether contacts are down.
    var isTouched: Bool { !slots.touched.isEmpty }

    /// What a look at a panel finds.
    struct Look {
        /// Whether it was removed.
        var isGone = false
        /// Whether contacts are down.
        var isTouched = false
        /// Whether gestured has not read what the panel sent, or not ended what has lifted.
        var isBehind = false
        /// Whether the clone's contacts are known.
        var isCloneKnown = true
    }

    /// Looks at the panel, without reading from it.
    func look() -> Look {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&wait, 1, 0)
        if Self.isGone(wait.revents) { return Look(isGone: true) }
        let isTouched = isTouched
        let isRead = wait.revents & Int16(POLLIN) == 0
        let ofClone = clone.isTouched
        return Look(
            isTouched: isTouched, isBehind: !isRead || !isTouched && ofClone == true, isCloneKnown: ofClone != nil)
    }

    /// Whether poll(2) says that a panel was removed.
    static func isGone(_ events: Int16) -> Bool { events & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 }

    /// Returns the seconds for which five fingers have rested, by what the panel itself says; 0 for fewer.
    ///
    /// Call it a few times a second while the panel is touched.
    func secondsHeldStill(at time: Timestamp) -> Double {
        var contacts: [Int32: Stillness.Place] = [:]
        if let ids = slots.values(of: AbsoluteAxis.trackingID), let xs = slots.values(of: AbsoluteAxis.positionX),
            let ys = slots.values(of: AbsoluteAxis.positionY)
        {
            for slot in ids.indices where ids[slot] >= 0 {
                contacts[ids[slot]] = Stillness.Place(x: xs[slot], y: ys[slot])
            }
        }
        return stillness.update(contacts, at: time)
    }

    /// Whether a path is `/dev/input/event` and a number: neither a link nor a way out of the folder.
    private static func isNode(_ path: String) -> Bool {
        let prefix = "/dev/input/event".utf8
        let number = path.utf8.dropFirst(prefix.count)
        return path.utf8.starts(with: prefix) && (1...9).contains(number.count)
            && number.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
