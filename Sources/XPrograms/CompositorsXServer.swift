import CLinux
import Glibc

/// Disables the shared X server of wlroots compositors.
///
/// Any of its clients can read every key press in all its windows. Its socket has an abstract name outside
/// the file system, so nothing keeps programs from it. cage always creates it, and starts the program in
/// `WLR_XWAYLAND` when the first client connects. That is this program, and it fails. The compositor then
/// closes its X sockets for good.
package enum CompositorsXServer {
  /// The variable with the Xwayland program for wlroots compositors.
  private static let variable = "WLR_XWAYLAND"

  /// Fails if this process was started as Xwayland; otherwise returns.
  package static func refuse() {
    let name = CommandLine.arguments.first?.split(separator: "/").last
    guard name == "Xwayland", let text = getenv("WAYLAND_SOCKET"), let socket = Int32(String(cString: text))
    else {
      return
    }
    clinux_refuse_xwayland(socket)
  }

  /// Makes the compositor of this process close its X sockets, if it uses this program as Xwayland.
  package static func close() {
    guard let own = realpath("/proc/self/exe", nil), let refusal = getenv(variable) else { return }
    defer { free(own) }
    guard strcmp(own, refusal) == 0, let display = getenv("DISPLAY") else { return }
    let text = String(cString: display)
    guard text.hasPrefix(":"), let number = Int32(text.dropFirst().prefix { $0 != "." }) else { return }
    _ = clinux_connect_x_display(number)
  }
}
