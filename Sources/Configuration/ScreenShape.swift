import RotundaGeometry

/// The shape of a screen: what a theme arranges otherwise for one than for another.
package struct ScreenShape: Hashable, Sendable, CaseIterable {
  /// A table of a theme, `[layout.portrait]` for example.
  package enum Table: String, CaseIterable, Hashable, Sendable {
    case landscape
    case portrait
    /// In addition to landscape.
    case ultrawide
    /// In addition to either.
    case small
  }

  package enum Form: CaseIterable, Hashable, Sendable {
    case landscape, portrait, ultrawide
  }

  package var form = Form.landscape
  package var isSmall = false

  /// So many times higher than wide a screen is upright.
  package static let uprightRatio = 1.2
  /// So many times wider than high a screen is ultrawide: screens of 21:9 are, those of 2:1 are not.
  private static let ultrawideRatio = 2.1
  /// The shorter side of a small screen is at most this, in points: panels of 7 to 10 inches.
  private static let smallSide = 600.0

  /// That of a screen whose size is not known.
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

  /// The tables that count on such a screen; of two with the same key the later one does.
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
