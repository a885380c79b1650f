/// Where panels stand, from the back to the front. There is one panel in each layer.
enum PanelLayer: Int, CaseIterable, Comparable {
  /// What stands for the tiles while there is nothing to open. Visitors cannot close it.
  case state
  /// Pages of tiles and the like.
  case page
  /// What fills the screen while the screen is idle.
  case attract
  /// The page about the system.
  case system
  /// What asks for the PIN.
  case pin

  static func < (one: PanelLayer, other: PanelLayer) -> Bool { one.rawValue < other.rawValue }

  /// What holds for the panels of a layer.
  struct Rules: Hashable {
    /// Whether messages stand before it; behind the others they wait.
    let showsMessages: Bool
    /// Whether gestures that it has no meaning for are meant for what is behind it. Otherwise only the one
    /// that switches speech on and off is.
    let passesGestures: Bool
    /// Whether a wheel that turns before it is meant for it.
    let scrolls: Bool
    /// Whether it comes in as messages do.
    let comesIn: Bool
    /// Whether presses of the operator's corner are counted while it is shown.
    let countsCorner: Bool
  }

  var rules: Rules {
    switch self {
    case .state:
      Rules(
        showsMessages: true, passesGestures: true, scrolls: false, comesIn: false,
        countsCorner: true)
    case .page:
      Rules(
        showsMessages: true, passesGestures: true, scrolls: true, comesIn: false,
        countsCorner: true)
    case .attract:
      Rules(
        showsMessages: true, passesGestures: false, scrolls: false, comesIn: false,
        countsCorner: true)
    case .system:
      Rules(
        showsMessages: false, passesGestures: true, scrolls: true, comesIn: true,
        countsCorner: false)
    case .pin:
      Rules(
        showsMessages: false, passesGestures: false, scrolls: false, comesIn: true,
        countsCorner: false)
    }
  }
}
