// Tests of choosing a device by path or name.

import Testing

@testable import GestureDaemon
@testable import GestureWire

private func report(_ number: Int, _ name: String, surface: String? = nil) -> DeviceReport {
    var report = DeviceReport(
        path: "/dev/input/event\(number)", name: name, used: true, reason: "", vendor: 0, product: 0, protocol: "B",
        slots: 10)
    report.surface = surface
    return report
}

/// The chosen path, or why there is none.
private func choice(
    _ wanted: String?, _ touchscreens: [DeviceReport], others: [DeviceReport] = [], surfaces: [DeviceReport] = []
) -> String {
    do throws(DeviceChoiceError) {
        return try DeviceChoice.path(for: wanted, touchscreens: touchscreens, all: others + touchscreens) { surfaces }
    } catch { return error.description }
}

private let elan = report(5, "ELAN Touchscreen"), atmel = report(7, "Atmel maXTouch")
private let twin = report(9, "ELAN Touchscreen")

@Suite struct DeviceChoiceTests {
    @Test(
        "A path, a name, a glob and a surface's name find their device; touchscreens come before others",
        arguments: [
            (choice(nil, [elan], others: [atmel]), 5), (choice("ELAN Touchscreen", [elan, atmel]), 5),
            (choice("ELAN*", [elan, atmel]), 5), (choice("elan-touchscreen", [elan, atmel]), 5),
            (choice("counter", [elan, atmel], surfaces: [report(7, "Atmel maXTouch", surface: "counter")]), 7),
            (choice("ELAN*", [elan], others: [twin]), 5), (choice("ELAN*", [atmel], others: [elan]), 5),
        ])
    func found(choice: String, number: Int) { #expect(choice == "/dev/input/event\(number)") }

    @Test("23. Several touchscreens are listed with their nodes, and an unknown name is repeated, escaped")
    func listed() throws {
        #expect(try DeviceChoice.path(for: "/dev/input/event99") == "/dev/input/event99")
        #expect(
            choice(nil, [elan, atmel])
                == "there are several touchscreens; name one of:\n  /dev/input/event5  \"ELAN Touchscreen\"\n"
                + "  /dev/input/event7  \"Atmel maXTouch\"")
        #expect(choice(nil, [], others: [atmel]).contains("/dev/input/event5"))
        #expect(choice("ELAN*", [elan, twin]).contains("  /dev/input/event9  \"ELAN Touchscreen\""))
        #expect(
            choice("x\u{1b}", [elan])
                == "no device is called `x\\u{1b}`; there are:\n  /dev/input/event5  \"ELAN Touchscreen\"")
    }

    @Test(
        "A server's path that is none of an event device is refused before anything is opened",
        arguments: [
            "/tmp/fifo", "/dev/ptmx", "/dev/input/event", "/dev/input/event5x", "/dev/input/../ptmx",
            "/dev/input/mouse0", "/dev/input/event5/../../ptmx", "", "panel.evemu", "/dev/input/event\u{665}",
            "/dev/input/event5\n",
        ])
    func foreignPaths(path: String) {
        var foreign = report(7, "Atmel maXTouch", surface: "counter")
        foreign.path = path
        #expect(
            choice("counter", [elan], surfaces: [foreign])
                .contains("for `counter`, which is no /dev/input/event…; give the node itself"))
    }
}
