// A panel that only gestured reads, and its clone.

internal import CLinux
internal import Evdev
internal import Glibc
internal import Interception
internal import Linux
internal import Touch

/// Why a panel is not intercepted.
enum InterceptionFault: Error, CustomStringConvertible {
    case unreadable(EvdevError)
    case noTouchscreen(DeviceRefusal)
    case noClone(CloneRefusal)
    case touched
    case grabbedByAnother
    case system(SystemError)

    var description: String {
        switch self {
        case .unreadable(let error): "\(error)"
        case .noTouchscreen(let refusal): "\(refusal)"
        case .noClone(let refusal): "\(refusal)"
        case .touched: "it is touched"
        case .grabbedByAnother: "another program has grabbed it"
        case .system(let error): error.failure
        }
    }
}

/// A panel that is grabbed (EVIOCGRAB), and its clone, until this goes.
///
/// The grab belongs to the open file, which gestured gets, too: gestured reads from it, and this process can let go of it
/// while gestured is stuck.
final class GrabbedPanel {
    let path: String
    let clone: Clone
    private let device: EvdevDevice
    private var stillness = Stillness()

    /// Opens, grabs and clones a panel.
    init(path: String) throws(InterceptionFault) {
        self.path = path
        do throws(EvdevError) { device = try EvdevDevice(path: path) } catch { throw .unreadable(error) }
        if case .refused(let refusal) = DeviceVerdict(of: device.device) { throw .noTouchscreen(refusal) }
        let description: ClonedDevice
        do throws(CloneRefusal) { description = try ClonedDevice(of: device.device) } catch { throw .noClone(error) }
        // The compositor would never see the lift of a finger that is down.
        guard !Self.isTouched(device, description.slotCount) else { throw .touched }
        guard linux_grab(device.descriptor, true) == 0 else {
            throw errno == EBUSY
                ? .grabbedByAnother : .system(SystemError(systemCall: "EVIOCGRAB", errno: errno))
        }
        do throws(SystemError) {
            clone = try Clone(of: description, phys: path)
        } catch {
            _ = linux_grab(device.descriptor, false)
            throw .system(error)
        }
    }

    deinit {
        clone.cancelContacts()
        _ = linux_grab(device.descriptor, false)
    }

    /// The open file to pass on.
    var descriptor: Int32 { device.descriptor }

    private static func isTouched(_ device: EvdevDevice, _ slots: Int) -> Bool {
        (0..<slots).contains { device.slotState($0).trackingID >= 0 }
    }

    /// Whether five fingers have rested for this time, by what the panel itself says.
    ///
    /// Call it a few times a second while the panel is touched.
    func isHeldStill(for seconds: Double, at time: Timestamp) -> Bool {
        var contacts: [Int32: (x: Int32, y: Int32)] = [:]
        let count = device.device.slotCount
        var (ids, xs, ys) = ([Int32](repeating: -1, count: count), [Int32](repeating: 0, count: count), [Int32]())
        ys = xs
        guard linux_slot_values(descriptor, AbsoluteAxis.trackingID, &ids, Int32(count)) == 0,
            linux_slot_values(descriptor, AbsoluteAxis.positionX, &xs, Int32(count)) == 0,
            linux_slot_values(descriptor, AbsoluteAxis.positionY, &ys, Int32(count)) == 0
        else { return false }
        for slot in 0..<count where ids[slot] >= 0 { contacts[ids[slot]] = (xs[slot], ys[slot]) }
        guard let x = device.device.axes[AbsoluteAxis.positionX], let y = device.device.axes[AbsoluteAxis.positionY]
        else { return false }
        return stillness.take(contacts, within: (x.range / 50, y.range / 50), at: time) >= seconds
    }
}

/// Since when the same five fingers or more have been where they are.
struct Stillness {
    private var since = Timestamp.zero
    private var places: [Int32: (x: Int32, y: Int32)] = [:]

    /// Returns for how long, in seconds; 0 for fewer fingers.
    mutating func take(
        _ contacts: [Int32: (x: Int32, y: Int32)], within distance: (x: Double, y: Double), at time: Timestamp
    ) -> Double {
        let isSame =
            contacts.count == places.count
            && contacts.allSatisfy { id, place in
                guard let known = places[id] else { return false }
                return abs(Double(place.x) - Double(known.x)) <= distance.x
                    && abs(Double(place.y) - Double(known.y)) <= distance.y
            }
        if !isSame { (since, places) = (time, contacts) }
        return contacts.count >= 5 ? time.seconds(since: since) : 0
    }
}
