/// Helpers for X servers.
#pragma once

/// Reserves the abstract socket name of the X server number `display` in this network namespace, without
/// listening. The kernel refuses clients, and libxcb then uses the path of the same name. Returns a
/// descriptor, or -1.
int clinux_reserve_x_display(int display);

/// Exits a program that a wlroots compositor has started as Xwayland, in a way that wlroots survives. Never
/// returns.
///
/// wlroots closes its X sockets permanently when Xwayland fails. Up to 0.15, it frees the client twice if the
/// client is gone before wlroots notices the failure. Therefore a second process keeps the client's socket,
/// `descriptor`, open until wlroots has closed its end.
_Noreturn void clinux_refuse_xwayland(int descriptor);

/// Connects to the abstract socket name of the X server number `display` and disconnects. Returns whether a
/// server listens.
int clinux_connect_x_display(int display);
