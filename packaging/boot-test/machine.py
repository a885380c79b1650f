"""A virtual machine in QEMU: its screen, its power, and the guest script inside it."""
import json
import os
import socket
import subprocess
import threading
import time

from screen import Picture

# The kernel's command line of a kiosk, from docs/install.md. The serial line is for the test. An emulated
# processor on a busy machine may miss the timer that the kernel checks at its start. That is not an error of
# the kiosk.
COMMAND_LINE = (
    "root=/dev/vda rw quiet splash loglevel=3 systemd.show_status=false vt.global_cursor_default=0 "
    "console=ttyS0 console=tty0 plymouth.ignore-serial-consoles no_timer_check")
# Graphics cards. In Linux 6.1 the first card's screen stays dark after sleep. The second card's does not, but
# it is smaller and the firmware writes on it.
VIRTIO = "virtio-gpu"
CARDS = {VIRTIO: "virtio-gpu-pci,xres=1280,yres=720", "cirrus": "cirrus-vga"}
# Variables for all services, the kiosk's among them, that select a renderer. No graphics card here can draw,
# so OpenGL is Mesa on the processor. The launcher needs the variable to accept that. The compositor cannot
# use it: Mesa 22.3 crashes below cage on this card.
RENDERERS = {
    # As installed: the compositor tries OpenGL, and the session makes it do without.
    "any": {},
    # The compositor and the launcher draw with the processor from the start, as docs/troubleshooting.md
    # advises.
    "pixman": {"WLR_RENDERER": "pixman"},
    # The launcher draws with OpenGL.
    "gl": {"WLR_RENDERER": "pixman", "LIBGL_ALWAYS_SOFTWARE": "0"},
}
# Seconds in which a machine with hardware virtualization finishes its BIOS.
BIOS_PATIENCE = 3
# Seconds that a command inside may take on such a processor.
COMMAND_PATIENCE = 300
# Seconds that the slowest command inside may take on an emulated processor: every chord of a keyboard.
CHORDS_PATIENCE = 7200


class Line:
    """A socket of QEMU that carries lines of JSON."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        for _ in range(100):
            try:
                self.socket.connect(path)
                break
            except OSError:
                time.sleep(0.1)
        else:
            raise TimeoutError(f"QEMU does not listen on {path}")
        self.rest = b""

    def read(self, seconds):
        deadline = time.monotonic() + seconds
        while b"\n" not in self.rest:
            self.socket.settimeout(max(0.01, deadline - time.monotonic()))
            data = self.socket.recv(65536)
            if not data:
                raise ConnectionError("QEMU is gone")
            self.rest += data
        line, self.rest = self.rest.split(b"\n", 1)
        return json.loads(line)

    def write(self, question):
        self.socket.sendall(json.dumps(question).encode() + b"\n")


class Machine:
    def __init__(self, work, images, renderer, card):
        """`work` is the directory for pictures and logs, and `images` has the machine's disk."""
        self.work, self.card = work, card
        # The number of questions to the guest script.
        self.asked = 0
        os.makedirs(work, exist_ok=True)
        variables = " ".join(f"systemd.setenv={name}={value}" for name, value in RENDERERS[renderer].items())
        usable = os.access("/dev/kvm", os.W_OK) and not os.environ.get("ROTUNDA_NO_KVM") and self.has_kvm()
        processor = ["-accel", "kvm", "-cpu", "host"] if usable else ["-accel", "tcg,thread=multi", "-cpu", "Nehalem"]
        self.accelerator = processor[1]
        for name in ("qmp", "guest"):
            if os.path.exists(self.path(name)):
                os.unlink(self.path(name))
        self.process = subprocess.Popen(
            ["qemu-system-x86_64", *processor, "-smp", "2", "-m", "2048", "-nodefaults", "-no-user-config",
             "-display", "none", "-vga", "none", "-device", CARDS[card], "-nic", "none",
             "-drive", f"file={images}/disk,format=raw,if=virtio,snapshot=on,cache=unsafe",
             "-kernel", f"{images}/vmlinuz", "-initrd", f"{images}/initrd.img", "-append", f"{COMMAND_LINE} {variables}",
             "-device", "i6300esb", "-action", "watchdog=reset",
             "-serial", f"file:{self.path('serial.log')}",
             "-qmp", f"unix:{self.path('qmp')},server=on,wait=off",
             "-device", "virtio-serial", "-chardev", f"socket,id=guest,path={self.path('guest')},server=on,wait=off",
             "-device", "virtserialport,chardev=guest,name=boot-test", "-S"],
            stdin=subprocess.DEVNULL)
        self.qmp = Line(self.path("qmp"))
        self.qmp.read(30)
        self.ask("qmp_capabilities")
        self.guest = Line(self.path("guest"))

    @staticmethod
    def has_kvm():
        """Returns whether KVM is fast: a machine without a disk must finish its BIOS soon. It takes 0.1 s otherwise.

        Some hosts offer a KVM inside of another one that is slower than an emulated processor, or that never gets
        as far as the kernel.
        """
        with subprocess.Popen(
            ["qemu-system-x86_64", "-accel", "kvm", "-cpu", "host", "-nodefaults", "-display", "none",
             "-chardev", "stdio,id=bios", "-device", "isa-debugcon,iobase=0x402,chardev=bios"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as probe:
            end = threading.Timer(BIOS_PATIENCE, probe.kill)
            end.start()
            finished = any(b"No bootable device" in line for line in probe.stdout)
            end.cancel()
            probe.kill()
        return finished

    def path(self, name):
        return os.path.join(self.work, name)

    def ask(self, command, **arguments):
        """Runs a QMP command and returns its answer."""
        self.qmp.write({"execute": command, "arguments": arguments})
        while True:
            answer = self.qmp.read(60)
            if "return" in answer:
                return answer["return"]
            if "error" in answer:
                raise RuntimeError(f"{command}: {answer['error']['desc']}")

    def look(self, name=None):
        """Takes a picture of the screen, and saves it if it has a name."""
        path = os.path.abspath(self.path("screen.ppm"))
        self.ask("screendump", filename=path)
        picture = Picture.pixmap(path)
        if name:
            picture.save(self.path(f"{name}.png"))
        return picture

    def meet_guest(self, seconds):
        """Waits for the guest script. Callers do this after each start of the machine."""
        deadline = time.monotonic() + seconds
        while not self.guest.read(max(1, deadline - time.monotonic())).get("hello"):
            pass

    def tell(self, question, seconds=COMMAND_PATIENCE):
        """Sends a question to the guest script and returns its answer. Repeats the question if the script restarts meanwhile."""
        self.asked += 1
        question = {**question, "id": self.asked}
        self.guest.write(question)
        deadline = time.monotonic() + seconds
        while True:
            answer = self.guest.read(max(1, deadline - time.monotonic()))
            if answer.get("id") == self.asked:
                return answer
            if answer.get("hello"):
                self.guest.write(question)

    def shell(self, command, seconds=COMMAND_PATIENCE):
        """Runs a command in the machine. Returns its output without newlines at the end."""
        return self.tell({"shell": command}, seconds)["output"].rstrip("\n")

    def touch(self, frames):
        self.tell({"touch": frames})

    def press(self, *names):
        self.tell({"press": names})

    def chords(self, readers):
        """Presses every chord of a keyboard, as fast as the readers take them. Returns the number of chords."""
        return int(self.tell({"chords": readers}, CHORDS_PATIENCE)["output"])

    def end(self):
        try:
            self.ask("quit")
        except (OSError, ConnectionError, RuntimeError):
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
