import Configuration
import Geometry

/// What a tile shows of its program: a dot in one of these colours.
enum TileMark: Hashable {
  /// It was started and has no window yet.
  case starting
  /// It runs.
  case running
  /// It should have had a window long since.
  case unresponsive
  /// It did not start, or ended badly.
  case failed

  private static let amber = Color(hex: 0xf2b84b)
  private static let red = Color(hex: 0xf0685c)

  /// The colour of the dot.
  func color(_ theme: Theme) -> Color {
    switch self {
    case .starting: theme.quiet
    case .running: theme.running
    case .unresponsive: Self.amber
    case .failed: Self.red
    }
  }
}

extension LauncherTile {
  /// What it shows of its program, else of one that was started by a row or a button on it.
  func mark(among marks: [String: TileMark]) -> TileMark? {
    marks.isEmpty ? nil : marks[id] ?? parts.lazy.compactMap { marks[$0.id] }.first
  }
}
