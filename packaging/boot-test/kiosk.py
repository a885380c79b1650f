"""A kiosk on a machine: what is on its screen, which processes it is made of, and what fingers do to it."""
import time

# Seconds that a start may take: an emulated processor on a busy machine.
PATIENCE = 600
# Seconds until the kiosk must answer a finger, for the same reason.
ANSWER = 90
# A screen with fewer colors than this has no tiles on it.
TILES = 40
# A screen with fewer has tiles whose icons and names are still drawn: those had 60, complete tiles 1300.
FACES = 400
# The part of the pixels in which two pictures of a still screen may differ.
SAME = 0.01
# The part in which pictures of a carousel differ at least after a turn.
TURNED = 0.05

# How pgrep finds the processes. The first tile opens the program.
LAUNCHER = "-f '^/usr/bin/rotunda( --config .*)?$'"
COMPOSITOR = "-x cage"
SESSION = "-f '^/usr/bin/rotunda session'"
PROGRAM = "-x swayimg"
PARTS = {"launcher": LAUNCHER, "compositor": COMPOSITOR, "session": SESSION}


def drag(start, end, fingers=1, frames=12, pause=0.016, rest=0.016):
    """The frames of fingers that move together, in thousandths of the screen, and rest before they are lifted."""
    steps = []
    for index in range(frames + 1):
        at = index / frames
        places = {
            finger: [int(start[0] + (end[0] - start[0]) * at) + 80 * finger, int(start[1] + (end[1] - start[1]) * at)]
            for finger in range(fingers)}
        steps.append([pause, places])
    return steps + [[rest, {finger: None for finger in range(fingers)}]]


TAP = [[0, {0: [500, 480]}], [0.06, {0: None}]]
# Without a fling, whose distance depends on the frames that a busy machine counts.
TURN = drag((650, 480), (350, 480), rest=0.5)
TURN_BACK = drag((350, 480), (650, 480), rest=0.5)
# The two gestures for home from a program, as long as the configuration binds no others.
THREE_FINGERS = drag((400, 850), (400, 250), fingers=3)
FROM_EDGE = drag((500, 999), (500, 500))


class Kiosk:
    def __init__(self, machine):
        self.machine = machine
        # The carousel's picture after the start.
        self.carousel = None

    # MARK: Its screen

    def still(self, seconds, is_it, name=None):
        """Waits until the screen is what it should be, and does not move; None if it never is. Kept if it has a name."""
        deadline = time.monotonic() + seconds
        last = self.machine.look()
        while time.monotonic() < deadline:
            time.sleep(1)
            now = self.machine.look()
            if now.difference(last) < SAME and is_it(now):
                return self.machine.look(name) if name else now
            last = now
        self.machine.look(f"{name or 'screen'}-missed")
        return None

    def is_carousel(self, picture):
        if self.carousel is None:
            return picture.colours() > FACES
        return picture.difference(self.carousel) < TURNED

    def sees_carousel(self, seconds=ANSWER, name=None):
        return self.still(seconds, self.is_carousel, name) is not None

    def is_back(self, name, seconds=PATIENCE):
        """Waits for the carousel, on a service that is up."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if self.property("ActiveState") == "active":
                if self.sees_carousel(min(ANSWER, deadline - time.monotonic()), name):
                    return True
            time.sleep(1)
        return False

    # MARK: Its parts

    def property(self, name):
        return self.machine.shell(f"systemctl show --property={name} --value rotunda")

    def processes(self, part):
        return self.machine.shell(f"pgrep {part}").split()

    def send(self, signal, part):
        """A signal to a part; whether it was there."""
        # The oldest process: a program that a process starts looks like its parent until it executes.
        return self.machine.shell(f"pkill -{signal} -o {part} && echo sent") == "sent"

    def forgive(self):
        """Has the service manager forget how often it was started: so often that it would stop is no accident here."""
        self.machine.shell("systemctl reset-failed rotunda")

    def restart(self):
        """As it was after power on: a restart would go on where its visitor was."""
        self.forgive()
        self.machine.shell("systemctl stop rotunda; systemctl start rotunda", PATIENCE)
        return self.is_back(None)

    # MARK: Its visitors

    def touch(self, frames):
        self.machine.touch(frames)

    def opens_program(self, name=None):
        """A tap on the tile in the middle: whether what it opens is seen."""
        self.touch(TAP)
        opened = self.still(ANSWER, lambda now: now.difference(self.carousel) > 0.2, name)
        return opened is not None and self.processes(PROGRAM) != []

    def close_program(self):
        """Without a visitor, for whatever is checked next."""
        self.send("KILL", PROGRAM)
        return self.sees_carousel()
