"""Compares the screen with the expected pictures of the carousel, and turns it with swipes.

The package's own `rotunda preview` draws the expected pictures, without a compositor. Therefore the test detects
tiles without pictures or letters, and swipes that turn nothing.
"""
import base64
import random
import time

from kiosk import ANSWER, drag
from screen import Picture

# The number of swipes.
SWIPES = 20
# The test gives up after this number of swipes without a turn: a hung launcher answers none.
HOPELESS = 3
# The seed, so a run can be repeated.
SEED = 16
# Cells of the screen that may differ from the expected ones: OpenGL draws the edges of tiles slightly
# elsewhere.
TOLERATED = 12
# A picture that differs from its neighbor in fewer cells shows the same turn.
ANOTHER = 60


def human_swipe(chance, direction):
    """Returns the frames of a human swipe: off the axis, with a tremble, sometimes with a rest on the way.

    It is slow, because a fling turns the carousel further.
    """
    start = [500 - direction * chance.randint(120, 170), 480 + chance.randint(-60, 60)]
    end = [500 + direction * chance.randint(120, 170), start[1] + chance.randint(-50, 50)]
    steps = drag(start, end, frames=chance.randint(8, 16), rest=0.5)
    for _, places in steps[1:-1]:
        places[0] = [places[0][0] + chance.randint(-1, 1), places[0][1] + chance.randint(-1, 1)]
    if chance.random() < 0.5:
        # A resting finger trembles by a pixel at most.
        at = chance.randint(2, len(steps) - 3)
        place = steps[at][1][0]
        steps[at:at] = [[0.02, {0: [place[0] + chance.randint(0, 1), place[1]]}] for _ in range(20)]
    return steps


class Tiles:
    def __init__(self, kiosk):
        self.kiosk = kiosk
        self.machine = kiosk.machine
        # The expected pictures, by positions of the carousel.
        self.expected = []

    def expect(self):
        """Has the package draw the expected picture of every position of the carousel. Returns whether they all differ."""
        size = self.machine.look()
        count = int(self.machine.shell("grep -c '^\\[\\[tile\\]\\]' /etc/rotunda/rotunda.toml"))
        for turn in range(count):
            path = f"/run/expected-{turn}.png"
            self.machine.shell(
                f"rotunda preview --config /etc/rotunda/rotunda.toml --size {size.width}x{size.height} "
                f"--scroll-offset {turn} --output {path}")
            picture = Picture.png(base64.b64decode(self.machine.shell(f"base64 -w 0 {path}")))
            picture.save(self.machine.path(f"expected-{turn}.png"))
            self.expected.append(picture)
        return all(
            len(one.cells_unlike(other)) > ANOTHER
            for index, one in enumerate(self.expected) for other in self.expected[:index])

    def turn(self, picture):
        """Returns the position of the carousel on a picture, or None if it shows no carousel with pictures and letters."""
        for turn, expected in enumerate(self.expected):
            unlike = picture.cells_unlike(expected)
            if unlike is not None and len(unlike) <= TOLERATED:
                return turn
        return None

    def wait(self, is_it, seconds=ANSWER, name="tiles"):
        """Waits until `is_it` accepts the carousel's position. Returns the position, or None, and the seconds."""
        began = time.monotonic()
        while time.monotonic() - began < seconds:
            picture = self.machine.look()
            turn = self.turn(picture)
            if turn is not None and is_it(turn):
                return turn, time.monotonic() - began
            time.sleep(0.2)
        self.machine.look(f"{name}-missed")
        return None, time.monotonic() - began

    def swipe(self, count=SWIPES):
        """Swipes in random directions. Returns the seconds until each swipe turned the carousel, or None if it did not."""
        chance = random.Random(SEED)
        now, _ = self.wait(lambda _: True)
        taken = []
        for index in range(count):
            direction = chance.choice((-1, 1))
            self.kiosk.touch(human_swipe(chance, direction))
            turned, seconds = self.wait(lambda turn: turn != now, name=f"swipe-{index + 1}")
            taken.append(seconds if turned is not None else None)
            now = turned if turned is not None else now
            if taken.count(None) == HOPELESS:
                break
        return taken
