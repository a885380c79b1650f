/// The layers of panels, from back to front. Each holds one panel.
enum PanelLayer: Int, CaseIterable, Comparable {
  /// A screen instead of the tiles, while nothing can be opened. Visitors cannot close it.
  case state
  /// The way back from a trial of edits. The tiles stay usable.
  case trial
  /// Pages of tiles and the like.
  case page
  /// A form for the panel behind it.
  case form
  /// What fills the screen while the screen is idle.
  case attract
  /// The first run: a kiosk is being set up by touch.
  case setup
  /// The page about the system.
  case system
  /// A field with the keyboard on the screen, for a panel behind it.
  case keyboard
  /// What asks for the PIN.
  case pin

  static func < (one: PanelLayer, other: PanelLayer) -> Bool { one.rawValue < other.rawValue }

  /// The rules for panels of a layer.
  struct Rules: Hashable {
    /// Whether messages appear in front of it; behind the others they wait.
    let showsMessages: Bool
    /// Whether gestures that it does not use go to the screen behind. Otherwise only the gesture for speech
    /// does.
    let passesGestures: Bool
    /// Whether a wheel that turns before it is meant for it.
    let scrolls: Bool
    /// Whether it appears as messages do.
    let comesIn: Bool
    /// Whether presses of the operator's corner count while it is visible.
    let countsCorner: Bool
    /// Whether codes of readers count while it is there.
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
