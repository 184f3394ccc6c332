"""Checks of the page of samples/monkey: its sounds, its connection, its window."""

from fingers import DRAG, HEIGHT, WIDTH, recording
from scene import CONFIGURATION, RIGHTS, near, vector
from sentences import named


@named
def both_sounds_can_be_heard_and_do_not_clip(scene):
    scene.show()
    for name in ("bite", "laugh"):
        loudest = scene.run_async("""
            const [name, done] = arguments;
            import("/monkey/sounds.js").then(async (sounds) => {
                const context = new OfflineAudioContext(1, 48000, 48000);
                sounds[name](context);
                const samples = (await context.startRendering()).getChannelData(0);
                done(samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0));
            });""", name)
        assert 0.1 < loudest < 1, f"{name} is {loudest} loud"


@named
def after_a_restart_of_gestured_pictures_are_moved_on(scene):
    scene.play(DRAG)
    scene.until_played()
    again = [(0, 870, 393), (0.6, 870, 693), (1, 870, 693)]
    scene.play(again, fresh=False)
    scene.until_played()
    ways = [vector(scene.replay(each)["pan"]["translation"]) for each in (DRAG, again)]
    near(scene.moved("monkey"), [one + other for one, other in zip(*ways)], 1)


@named
def the_page_says_that_gestured_is_not_there_and_which_right_is_missing(scene):
    scene.daemon.stop()
    scene.show()
    scene.wait(lambda: "gestured is not running" in scene.message)
    scene.configuration.write_text(CONFIGURATION + RIGHTS.replace(", attach", ""))
    scene.start_daemon(idle())
    scene.wait(lambda: "`attach`" in scene.message)
    scene.daemon.stop()
    scene.configuration.write_text(CONFIGURATION + RIGHTS)
    scene.start_daemon(idle())
    scene.wait(lambda: scene.is_ready)


def idle():
    """A finger that lands after a minute."""
    return recording([[(0, 1, 1), (0.1, 1, 1)]], lead=60)


@named
def regions_follow_a_window_that_is_resized(scene):
    drag_in_window(scene, (20, 10, 1300, 800), (20, 10, 1000, 900))


@named
def regions_follow_a_window_that_is_moved(scene):
    drag_in_window(scene, (20, 10, 1000, 800), (400, 150, 1000, 800))


def drag_in_window(scene, before, after):
    """Drags the monkey in a window that was elsewhere when the page connected."""
    scene.command("Emulation.clearDeviceMetricsOverride")
    try:
        scene.show()
        scene.driver.set_window_rect(*after)
        x, y = scene.wait(lambda: scene.run("""
            const { left, top, width } = document.getElementById("monkey").getBoundingClientRect();
            const bars = outerHeight - innerHeight;
            return [screenX, screenY, outerWidth, outerHeight].join() === arguments[0].join()
                && [screenX + left + width / 2, screenY + bars + top + width / 2];""", after))
        drag = [(0, x, y), (0.6, x + 200, y + 80), (1, x + 200, y + 80)]
        scene.driver.set_window_rect(*before)
        scene.play(drag, prepare=lambda: scene.driver.set_window_rect(*after))
        scene.until_played()
        near(scene.moved("monkey"), vector(scene.replay(drag)["pan"]["translation"]), 1)
    finally:
        scene.size(WIDTH, HEIGHT)


@named
def nothing_breaks_the_content_security_policy(scene):
    errors = [each for each in scene.errors() if "Failed to load resource" not in each and "WebSocket" not in each]
    assert not errors, errors[:3]
