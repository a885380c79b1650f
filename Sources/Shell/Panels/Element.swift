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
    /// On or off.
    case toggle
    /// One of several.
    case choice
    /// Leads to another place.
    case link
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
  /// The name and further spoken text in the place of label and value; empty for an element that speaks
  /// by itself.
  var speech: [String]?
  /// Its number among the choices there, and their number; nil if the screen reader does not say it.
  var place: ElementCount?

  /// Its spoken text: name, kind, value, state and place.
  func sentences(in words: Localizer) -> [String] {
    let said = speech ?? [label, value]
    guard let name = said.first else { return [] }
    // The name of a group consists of all of its elements.
    let kind = role.name(in: words)
    let head = role == .group ? said + [kind] : [name, kind] + said.dropFirst()
    return head + (isEnabled ? [] : [words(.unavailable)]) + (place.map { [$0.text(in: words)] } ?? [])
  }
}

/// A place among a number of elements, counted from 1.
struct ElementCount: Hashable, Sendable {
  let (number, count): (Int, Int)

  init(_ number: Int, of count: Int) { (self.number, self.count) = (number, count) }

  func text(in words: Localizer) -> String { words(.position, "\(number)", "\(count)") }
  /// The same in figures.
  var shortText: String { "\(number)/\(count)" }
}

extension Element.Role {
  /// The kind of an element, in words.
  func name(in words: Localizer) -> String {
    switch self {
    case .group: words(.roleGroup)
    case .tile: words(.roleTile)
    case .button, .scroller, .close: words(.roleButton)
    case .key: words(.roleKey)
    case .slider: words(.roleSlider)
    case .toggle: words(.roleSwitch)
    case .choice: words(.roleChoice)
    case .link: words(.roleLink)
    }
  }
}

extension [Element] {
  /// The same, and each knows which one of them it is.
  var counted: [Element] {
    enumerated().map { index, element in
      var element = element
      element.place = ElementCount(index + 1, of: count)
      return element
    }
  }
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
