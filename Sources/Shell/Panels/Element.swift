import RotundaGeometry

/// Identifies an element of the screen.
struct ElementID: Hashable, Sendable {
  /// What kind of thing it is, such as `key`.
  let name: String
  /// Which of those that its panel has.
  let index: Int

  init(_ name: String, _ index: Int = 0) { (self.name, self.index) = (name, index) }

  /// Whether it is of the same kind.
  func isKind(of other: ElementID) -> Bool { name == other.name }
}

/// Something on the screen that a visitor can choose: with a finger, with keys, or with one switch.
///
/// Panels publish their elements. Selection and speech work on elements, and know no panel.
struct Element: Hashable, Sendable {
  /// What a visitor can do with it.
  enum Role: Hashable, Sendable {
    /// Holds others, and is chosen before them.
    case group
    case tile
    case button
    /// A key of a pad.
    case key
    /// Moves what is longer than its place.
    case scroller
    /// Moves on by a part of the content.
    case slider
    /// Takes something away.
    case close
  }

  let id: ElementID
  let role: Role
  /// What it is called, in the visitor's language.
  let label: String
  /// Its value in words; empty if it has none.
  var value = ""
  /// Whether choosing it does anything.
  var isEnabled = true
  /// Its place, in points from the upper left corner of the surface; nil for an invisible element, whose
  /// label must be shown.
  var frame: Rectangle?
  /// The text when the highlight reaches it; nil for its label and value, empty for an element that speaks by
  /// itself.
  var speech: [String]?

  var sentences: [String] { speech ?? (value.isEmpty ? [label] : [label, value]) }
}

extension ElementID {
  /// The tiles of the shelf in the middle, as a group.
  static let tiles = ElementID("tiles")
  /// What a tap on the tile itself does, beside its controls.
  static let face = ElementID("face")
  /// Out of the folder.
  static let back = ElementID("back")
  /// Which tile is in the middle.
  static let indicator = ElementID("indicator")
  /// Buttons at the lower edge.
  static let language = ElementID("language")
  static let forEveryone = ElementID("for-everyone")
  /// Away with what has the screen.
  static let close = ElementID("close")
  /// The button of a message, and the message itself, which it closes.
  static let retry = ElementID("retry")
  static let message = ElementID("message")
  /// A tile of the selected shelf; with its controls a group.
  static func tile(_ index: Int) -> ElementID { ElementID("tile", index) }
  /// Another shelf.
  static func shelf(_ index: Int) -> ElementID { ElementID("shelf", index) }

  /// A control on the selected tile; nil if invisible.
  init?(_ control: TileControl) {
    switch control {
    case .row(let index): self = ElementID("row", index)
    case .button(let index): self = ElementID("button", index)
    case .gesture: return nil
    }
  }

  /// The control on the tile in the middle that it is.
  var control: TileControl? {
    if isKind(of: ElementID("row")) { return .row(index) }
    return isKind(of: ElementID("button")) ? .button(index) : nil
  }
}

/// The screen in which elements are chosen.
enum ElementPlace: Hashable, Sendable {
  case level(Int, folder: String?)
  case panel(ShellStatus.Screen)
}
