#!/usr/bin/python3
"""Shows a window with text fields of a toolkit. Writes all texts to a file when one changes.

fields.py gtk3|gtk4|qt6 FILE
"""
import sys

NAMES = ["name", "mail", "phone", "password"]
TEXTS = {}


def save(name, text):
    TEXTS[name] = text
    with open(sys.argv[2] + ".new", "w", encoding="utf-8") as file:
        file.write("".join(f"{name}={TEXTS.get(name, '')}\n" for name in NAMES))
    import os

    os.rename(sys.argv[2] + ".new", sys.argv[2])


def gtk(version):
    import gi

    gi.require_version("Gtk", version)
    from gi.repository import Gtk, GLib

    purposes = [Gtk.InputPurpose.FREE_FORM, Gtk.InputPurpose.EMAIL, Gtk.InputPurpose.PHONE, Gtk.InputPurpose.PASSWORD]

    def fill(window):
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=12)
        for name, purpose in zip(NAMES, purposes):
            entry = Gtk.Entry()
            entry.set_placeholder_text(name)
            entry.set_input_purpose(purpose)
            entry.set_visibility(name != "password")
            entry.set_size_request(-1, 60)
            entry.connect("changed", lambda entry, name=name: save(name, entry.get_text()))
            entry.connect("activate", lambda entry, name=name: save(name, entry.get_text() + "⏎"))
            box.append(entry) if version == "4.0" else box.pack_start(entry, False, False, 0)
        window.set_child(box) if version == "4.0" else window.add(box)

    if version == "3.0":
        window = Gtk.Window(title="Fields")
        fill(window)
        window.show_all()
        save("name", "")
        Gtk.main()
    else:
        Gtk.init()
        window = Gtk.Window(title="Fields")
        fill(window)
        window.present()
        save("name", "")
        GLib.MainLoop().run()


def qt6():
    from PyQt6.QtCore import Qt
    from PyQt6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget

    application = QApplication(sys.argv[:1])
    window = QWidget()
    layout = QVBoxLayout(window)
    layout.setSpacing(12)
    layout.setContentsMargins(0, 0, 0, 0)
    hints = [
        Qt.InputMethodHint.ImhNone, Qt.InputMethodHint.ImhEmailCharactersOnly,
        Qt.InputMethodHint.ImhDialableCharactersOnly, Qt.InputMethodHint.ImhHiddenText,
    ]
    for name, hint in zip(NAMES, hints):
        field = QLineEdit()
        field.setPlaceholderText(name)
        field.setFixedHeight(60)
        field.setInputMethodHints(hint)
        if name == "password":
            field.setEchoMode(QLineEdit.EchoMode.Password)
        field.textChanged.connect(lambda text, name=name: save(name, text))
        field.returnPressed.connect(lambda field=field, name=name: save(name, field.text() + "⏎"))
        layout.addWidget(field)
    layout.addStretch()
    window.show()
    save("name", "")
    application.exec()


{"gtk3": lambda: gtk("3.0"), "gtk4": lambda: gtk("4.0"), "qt6": qt6}[sys.argv[1]]()
