import Configuration
import RotundaGeometry
import Scene

/// What a tile shows of its program: a shape in a colour of its own.
enum TileMark: CaseIterable, Hashable {
  /// It was started and has no window yet.
  case starting
  /// It runs.
  case running
  /// It should have a window long since, or has been halted.
  case unresponsive
  /// It did not start, or ended badly.
  case failed

  /// Amber and red, each for dark and for light tiles.
  private static let ambers = [Color(hex: 0xf2b84b), Color(hex: 0x8f5f00)]
  private static let reds = [Color(hex: 0xf0685c), Color(hex: 0xb5261e)]
  /// WCAG 2.1, 1.4.11: what signs need that are not writing.
  private static let leastContrast = 3.0

  /// What it looks like.
  var shape: TileFace.Mark {
    switch self {
    case .starting: .ring
    case .running: .disc
    case .unresponsive: .hourglass
    case .failed: .cross
    }
  }

  /// Its colour on a tile of the colour `ground`: its own if that is seen there, else black or white.
  func color(_ theme: Theme, on ground: Color) -> Color {
    colors(theme).first { $0.contrast(to: ground) >= Self.leastContrast }
      ?? (ground.contrast(to: .white) >= ground.contrast(to: .black) ? .white : .black)
  }

  private func colors(_ theme: Theme) -> [Color] {
    switch self {
    case .starting: [theme.quiet]
    case .running: [theme.running]
    case .unresponsive: Self.ambers
    case .failed: Self.reds
    }
  }
}

extension LauncherTile {
  /// What it shows of its program, else of one that was started by a row or a button on it.
  func mark(among marks: [String: TileMark]) -> TileMark? {
    marks.isEmpty ? nil : marks[id] ?? parts.lazy.compactMap { marks[$0.id] }.first
  }
}
