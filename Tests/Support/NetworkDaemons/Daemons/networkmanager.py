"""dbusmock's NetworkManager, with wireless networks that accept one password.

The parameter "scenario" selects the machine: usual, saved, hostile, off, blocked, unmanaged or none.
"""
import dbus
import dbusmock
from gi.repository import GLib

# Also the methods of the original, which dbusmock takes from a template's module.
from dbusmock.templates.networkmanager import *  # noqa: F401,F403
from dbusmock.templates.networkmanager import (
    ACCESS_POINT_IFACE, ACTIVE_CONNECTION_IFACE, CSETTINGS_IFACE, DEVICE_IFACE, MANAGER_IFACE, MANAGER_OBJ,
    SETTINGS_OBJ, WIRELESS_DEVICE_IFACE)
from dbusmock.templates import networkmanager as original

RIGHT = "right password"
PSK, ENTERPRISE, SAE, OWE = 0x100, 0x200, 0x400, 0x800
DEVICE = "/org/freedesktop/NetworkManager/Devices/wlan0"


def load(mock, parameters):
    original.load(mock, {})
    scenario = parameters.get("scenario", "usual")
    manager = dbusmock.get_object(MANAGER_OBJ)
    manager.AddMethod(
        MANAGER_IFACE, "AddAndActivateConnection2", "a{sa{sv}}ooa{sv}", "ooa{sv}",
        "ret = self.join(self, args[0], args[1], args[2])")
    manager.join = join
    manager.activate_connection = activate
    manager.deactivate_connection = lambda self, active: None
    manager.count = 0
    if scenario == "none":
        manager.AddEthernetDevice("eth0", "eth0", 100)
        return
    manager.AddWiFiDevice("wlan0", "wlan0", 10 if scenario == "unmanaged" else 30)
    device = dbusmock.get_object(DEVICE)
    device.AddProperty(WIRELESS_DEVICE_IFACE, "ActiveAccessPoint", dbus.ObjectPath("/"))
    if scenario == "off":
        manager.Set(MANAGER_IFACE, "WirelessEnabled", False)
        return
    if scenario == "blocked":
        manager.Set(MANAGER_IFACE, "WirelessHardwareEnabled", False)
        return
    if scenario == "hostile":
        return add_hostile(mock)
    points = [
        ("Museum", 40, PSK), ("Museum", 80, PSK), ("Guests", 60, 0), ("Office", 90, ENTERPRISE),
        ("Modern", 55, SAE), ("Wrapped", 50, OWE), ("No address", 30, PSK), ("Slow", 20, PSK), ("Old", 10, 1),
    ]
    for number, (name, strength, flags) in enumerate(points):
        add_point(mock, f"p{number}", name.encode(), strength, flags)
    if scenario == "saved":
        save(new_connection(b"Museum", RIGHT))
        save(new_connection(b"Modern", "an older password"))


def add_point(mock, name, ssid, strength, flags, mode=2):
    path = f"/org/freedesktop/NetworkManager/AccessPoint/{name}"
    mock.AddObject(path, ACCESS_POINT_IFACE, {
        "Ssid": dbus.ByteArray(ssid), "Flags": dbus.UInt32(1 if flags else 0), "WpaFlags": dbus.UInt32(0),
        "RsnFlags": dbus.UInt32(flags), "Strength": dbus.Byte(strength), "Mode": dbus.UInt32(mode)}, [])
    device = dbusmock.get_object(DEVICE)
    points = device.Get(WIRELESS_DEVICE_IFACE, "AccessPoints")
    points.append(dbus.ObjectPath(path))
    device.Set(WIRELESS_DEVICE_IFACE, "AccessPoints", points)


def add_hostile(mock):
    names = [
        b"\xff\xfe\x00\x01", b"line\nfeed", "\u202egnirts".encode(), b"", b"\0" * 8, b"x" * 32, b"y" * 33,
        "e\u0301\u0301\u0301\u0301\u0301\u0301\u0301".encode(), "\u0634\u0628\u0643\u0629".encode(),
        "Museum\u200b".encode(), b"Museum", b" ",
    ]
    for number, name in enumerate(names):
        add_point(mock, f"h{number}", name, 90, PSK)
    for number in range(400):
        add_point(mock, f"m{number}", b"many %d" % number, 1 + number % 80, PSK)
    add_point(mock, "adhoc", b"ad hoc", 99, 0, mode=1)
    device = dbusmock.get_object(DEVICE)
    device.Set(DEVICE_IFACE, "AvailableConnections", dbus.Array(
        [dbus.ObjectPath(f"/nowhere/{number}") for number in range(300)], signature="o"))


def new_connection(ssid, password):
    settings = {
        "connection": {"id": ssid.decode(errors="replace"), "type": "802-11-wireless"},
        "802-11-wireless": {"ssid": dbus.ByteArray(ssid)}}
    if password is not None:
        settings["802-11-wireless-security"] = {"key-mgmt": "wpa-psk", "psk": password}
        settings["ipv4"] = {"method": "manual", "route-metric": dbus.Int64(7)}
    return add_connection(settings)


def add_connection(settings):
    manager = dbusmock.get_object(MANAGER_OBJ)
    manager.count += 1
    path = f"{SETTINGS_OBJ}/{manager.count}"
    manager.AddObject(path, CSETTINGS_IFACE, {"Unsaved": True}, [
        ("GetSettings", "", "a{sa{sv}}", "ret = self.shown(self)"), ("Save", "", "", "self.save(self)"),
        ("Update2", "a{sa{sv}}ua{sv}", "a{sv}", "ret = self.update(self, args[0])"),
        ("Delete", "", "", "self.delete(self)")])
    connection = dbusmock.get_object(path)
    connection.settings = settings
    connection.shown, connection.save, connection.delete = shown, save, delete
    connection.update = update
    return connection


def shown(connection):
    # NetworkManager returns no secrets here.
    return {section: {key: value for key, value in values.items() if key != "psk"}
            for section, values in connection.settings.items()}


def update(connection, settings):
    connection.settings = settings
    return {}


def save(connection):
    device = dbusmock.get_object(DEVICE)
    available = device.Get(DEVICE_IFACE, "AvailableConnections")
    if connection.path in available:
        return
    available.append(dbus.ObjectPath(connection.path))
    device.Set(DEVICE_IFACE, "AvailableConnections", available)


def delete(connection):
    device = dbusmock.get_object(DEVICE)
    available = [path for path in device.Get(DEVICE_IFACE, "AvailableConnections") if path != connection.path]
    device.Set(DEVICE_IFACE, "AvailableConnections", dbus.Array(available, signature="o"))
    connection.RemoveObject(connection.path)


def join(manager, settings, device, point):
    connection = add_connection(settings)
    return connection.path, begin(manager, connection, point), {}


def activate(manager, path, device, point):
    return begin(manager, dbusmock.get_object(path), point)


def begin(manager, connection, point):
    manager.count += 1
    path = f"/org/freedesktop/NetworkManager/ActiveConnection/{manager.count}"
    manager.AddObject(path, ACTIVE_CONNECTION_IFACE, {"State": dbus.UInt32(1)}, [])
    GLib.timeout_add(100, finish, manager, path, connection.settings, point)
    return path


def finish(manager, path, settings, point):
    active, device = dbusmock.get_object(path), dbusmock.get_object(DEVICE)
    name = bytes(settings["802-11-wireless"]["ssid"])
    password = settings.get("802-11-wireless-security", {}).get("psk")

    def set_state(state, reason):
        active.Set(ACTIVE_CONNECTION_IFACE, "State", dbus.UInt32(state))
        active.EmitSignal(ACTIVE_CONNECTION_IFACE, "StateChanged", "uu", [state, reason])

    def fail(reason):
        device.EmitSignal(DEVICE_IFACE, "StateChanged", "uuu", [120, 60, reason])
        set_state(4, 3)

    if name == b"Slow":
        pass
    elif name == b"No address":
        fail(5)
    elif name == b"Nowhere":
        fail(53)
    elif password is not None and password != RIGHT:
        fail(7)
    else:
        device.Set(DEVICE_IFACE, "State", dbus.UInt32(100))
        device.Set(WIRELESS_DEVICE_IFACE, "ActiveAccessPoint", dbus.ObjectPath(point))
        set_state(2, 1)
    return False
