import Freedesktop
import Threads

/// The icon theme as the loader asks for it: in pixels, and remembering what was looked up.
final class ThemeIcons: Sendable {
  /// A theme that another thread handed in; the next look-up takes it over. Only ever held for an instant, while
  /// `lookup` may be reading a slow disk.
  private let replacement = Monitor<IconLookup?>(nil)
  /// Held by the one thread that looks icons up.
  private let lookup: Monitor<IconLookup>

  /// Icons that `lookup` finds.
  init(_ lookup: IconLookup) { self.lookup = Monitor(lookup) }

  /// Looks in `icons` from now on.
  func replace(with icons: IconLookup) { replacement.withLock { $0 = icons } }

  /// The file of the icon `name` that suits `extent` pixels across best.
  ///
  /// Themes have whole scales, and a size is in points: at one and a half, an icon for two is the better one.
  func path(_ name: String, extent: Int, scale: Double) -> String? {
    let wholeScale = max(1, Int(scale.rounded(.up)))
    let size = max(1, Int((Double(extent) / Double(wholeScale)).rounded()))
    let replacement = replacement.withLock { waiting -> IconLookup? in
      defer { waiting = nil }
      return waiting
    }
    return lookup.withLock { lookup in
      if let replacement { lookup = replacement }
      return lookup.path(for: name, size: size, scale: wholeScale)
    }
  }
}
