/// The layers of panels, from back to front. Each holds one panel.
enum PanelLayer: Int, CaseIterable, Comparable {
  /// A screen instead of the tiles, while no tile can open. Visitors cannot close it.
  case state
  /// The way back from a trial of edits. The tiles stay usable.
  case trial
  /// Pages of tiles and similar panels.
  case page
  /// A form for the panel behind it.
  case form
  /// Scenes on an idle screen.
  case attract
  /// The first run, which sets up a kiosk by touch.
  case setup
  /// The system page.
  case system
  /// A text field with the on-screen keyboard, for a panel behind it.
  case keyboard
  /// The PIN pad.
  case pin

  static func < (one: PanelLayer, other: PanelLayer) -> Bool { one.rawValue < other.rawValue }

  /// The rules for panels of a layer.
  struct Rules: Hashable {
    /// Whether messages appear in front of it. Otherwise they wait.
    let showsMessages: Bool
    /// Whether unused gestures reach the screen behind. Otherwise only the gesture for the screen reader
    /// does.
    let passesGestures: Bool
    /// Whether scroll wheels scroll it.
    let scrolls: Bool
    /// Whether it appears as messages do.
    let comesIn: Bool
    /// Whether presses of the operator's corner count while it is visible.
    let countsCorner: Bool
    /// Whether codes of readers count while the panel is open.
    let takesCodes: Bool
  }

  var rules: Rules {
    switch self {
    case .state:
      Rules(
        showsMessages: true, passesGestures: true, scrolls: false, comesIn: false,
        countsCorner: true, takesCodes: true)
    case .trial:
      Rules(
        showsMessages: true, passesGestures: true, scrolls: true, comesIn: false,
        countsCorner: true, takesCodes: true)
    case .page:
      Rules(
        showsMessages: true, passesGestures: true, scrolls: true, comesIn: false,
        countsCorner: true, takesCodes: true)
    case .form:
      Rules(
        showsMessages: true, passesGestures: false, scrolls: true, comesIn: false,
        countsCorner: true, takesCodes: false)
    case .attract:
      Rules(
        showsMessages: true, passesGestures: false, scrolls: false, comesIn: false,
        countsCorner: true, takesCodes: true)
    case .setup:
      Rules(
        showsMessages: false, passesGestures: false, scrolls: true, comesIn: true,
        countsCorner: false, takesCodes: false)
    case .system:
      Rules(
        showsMessages: false, passesGestures: true, scrolls: true, comesIn: true,
        countsCorner: false, takesCodes: false)
    case .keyboard:
      Rules(
        showsMessages: false, passesGestures: false, scrolls: false, comesIn: false,
        countsCorner: true, takesCodes: false)
    case .pin:
      Rules(
        showsMessages: false, passesGestures: false, scrolls: false, comesIn: true,
        countsCorner: false, takesCodes: false)
    }
  }
}
