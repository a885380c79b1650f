import Freedesktop

/// The icon theme as the loader asks for it: in pixels, and remembering what was looked up.
final class ThemeIcons {
  private var lookup: IconLookup

  init(_ lookup: IconLookup) { self.lookup = lookup }

  /// The file of the icon `name` that suits `extent` pixels across best.
  ///
  /// Themes have whole scales, and a size is in points: at one and a half, an icon for two is the better one.
  func path(_ name: String, extent: Int, scale: Double) -> String? {
    let wholeScale = max(1, Int(scale.rounded(.up)))
    let size = max(1, Int((Double(extent) / Double(wholeScale)).rounded()))
    return lookup.path(for: name, size: size, scale: wholeScale)
  }
}
