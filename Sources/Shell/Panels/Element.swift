import RotundaGeometry

/// Identifies an element of the screen.
struct ElementID: Hashable, Sendable {
  /// The kind of element, such as `key`.
  let name: String
  /// The number among the panel's elements of that kind.
  let index: Int

  init(_ name: String, _ index: Int = 0) { (self.name, self.index) = (name, index) }

  /// Reports whether both identifiers have the same kind.
  func isKind(of other: ElementID) -> Bool { name == other.name }
}

/// A part of the screen that a visitor can select: with a finger, with keys, or with one switch.
///
/// Panels publish their elements. Selection and the screen reader work on elements, and know no panel.
struct Element: Hashable, Sendable {
  /// The kind of interaction.
  enum Role: Hashable, Sendable {
    /// Contains other elements, and is selected before them.
    case group
    case tile
    case button
    /// A key of a keypad.
    case key
    /// Scrolls content that is longer than its place.
    case scroller
    /// Moves by a share of the content.
    case slider
    /// On or off.
    case toggle
    /// One of several.
    case choice
    /// Leads to another place.
    case link
    /// Closes something.
    case close
  }

  let id: ElementID
  let role: Role
  /// The name in the visitor's language.
  let label: String
  /// The value in words; empty for none.
  var value = ""
  /// Whether activating the element has an effect.
  var isEnabled = true
  /// The place, in points from the upper left corner of the surface. Nil for an invisible element, whose
  /// label must be visible.
  var frame: Rectangle?
  /// The spoken name and further spoken text, instead of label and value. Empty for an element that the
  /// screen reader reads elsewhere.
  var speech: [String]?
  /// The number among the elements, and their count; nil if the screen reader omits it.
  var place: ElementCount?

  /// Returns the spoken text: name, kind, value, state and place.
  func sentences(in words: Localizer) -> [String] {
    let said = speech ?? [label, value]
    guard let name = said.first else { return [] }
    // The name of a group lists all of its elements.
    let kind = role.name(in: words)
    let head = role == .group ? said + [kind] : [name, kind] + said.dropFirst()
    return head + (isEnabled ? [] : [words(.unavailable)]) + (place.map { [$0.text(in: words)] } ?? [])
  }
}

/// A number among elements, counted from 1.
struct ElementCount: Hashable, Sendable {
  let (number, count): (Int, Int)

  init(_ number: Int, of count: Int) { (self.number, self.count) = (number, count) }

  func text(in words: Localizer) -> String { words(.position, "\(number)", "\(count)") }
  /// The place in figures.
  var shortText: String { "\(number)/\(count)" }
}

extension Element.Role {
  /// Returns the kind of an element, in words.
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
  /// The elements with their numbers.
  var counted: [Element] {
    enumerated().map { index, element in
      var element = element
      element.place = ElementCount(index + 1, of: count)
      return element
    }
  }
}

extension ElementID {
  /// The group of the middle shelf's tiles.
  static let tiles = ElementID("tiles")
  /// The tile itself, without its controls.
  static let face = ElementID("face")
  /// Leaves the folder.
  static let back = ElementID("back")
  /// Shows which tile is in the middle.
  static let indicator = ElementID("indicator")
  /// Buttons at the lower edge.
  static let language = ElementID("language")
  static let forEveryone = ElementID("for-everyone")
  /// Closes the panel that has the screen.
  static let close = ElementID("close")
  /// The button of a message, and the message itself, which closes when activated.
  static let retry = ElementID("retry")
  static let message = ElementID("message")
  /// Returns the identifier of a tile of the selected shelf. A tile with controls is a group.
  static func tile(_ index: Int) -> ElementID { ElementID("tile", index) }
  /// Returns the identifier of another shelf.
  static func shelf(_ index: Int) -> ElementID { ElementID("shelf", index) }

  /// Creates the identifier of a control on the middle tile; nil for an invisible control.
  init?(_ control: TileControl) {
    switch control {
    case .row(let index): self = ElementID("row", index)
    case .button(let index): self = ElementID("button", index)
    case .gesture: return nil
    }
  }

  /// The control on the middle tile, if the element is one.
  var control: TileControl? {
    if isKind(of: ElementID("row")) { return .row(index) }
    return isKind(of: ElementID("button")) ? .button(index) : nil
  }
}

/// The screen whose elements visitors select.
enum ElementPlace: Hashable, Sendable {
  case level(Int, folder: String?)
  case panel(ShellStatus.Screen)
}
