/// A compositor that a session can start with the launcher inside.
public enum SessionCompositor: String, CaseIterable, Sendable {
  /// Made for kiosks: one program fills the screen.
  case cage
  /// Tiling; offers nearly all there is.
  case sway
  /// Stacking.
  case labwc
  /// The reference compositor, with its kiosk shell.
  case weston

  /// Which one is started when nobody says.
  public static let standard = SessionCompositor.cage

  /// The file below `/etc/rotunda` whose text is added to the compositor's configuration: screens, their rotation,
  /// which touchscreen belongs to which. Nil where there is no such file.
  public var additionsFile: String? {
    switch self {
    case .cage, .labwc: nil
    case .sway: "sway.conf"
    case .weston: "weston.ini"
    }
  }

  /// Whether it is built on wlroots and reads that library's variables.
  var isWlroots: Bool { self != .weston }
}
