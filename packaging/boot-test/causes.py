"""What keeps a kiosk from starting, made on purpose, and what visitors then read on the console."""
import time

from kiosk import PATIENCE

# What the console says to visitors.
HEADLINE = "This screen is out of order"
# Whom the operator would have them call.
CONTACT = "Please call the reception: 030 1234567"
# Seconds from the beginning of the first start until the console says so, where the cause is known.
KNOWN = 15
# How many times as slow a processor may be that is played by one that has other work; packaging/container/causes is as fast as this
# machine.
EMULATED = 4
# Name, the word that visitors can read out on the phone, what makes it and what takes it back.
CAUSES = (
    ("no polkit", "polkit", "systemctl stop polkit; mv /usr/lib/polkit-1/polkitd /root", "mv /root/polkitd /usr/lib/polkit-1"),
    ("no compositor", "compositor", "mv /usr/bin/cage /root", "mv /root/cage /usr/bin"),
)
# The same for a machine whose card has no driver. It has no screen either: what is on its console is read from the kernel.
WITHOUT_CARD = (
    "no graphics card", "graphics",
    "for console in /sys/class/vtconsole/*/bind; do echo 0 >$console; done; modprobe -r virtio_gpu",
    "modprobe virtio_gpu")


class Causes:
    def __init__(self, kiosk):
        self.kiosk = kiosk
        self.machine = kiosk.machine

    @property
    def patience(self):
        """How long the page about a known cause may take."""
        return KNOWN if self.machine.accelerator == "kvm" else KNOWN * EMULATED

    def text(self):
        """What is written on the first console, in one line."""
        return " ".join(self.machine.shell("tr -s ' \\n\\0' ' ' </dev/vcs1").split())

    def make(self, cause):
        """Makes a cause and starts the kiosk: the text on the console, and the seconds to it."""
        name, _, make, _ = cause
        machine = self.machine
        machine.shell(f"systemctl stop rotunda rotunda-failed; rm -rf /run/rotunda-failed; {make}", PATIENCE)
        self.kiosk.forgive()
        began = float(machine.shell("systemctl start --no-block rotunda; cut -d ' ' -f 1 /proc/uptime"))
        deadline = time.monotonic() + PATIENCE
        while HEADLINE not in self.text():
            if time.monotonic() > deadline:
                return "", None
            time.sleep(0.2)
        told = float(machine.shell("cut -d ' ' -f 1 /proc/uptime"))
        # Once all of it is written.
        time.sleep(1)
        machine.look(name.replace(" ", "-"))
        return self.text(), told - began

    def mend(self, cause):
        """Takes the cause back: whether the carousel comes back by itself."""
        self.machine.shell(cause[3], PATIENCE)
        return self.kiosk.is_back(None)

    def contact(self, is_wanted):
        """Whom to call, in a file of its own."""
        path = "/etc/rotunda/rotunda.d/contact.toml"
        if is_wanted:
            self.machine.shell(f"mkdir -p /etc/rotunda/rotunda.d; printf '[kiosk]\\ncontact = \"{CONTACT}\"\\n' >{path}")
        else:
            self.machine.shell(f"rm {path}")
