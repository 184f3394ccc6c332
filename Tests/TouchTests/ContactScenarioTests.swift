// Tests of the scenarios in `Tests/Fixtures/contacts`.

import Testing

@Suite struct ContactScenarioTests {
    @Test(
        "Events become the expected frames, with the expected counts",
        arguments: try ContactScenario.all(
            "frames", "rules", "circumstances", "leftover", "button-lifts", "split-flicks", "listed-starts"))
    func touches(_ scenario: ContactScenario) { scenario.checkTouches() }

    @Test(
        "Events of devices without slots become the expected slots",
        arguments: try ContactScenario.all("listed", "single-touch"))
    func slots(_ scenario: ContactScenario) { scenario.checkSlots() }
}
