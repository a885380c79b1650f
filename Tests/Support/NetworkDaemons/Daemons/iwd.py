"""A daemon with iwd's D-Bus API, and networks that accept one password.

The first argument selects the machine: usual, off or none. The second one is a file for the calls.
"""
import sys

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

IWD = "net.connman.iwd"
RIGHT = "right password"
scenario, calls = sys.argv[1], open(sys.argv[2], "a", buffering=1)
DBusGMainLoop(set_as_default=True)
bus = dbus.SystemBus()
objects, agents = {}, []


class Failure(dbus.exceptions.DBusException):
    def __init__(self, name):
        super().__init__(name, name=f"{IWD}.{name}")


class Thing(dbus.service.Object):
    def __init__(self, path, interfaces):
        super().__init__(bus, path)
        self.path = path
        objects[path] = interfaces

    @dbus.service.method("org.freedesktop.DBus.Properties", "ssv")
    def Set(self, interface, name, value):
        calls.write(f"Set {name} {value}\n")
        objects[self.path][interface][name] = value
        if name == "Powered" and value:
            add_station()


class Root(dbus.service.Object):
    @dbus.service.method("org.freedesktop.DBus.ObjectManager", out_signature="a{oa{sa{sv}}}")
    def GetManagedObjects(self):
        return objects


class Manager(dbus.service.Object):
    @dbus.service.method(f"{IWD}.AgentManager", "o", sender_keyword="sender")
    def RegisterAgent(self, path, sender):
        agents[:] = [(sender, path)]


class Station(Thing):
    @dbus.service.method(f"{IWD}.Station")
    def Scan(self):
        calls.write("Scan\n")

    @dbus.service.method(f"{IWD}.Station")
    def Disconnect(self):
        calls.write("Disconnect\n")

    @dbus.service.method(f"{IWD}.Station", out_signature="a(on)")
    def GetOrderedNetworks(self):
        strengths = {path: things[f"{IWD}.Network"] for path, things in objects.items() if f"{IWD}.Network" in things}
        return [(dbus.ObjectPath(path), dbus.Int16(-5000 - 300 * number)) for number, path in enumerate(strengths)]

    @dbus.service.method(f"{IWD}.Station", "s", async_callbacks=("ok", "fail"))
    def ConnectHiddenNetwork(self, name, ok, fail):
        calls.write(f"ConnectHiddenNetwork {name}\n")
        if name != "Backstage":
            return fail(Failure("NotFound"))
        ask(dbus.ObjectPath("/net/connman/iwd/0/4/hidden"), lambda: ok(), fail)


class Network(Thing):
    @dbus.service.method(f"{IWD}.Network", async_callbacks=("ok", "fail"))
    def Connect(self, ok, fail):
        mine = objects[self.path][f"{IWD}.Network"]
        calls.write(f"Connect {mine['Name']}\n")

        def done():
            mine["Connected"] = True
            ok()

        if mine["Name"] == "Far":
            fail(Failure("NotFound"))
        elif mine["Name"] == "Slow":
            pass
        elif mine["Type"] == "open" or "KnownNetwork" in mine:
            done()
        else:
            ask(self.path, done, fail)


class Known(Thing):
    @dbus.service.method(f"{IWD}.KnownNetwork")
    def Forget(self):
        calls.write("Forget\n")
        del objects["/net/connman/iwd/0/4/n1"][f"{IWD}.Network"]["KnownNetwork"]


def ask(path, ok, fail):
    if not agents:
        return fail(Failure("NoAgent"))
    sender, agent = agents[0]

    def answered(password):
        ok() if password == RIGHT else fail(Failure("Failed"))

    bus.get_object(sender, agent, introspect=False).RequestPassphrase(
        dbus.ObjectPath(path), dbus_interface=f"{IWD}.Agent", reply_handler=answered,
        error_handler=lambda error: fail(Failure("Aborted")))


def add_station():
    objects[DEVICE][f"{IWD}.Station"] = {"Scanning": False, "State": "disconnected"}


DEVICE = "/net/connman/iwd/0/4"
Root(bus, "/")
Manager(bus, "/net/connman/iwd")
if scenario != "none":
    Station(DEVICE, {f"{IWD}.Device": {"Name": "wlan0", "Powered": scenario != "off", "Mode": "station"}})
if scenario == "usual":
    add_station()
    networks = [("Museum", "psk"), ("Saved", "psk"), ("Guests", "open"), ("Office", "8021x"), ("Far", "psk"), ("Slow", "psk")]
    for number, (name, kind) in enumerate(networks):
        properties = {"Name": name, "Type": kind, "Connected": False, "Device": dbus.ObjectPath(DEVICE)}
        Network(f"{DEVICE}/n{number}", {f"{IWD}.Network": properties})
    objects[f"{DEVICE}/n1"][f"{IWD}.Network"]["KnownNetwork"] = dbus.ObjectPath("/net/connman/iwd/saved")
    Known("/net/connman/iwd/saved", {f"{IWD}.KnownNetwork": {"Name": "Saved"}})
name = dbus.service.BusName(IWD, bus)
GLib.MainLoop().run()
