"""A moving picture of what a display has shown, with the fingers that touched it, and checks of what it shows."""

import base64
import bisect
import io
import json

from PIL import Image, ImageChops, ImageDraw, ImageFont

STEP = 0.06  # seconds between two frames
LINGERS = 0.25  # seconds in which a finger fades that has lifted
LARGEST = 1_000_000  # bytes
RADIUS, FINE = 20, 4  # of a finger in pixels; how much finer circles are drawn
FINGER, EDGE = (30, 110, 230, 110), (15, 70, 170, 200)
STRIP = 34  # the height of the words below the display
DARK, LIGHT, DIM = (32, 38, 46), (255, 255, 255), (165, 175, 188)
FONTS = "/usr/share/fonts/truetype/dejavu/DejaVuSans"
PAGE_TOP, PAGE_BOTTOM, PAGE_RIGHT = 84, 374, 620  # what scrolls, in pixels


class Seen:
    """What the guest has printed, by time."""

    def __init__(self, text):
        self.frames = []
        for kind, value in map(json.loads, text.splitlines()):
            if kind == "frame":
                moment, png = value
                self.frames.append((moment, Image.open(io.BytesIO(base64.b64decode(png))).convert("RGB")))
            elif kind == "words":
                self.words = value
            else:
                self.fingers = value
        self.times = {name: moment for moment, name, _ in self.words}

    def display(self, moment):
        return self.frames[max(0, bisect.bisect(self.frames, moment, key=lambda each: each[0]) - 1)][1]

    def says(self, moment):
        return [words for since, _, words in self.words if since <= moment][-1]

    def touched(self, moment):
        """The places of fingers, and how much of each is still to be seen, 0 to 1."""
        places = []
        past = [each for each in self.fingers if each[0] <= moment]
        if past and past[-1][1]:
            places += [(place, 1) for place in past[-1][1]]
        elif len(past) > 1 and moment - past[-1][0] < LINGERS:
            places += [(place, 1 - (moment - past[-1][0]) / LINGERS) for place in past[-2][1]]
        return places

    def check(self):
        """AssertionError unless the display shows what the words say."""
        start = self.frames[0][1]
        # As each began.
        drag, press, tap, scroll, throw = (
            self.display(self.times[name]) for name in ("drag", "press", "tap", "scroll", "throw"))
        assert not ImageChops.difference(start, drag).getbbox(), "the display changed without a finger"
        left, top, right, bottom = ImageChops.difference(drag, press).getbbox()
        assert dark(press) > dark(drag) + 3000 and top > 310 and bottom < 372, "no text is selected"
        left, top, right, bottom = ImageChops.difference(press, tap).crop((0, 60, 640, 376)).getbbox()
        assert 120 < right - left < 260 and 100 < bottom - top < 200, "there is no menu"
        assert shift(press, scroll) is None, "the other page is not there"
        way = shift(scroll, throw)
        assert 100 < way, f"two fingers scroll by {way}"
        lifted = next(moment for moment, places in reversed(self.fingers) if not places)
        glide = self.scrolled(lifted + 0.1, self.times["end"])
        assert glide > 100, f"a glide of {glide}"
        print(f"two fingers scroll by {way} pixels; what they throw, by {glide} after they have lifted")

    def scrolled(self, start, end):
        """By how many pixels the page has gone up meanwhile."""
        pictures = [self.display(start), *(picture for moment, picture in self.frames if start < moment < end)]
        return sum(shift(*pair) for pair in zip(pictures, pictures[1:]))


def dark(picture):
    """How many pixels are dark."""
    return sum(picture.convert("L").histogram()[:90])


def shift(before, after):
    """By how many pixels a page has gone up; None if it is another one, or has gone further than can be seen."""
    height = PAGE_BOTTOM - PAGE_TOP
    for way in range(height - 40):
        parts = (picture.crop((0, top, PAGE_RIGHT, top + height - way))
                 for picture, top in ((before, PAGE_TOP + way), (after, PAGE_TOP)))
        if not ImageChops.difference(*parts).getbbox():
            return way
    return None


def finger(shown):
    """A circle for a finger."""
    size = RADIUS * 2 + 4
    circle = Image.new("RGBA", (size * FINE, size * FINE), (*FINGER[:3], 0))
    box = (FINE, FINE, (size - 1) * FINE, (size - 1) * FINE)
    ImageDraw.Draw(circle).ellipse(box, FINGER, EDGE, 2 * FINE)
    circle = circle.resize((size, size), Image.Resampling.LANCZOS)
    circle.putalpha(circle.getchannel("A").point(lambda value: round(value * shown)))
    return circle


def frame(seen, moment):
    display = seen.display(moment)
    width, height = display.size
    picture = Image.new("RGB", (width, height + STRIP), DARK)
    picture.paste(display)
    for (x, y), shown in seen.touched(moment):
        circle = finger(shown)
        picture.paste(circle, (round(x * width) - circle.width // 2, round(y * height) - circle.height // 2), circle)
    draw, middle = ImageDraw.Draw(picture), height + STRIP / 2
    draw.rectangle((0, height, width, height + STRIP), DARK)
    draw.text((14, middle), seen.says(moment), LIGHT, ImageFont.truetype(f"{FONTS}-Bold.ttf", 15), "lm")
    draw.text((width - 14, middle), "circles: the fingers", DIM, ImageFont.truetype(f"{FONTS}.ttf", 13), "rm")
    return picture


def save(seen, path):
    """Writes the picture: frames of equal looks are one."""
    frames, durations = [], []
    start, end = seen.times["start"], seen.times["end"]
    for number in range(round((end - start) / STEP)):
        picture = frame(seen, start + number * STEP)
        if frames and not ImageChops.difference(frames[-1], picture).getbbox():
            durations[-1] += round(STEP * 1000)
        else:
            frames.append(picture)
            durations.append(round(STEP * 1000))
    frames[0].save(path, save_all=True, append_images=frames[1:], duration=durations, loop=0, lossless=True, quality=80,
                   method=4)
    size = path.stat().st_size
    print(f"{path}: {len(frames)} frames, {sum(durations) / 1000:.1f} s, {size} bytes")
    assert size <= LARGEST, f"{path} is larger than {LARGEST} bytes"
