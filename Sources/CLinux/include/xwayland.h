/// What stands around an X server.
#pragma once

/// Keeps the abstract name of the X server number `display` from all others of this network namespace, and
/// listens to no one there. The kernel refuses clients, and libxcb then goes to the path of the same name.
/// Returns a descriptor, or -1.
int clinux_reserve_x_display(int display);

/// For a program that a compositor of wlroots has started as Xwayland: has that fail in a way that wlroots
/// survives. Never returns.
///
/// wlroots closes its X sockets for good when Xwayland fails. Up to 0.15 it frees the client twice if that
/// has gone before the failure is noticed, so a second process holds the client's socket, `descriptor`, until
/// wlroots has closed its end.
_Noreturn void clinux_refuse_xwayland(int descriptor);

/// Connects to the abstract name of the X server number `display`, and leaves. Returns whether someone
/// listens.
int clinux_connect_x_display(int display);
