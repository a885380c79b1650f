#!/usr/bin/python3
"""Shows a window with text fields of a toolkit. Writes all texts and the window's height to a file when one changes.

fields.py gtk3|gtk4|qt5|qt6|terminal FILE

In a terminal, the fields are questions, one after the other.
"""
import os
import sys

NAMES = ["name", "mail", "web", "phone", "password"]
TEXTS = {}


def save(name, text):
    TEXTS[name] = text
    with open(sys.argv[2] + ".new", "w", encoding="utf-8") as file:
        file.write("".join(f"{name}={TEXTS.get(name, '')}\n" for name in [*NAMES, "height"]))
    os.rename(sys.argv[2] + ".new", sys.argv[2])


def gtk(version):
    import gi

    gi.require_version("Gtk", version)
    from gi.repository import Gtk, GLib

    purposes = [
        Gtk.InputPurpose.FREE_FORM, Gtk.InputPurpose.EMAIL, Gtk.InputPurpose.URL, Gtk.InputPurpose.PHONE,
        Gtk.InputPurpose.PASSWORD,
    ]

    def fill(window):
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8)
        for name, purpose in zip(NAMES, purposes):
            entry = Gtk.Entry()
            entry.set_placeholder_text(name)
            entry.set_input_purpose(purpose)
            entry.set_visibility(name != "password")
            entry.set_size_request(-1, 40)
            entry.connect("changed", lambda entry, name=name: save(name, entry.get_text()))
            entry.connect("activate", lambda entry, name=name: save(name, entry.get_text() + "⏎"))
            if version == "4.0":
                box.append(entry)
            else:
                box.pack_start(entry, False, False, 0)
        if version == "4.0":
            window.set_child(box)
        else:
            window.add(box)

    if version == "4.0":
        Gtk.init()
    window = Gtk.Window(title="Fields")
    window.set_decorated(False)
    fill(window)
    if version == "4.0":
        # The size of the box is not observable: it is asked for with each frame.
        window.present()
        window.add_tick_callback(lambda window, clock: measured(window.get_height()) or True)
    else:
        window.connect("size-allocate", lambda window, size: measured(size.height))
        window.show_all()
    GLib.MainLoop().run()


def measured(height):
    if height != TEXTS.get("height"):
        save("height", height)


def qt(version):
    from importlib import import_module

    core, widgets = import_module(f"PyQt{version}.QtCore"), import_module(f"PyQt{version}.QtWidgets")
    hint = core.Qt.InputMethodHint

    class Window(widgets.QWidget):
        def resizeEvent(self, event):
            measured(event.size().height())

    application = widgets.QApplication(sys.argv[:1])
    window = Window()
    layout = widgets.QVBoxLayout(window)
    layout.setSpacing(8)
    layout.setContentsMargins(0, 0, 0, 0)
    hints = [
        hint.ImhNone, hint.ImhEmailCharactersOnly, hint.ImhUrlCharactersOnly, hint.ImhDialableCharactersOnly,
        hint.ImhHiddenText,
    ]
    for name, hint in zip(NAMES, hints):
        field = widgets.QLineEdit()
        field.setPlaceholderText(name)
        field.setFixedHeight(40)
        field.setInputMethodHints(hint)
        if name == "password":
            field.setEchoMode(widgets.QLineEdit.EchoMode.Password)
        field.textChanged.connect(lambda text, name=name: save(name, text))
        field.returnPressed.connect(lambda field=field, name=name: save(name, field.text() + "⏎"))
        layout.addWidget(field)
    layout.addStretch()
    window.show()
    application.exec()


def terminal():
    import fcntl
    import getpass
    import signal
    import struct
    import termios

    def measure(*_):
        size = fcntl.ioctl(0, termios.TIOCGWINSZ, bytes(8))
        measured(struct.unpack("HHHH", size)[3])

    signal.signal(signal.SIGWINCH, measure)
    measure()
    for name in NAMES:
        save(name, (getpass.getpass if name == "password" else input)(f"{name}: ") + "⏎")
    signal.pause()


{
    "gtk3": lambda: gtk("3.0"), "gtk4": lambda: gtk("4.0"), "qt5": lambda: qt(5), "qt6": lambda: qt(6), "terminal": terminal,
}[sys.argv[1]]()
