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

private func choose(
    _ wanted: String?, _ touchscreens: [DeviceReport], others: [DeviceReport] = [], surfaces: [DeviceReport] = []
) -> Result<String, DeviceChoiceError> {
    Result { () throws(DeviceChoiceError) -> String in
        try DeviceChoice.path(for: wanted, touchscreens: touchscreens, all: others + touchscreens) { surfaces }
    }
}

private func path(_ result: Result<String, DeviceChoiceError>) -> String? { try? result.get() }

private func words(_ result: Result<String, DeviceChoiceError>) -> String? {
    if case .failure(let error) = result { error.description } else { nil }
}

@Suite struct DeviceChoiceTests {
    private let elan = report(5, "ELAN Touchscreen")
    private let atmel = report(7, "Atmel maXTouch")

    @Test("A path is used unchanged, whether it exists or not")
    func paths() throws {
        #expect(try DeviceChoice.path(for: "/dev/input/event99") == "/dev/input/event99")
    }

    @Test("Without a name the only touchscreen is used; several are listed, and none gets advice")
    func nameless() {
        #expect(path(choose(nil, [elan], others: [atmel])) == "/dev/input/event5")
        #expect(
            words(choose(nil, [elan, atmel]))
                == "there are several touchscreens; name one of:\n  /dev/input/event5  \"ELAN Touchscreen\"\n"
                + "  /dev/input/event7  \"Atmel maXTouch\"")
        #expect(words(choose(nil, [], others: [atmel]))?.contains("/dev/input/event5") == true)
    }

    @Test("A name, a glob and the surface's name each find their device")
    func names() {
        for wanted in ["ELAN Touchscreen", "ELAN*", "elan-touchscreen"] {
            #expect(path(choose(wanted, [elan, atmel])) == "/dev/input/event5", "\(wanted)")
        }
        let configured = report(7, "Atmel maXTouch", surface: "counter")
        #expect(path(choose("counter", [elan, atmel], surfaces: [configured])) == "/dev/input/event7")
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
        let result = choose("counter", [elan], surfaces: [foreign])
        #expect(words(result)?.contains("for `counter`, which is no /dev/input/event…; give the node itself") == true)
    }

    @Test("23. Two panels of one name are listed with their nodes")
    func twins() {
        let twin = report(9, "ELAN Touchscreen")
        #expect(words(choose("ELAN*", [elan, twin]))?.contains("  /dev/input/event9  \"ELAN Touchscreen\"") == true)
        #expect(path(choose("ELAN*", [elan], others: [twin])) == "/dev/input/event5")
    }

    @Test("A device that is not a touchscreen is found by its name if no touchscreen has it")
    func others() {
        #expect(path(choose("ELAN*", [atmel], others: [elan])) == "/dev/input/event5")
    }

    @Test("An unknown name is repeated, escaped, with the existing ones")
    func unknown() {
        #expect(
            words(choose("x\u{1b}", [elan]))
                == "no device is called `x\\u{1b}`; there are:\n  /dev/input/event5  \"ELAN Touchscreen\"")
    }
}
