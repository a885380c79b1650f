import RotundaGeometry

/// The shape of a screen. Themes can have a different arrangement for each.
package struct ScreenShape: Hashable, Sendable, CaseIterable {
  /// A table of a theme, such as `[layout.portrait]`.
  package enum Table: String, CaseIterable, Hashable, Sendable {
    case landscape
    case portrait
    /// Applies in addition to landscape.
    case ultrawide
    /// Applies in addition to any other.
    case small
  }

  package enum Form: CaseIterable, Hashable, Sendable {
    case landscape, portrait, ultrawide
  }

  package var form = Form.landscape
  package var isSmall = false

  /// The smallest ratio of height to width of a portrait screen.
  package static let uprightRatio = 1.2
  /// The smallest ratio of width to height of an ultrawide screen: 21:9 is ultrawide, 2:1 is not.
  private static let ultrawideRatio = 2.1
  /// The longest shorter side of a small screen, in points: panels of 7 to 10 inches.
  private static let smallSide = 600.0

  /// The shape of a screen of unknown size.
  package init() {}

  package init(form: Form, isSmall: Bool) { (self.form, self.isSmall) = (form, isSmall) }

  /// The shape of a screen of that size, in points.
  package init(_ size: Size) {
    guard !size.isEmpty else { return }
    if size.height > size.width * Self.uprightRatio {
      form = .portrait
    } else if size.width >= size.height * Self.ultrawideRatio {
      form = .ultrawide
    }
    isSmall = min(size.width, size.height) <= Self.smallSide
  }

  package static let allCases = Form.allCases.flatMap { form in
    [false, true].map { ScreenShape(form: form, isSmall: $0) }
  }

  /// The tables that apply to such a screen. For equal keys the last table wins.
  package var tables: [Table] {
    let tables: [Table] =
      switch form {
      case .landscape: [.landscape]
      case .portrait: [.portrait]
      case .ultrawide: [.landscape, .ultrawide]
      }
    return isSmall ? tables + [.small] : tables
  }
}
