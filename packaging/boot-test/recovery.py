"""Measures how soon the kiosk recovers from hangs, full memory, unplugged devices, sleep and a hung kernel."""
import os
import time

from kiosk import ANSWER, FACES, LAUNCHER, PATIENCE, SESSION, TURN, TURN_BACK, TURNED

# The watchdog's interval here, in seconds: an emulated processor is ten times slower than the slowest
# kiosk's. A beat comes twice in an interval. A kiosk has run when it has given three signs of life.
WATCHDOG = 12
# Numbers of strikes and memory hogs. Ninety strikes are ten of each kind: three signals for three processes.
STRIKES = 90
HOGS = 10
# Seconds that 99 of 100 recoveries take at most: the start of an emulated kiosk, after its watchdog's
# interval.
START = 40
SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../container/recovery")
DROP_IN = "/run/systemd/system/rotunda.service.d/70-recovery.conf"
# Seconds for which a screen is unplugged.
UNPLUGGED = 5
MANAGER = "org.freedesktop.systemd1 /org/freedesktop/systemd1 org.freedesktop.systemd1.Manager"
# A gesture that ends because its panel is gone.
HALF_A_DRAG = [[0, {0: [650, 480]}], [0.05, {0: [600, 480]}], [0.05, {0: [500, 480]}]]


# The parts that the boot test can run by name, in this order.
PARTS = ("panel", "output", "suspend", "memory", "strikes", "hardware_watchdog")


class Recovery:
    """Recovery checks. They report to `test`, with its `check(name, holds, detail)` and `say(words)`."""

    def __init__(self, machine, kiosk, test):
        self.machine, self.kiosk, self.check, self.say = machine, kiosk, test.check, test.say
        self.keep_journal = test.keep_journal

    # MARK: Strikes and memory

    def strikes(self):
        """Kills and stops launcher, compositor and program, as in the container, with limits for this machine."""
        self.run_inside(f"strikes={STRIKES}", "the kiosk recovers in time", STRIKES * (WATCHDOG * 2 + START * 2))

    def memory(self):
        """Checks that a program that takes all memory dies first, with systemd-oomd and without."""
        machine = self.machine
        for name, part in (("session", SESSION), ("launcher", LAUNCHER)):
            locked = machine.shell(f"sed -n 's/^VmLck:[^0-9]*//p' /proc/$(pgrep -o {part})/status")
            self.check(f"the {name} locks its memory", locked and not locked.startswith("0 "), locked)
        # The service manager starts systemd-oomd for each unit that it should manage.
        oomd = "systemd-oomd.socket systemd-oomd.service"
        machine.shell(f"systemctl mask --runtime --now {oomd}")
        self.run_inside(f"hogs={HOGS}", "the kiosk survives full memory", HOGS * ANSWER)
        # Faster than its default: within a second instead of half a minute.
        machine.shell(
            "mkdir -p /run/systemd/system/user-.slice.d /run/systemd/oomd.conf.d; "
            "printf '[Slice]\\nManagedOOMMemoryPressure=kill\\nManagedOOMMemoryPressureLimit=10%%\\n' "
            ">/run/systemd/system/user-.slice.d/70-recovery.conf; "
            "printf '[OOM]\\nDefaultMemoryPressureDurationSec=1s\\n' >/run/systemd/oomd.conf.d/70-recovery.conf; "
            f"systemctl unmask --runtime {oomd}; systemctl daemon-reload; systemctl start systemd-oomd")
        active = machine.shell("systemctl is-active systemd-oomd")
        self.check("systemd-oomd runs", active == "active", active)
        self.run_inside(f"hogs={HOGS}", "the kiosk survives full memory with systemd-oomd", HOGS * ANSWER)
        self.say("processes killed by systemd-oomd: " + machine.shell("journalctl --boot -u systemd-oomd --output=cat | grep -c Killed"))
        machine.shell(
            f"systemctl stop {oomd}; rm -r /run/systemd/system/user-.slice.d /run/systemd/oomd.conf.d; "
            "systemctl daemon-reload")

    def run_inside(self, words, name, seconds):
        """Runs the container's recovery script in the machine, and reports its output."""
        machine = self.machine
        with open(SCRIPT) as file:
            script = file.read()
        bars = f"crash={START} hang={WATCHDOG + START} beat={WATCHDOG / 2} patience={PATIENCE}"
        machine.shell(
            f"mkdir -p $(dirname {DROP_IN}); printf '[Unit]\\nStartLimitBurst=1000\\n[Service]\\nWatchdogSec={WATCHDOG}s\\n' >{DROP_IN}; "
            "systemctl daemon-reload; systemctl reset-failed rotunda; cp /etc/rotunda/rotunda.toml /root/rotunda.toml; "
            "systemctl restart rotunda", PATIENCE)
        machine.shell(f"cat >/root/recovery <<'END OF SCRIPT'\n{script}\nEND OF SCRIPT\necho '{words} {bars}' >/root/words; rm -f /root/said; "
                      "setsid python3 /root/recovery >/root/said 2>&1 </dev/null &")
        deadline = time.monotonic() + seconds + PATIENCE
        said = ""
        while time.monotonic() < deadline and not said.split("\n")[-1].startswith(("PASSED", "FAILED")):
            time.sleep(5)
            said = machine.shell("cat /root/said")
        for line in said.split("\n"):
            self.say(line)
        self.check(name, said.endswith("PASSED"), said.split("\n")[-1])
        machine.shell(f"rm {DROP_IN}; mv /root/rotunda.toml /etc/rotunda/rotunda.toml; systemctl daemon-reload")
        self.kiosk.restart()

    # MARK: The machine

    def hardware_watchdog(self):
        """Checks that the hardware watchdog, which setup turns on, restarts a machine with a hung kernel."""
        machine = self.machine
        said = machine.shell("rotunda doctor | grep ' watchdog '")
        self.check("the doctor shows the hardware watchdog", said.startswith("good") and "/dev/watchdog" in said, said)
        self.keep_journal()
        boot = machine.shell("cat /proc/sys/kernel/random/boot_id")
        machine.shell("sync; echo 0 >/proc/sys/kernel/panic; (sleep 1; echo c >/proc/sysrq-trigger) >/dev/null 2>&1 &")
        began = time.monotonic()
        machine.meet_guest(PATIENCE)
        now = machine.shell("cat /proc/sys/kernel/random/boot_id")
        back = self.kiosk.is_back("kernel-stood-still")
        self.check("the carousel is back after the kernel hung", back and now != boot, f"after {time.monotonic() - began:.0f} s")

    def suspend(self):
        """Checks that the kiosk shows the carousel after the machine has slept, without a restart."""
        machine, kiosk = self.machine, self.kiosk
        before = kiosk.property("MainPID")
        # QEMU's watchdog continues to count while the machine sleeps. Those of real machines stop.
        interval = machine.shell(f"busctl get-property {MANAGER} RuntimeWatchdogUSec").split()[-1]
        machine.shell(f"busctl set-property {MANAGER} RuntimeWatchdogUSec t 0")
        boot = machine.shell("cat /proc/sys/kernel/random/boot_id")
        # Suspends all except the processor: an emulated machine that suspends fully does not wake up but
        # resets.
        machine.shell(
            "mkdir -p /run/systemd/sleep.conf.d; printf '[Sleep]\\nSuspendState=freeze\\n' >/run/systemd/sleep.conf.d/test.conf; "
            "echo devices >/sys/power/pm_test; systemctl suspend")
        deadline = time.monotonic() + ANSWER
        slept = ""
        while "suspend exit" not in slept and time.monotonic() < deadline:
            time.sleep(1)
            slept = machine.shell("journalctl --boot -k --output=cat | grep 'PM: suspend'; true")
        machine.shell("echo none >/sys/power/pm_test")
        same_boot = machine.shell("cat /proc/sys/kernel/random/boot_id") == boot
        machine.shell(f"busctl set-property {MANAGER} RuntimeWatchdogUSec t {interval}")
        seen = kiosk.sees_carousel(name="after-sleep")
        same = kiosk.property("MainPID") == before
        self.check("the carousel is on the screen after suspend and resume", seen and same and same_boot and "suspend exit" in slept, slept.replace("\n", "; "))
        self.check_turns("after that a swipe turns it")

    def output(self):
        """Checks that a screen that is unplugged and plugged in again shows the carousel."""
        machine, kiosk = self.machine, self.kiosk
        before = kiosk.property("MainPID")
        status = "/sys/class/drm/card*-*/status"
        machine.shell(f"for file in {status}; do echo off >$file; done; udevadm settle")
        off = machine.shell(f"cat {status}")
        time.sleep(UNPLUGGED)
        machine.shell(f"for file in {status}; do echo detect >$file; done; udevadm settle")
        seen = kiosk.sees_carousel(name="plugged-in-again")
        same = kiosk.property("MainPID") == before
        self.check("the carousel is on a screen that was unplugged and plugged in again", seen and same and off == "disconnected", off)
        self.check_turns("after that a swipe turns it")

    def panel(self):
        """Checks that the kiosk forgets a gesture whose touch panel is unplugged."""
        machine, kiosk = self.machine, self.kiosk
        before = kiosk.property("MainPID")
        kiosk.touch(HALF_A_DRAG)
        machine.tell({"replug": 2})
        seen = kiosk.sees_carousel(name="panel-back")
        self.check("the carousel is at rest after the touch panel was unplugged during a gesture", seen and kiosk.property("MainPID") == before)
        self.check_turns("after that a swipe turns it")

    def check_turns(self, name):
        kiosk = self.kiosk
        kiosk.touch(TURN)
        turned = kiosk.still(ANSWER, lambda now: now.colors() > FACES and now.difference(kiosk.carousel) > TURNED)
        self.check(name, turned is not None)
        kiosk.touch(TURN_BACK)
        kiosk.sees_carousel()
