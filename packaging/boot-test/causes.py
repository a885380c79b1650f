"""Keeps a kiosk from starting, in several ways, and reads the console's message for visitors."""
import time

from kiosk import PATIENCE

# The console's message for visitors.
HEADLINE = "This screen is out of order"
# The contact that the operator configures.
CONTACT = "Please call the reception: 030 1234567"
# Seconds from the beginning of the first start until the console shows the page, if the cause is known.
KNOWN = 15
# How many times slower an emulated processor may be. packaging/container/causes runs at this machine's speed.
EMULATED = 4
# Name, word that visitors can read out on the phone, command that makes the cause, and command that undoes
# it.
CAUSES = (
    ("no polkit", "polkit", "systemctl stop polkit; mv /usr/lib/polkit-1/polkitd /root", "mv /root/polkitd /usr/lib/polkit-1"),
    ("no compositor", "compositor", "mv /usr/bin/cage /root", "mv /root/cage /usr/bin"),
)
# The same for a machine whose card has no driver. It has no screen, so the test reads the console from the
# kernel.
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
        """The seconds within which the page about a known cause must appear."""
        return KNOWN if self.machine.accelerator == "kvm" else KNOWN * EMULATED

    def text(self):
        """Returns the text of the first console, in one line."""
        return " ".join(self.machine.shell("tr -s ' \\n\\0' ' ' </dev/vcs1").split())

    def make(self, cause):
        """Makes a cause and starts the kiosk. Returns the console's text and the seconds until it appeared."""
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
        # Gives the rest of the page time to appear.
        time.sleep(1)
        machine.look(name.replace(" ", "-"))
        return self.text(), told - began

    def mend(self, cause):
        """Removes the cause. Returns whether the carousel comes back by itself."""
        self.machine.shell(cause[3], PATIENCE)
        return self.kiosk.is_back(None)

    def contact(self, is_wanted):
        """Configures the contact in a drop-in, or removes the drop-in."""
        path = "/etc/rotunda/rotunda.d/contact.toml"
        if is_wanted:
            self.machine.shell(f"mkdir -p /etc/rotunda/rotunda.d; printf '[kiosk]\\ncontact = \"{CONTACT}\"\\n' >{path}")
        else:
            self.machine.shell(f"rm {path}")
