import CLinux
import Glibc

/// The X server that compositors of wlroots would share among all programs, and that a kiosk has none of.
///
/// A client that reaches it reads every key that is pressed in any of its windows, and its socket has a name
/// that is in no file system, so that nothing keeps programs from it. cage has it in any case, and starts it
/// when the first program connects: the program that `WLR_XWAYLAND` names. That is this program, and it
/// fails, after which the compositor closes its X sockets for good.
package enum CompositorsXServer {
  /// Where compositors of wlroots find which program Xwayland is.
  private static let variable = "WLR_XWAYLAND"

  /// Fails as Xwayland, if this process was started as that; else returns.
  package static func refuse() {
    let name = CommandLine.arguments.first?.split(separator: "/").last
    guard name == "Xwayland", let text = getenv("WAYLAND_SOCKET"), let socket = Int32(String(cString: text))
    else {
      return
    }
    clinux_refuse_xwayland(socket)
  }

  /// Has the compositor that this process was started in close its X sockets, if it was given this program
  /// for Xwayland.
  package static func close() {
    guard let own = realpath("/proc/self/exe", nil), let refusal = getenv(variable) else { return }
    defer { free(own) }
    guard strcmp(own, refusal) == 0, let display = getenv("DISPLAY") else { return }
    let text = String(cString: display)
    guard text.hasPrefix(":"), let number = Int32(text.dropFirst().prefix { $0 != "." }) else { return }
    _ = clinux_connect_x_display(number)
  }
}
