"""A kiosk on a machine: its screen, its processes and its visitors' gestures."""
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
# The smallest part of the pixels that a turn of the carousel changes.
TURNED = 0.05

# How pgrep finds the processes. The first tile opens the program.
LAUNCHER = "-f '^/usr/bin/rotunda( --config .*)?$'"
COMPOSITOR = "-x cage"
SESSION = "-f '^/usr/bin/rotunda session'"
PROGRAM = "-x swayimg"
PARTS = {"launcher": LAUNCHER, "compositor": COMPOSITOR, "session": SESSION}


def drag(start, end, fingers=1, frames=12, pause=0.016, rest=0.016):
    """Returns the frames of fingers that move together and rest before they lift. Places are in thousandths of the screen."""
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
# The two default gestures that lead from a program home.
THREE_FINGERS = drag((400, 850), (400, 250), fingers=3)
FROM_EDGE = drag((500, 999), (500, 500))


class Kiosk:
    def __init__(self, machine):
        self.machine = machine
        # The carousel's picture after the start.
        self.carousel = None

    # MARK: Its screen

    def still(self, seconds, is_it, name=None):
        """Waits until the screen stands still and `is_it` accepts it. Returns the picture, or None after a time-out.

        Saves the picture if it has a name.
        """
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
            return picture.colors() > FACES
        return picture.difference(self.carousel) < TURNED

    def sees_carousel(self, seconds=ANSWER, name=None):
        return self.still(seconds, self.is_carousel, name) is not None

    def is_back(self, name, seconds=PATIENCE):
        """Waits until the service is active and shows the carousel. Returns whether it does."""
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
        """Sends a signal to a part. Returns whether the part was running."""
        # The oldest process: a program that a process starts looks like its parent until it executes.
        return self.machine.shell(f"pkill -{signal} -o {part} && echo sent") == "sent"

    def forgive(self):
        """Resets the service manager's count of starts: this test restarts the kiosk more often than the limit allows."""
        self.machine.shell("systemctl reset-failed rotunda")

    def restart(self):
        """Stops and starts the kiosk, so it shows its first tile. After `systemctl restart` it would show the visitor's place."""
        self.forgive()
        self.machine.shell("systemctl stop rotunda; systemctl start rotunda", PATIENCE)
        return self.is_back(None)

    # MARK: Its visitors

    def touch(self, frames):
        self.machine.touch(frames)

    def opens_program(self, name=None):
        """Taps the tile in the middle. Returns whether its program appears."""
        self.touch(TAP)
        # The tile may fill the screen before the program starts.
        return self.still(
            ANSWER, lambda now: now.difference(self.carousel) > 0.2 and self.processes(PROGRAM) != [], name) is not None

    def close_program(self):
        """Kills the program, to prepare the next check."""
        self.send("KILL", PROGRAM)
        return self.sees_carousel()
