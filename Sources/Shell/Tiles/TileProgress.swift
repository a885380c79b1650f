import CarouselEngine
import Configuration
import RotundaGeometry
import Scene

/// A cache of the accents' colors on a theme, because computing one takes time. Each cache is for one kind of
/// shape.
struct AccentColors {
  private var colors: [Color: Color] = [:]
  private var (background, card) = (Color.clear, Color.clear)

  /// Returns the color of a meaningful shape.
  mutating func shape(_ accent: Color, _ theme: Theme) -> Color {
    color(accent, theme) { theme.accented(accent).shape }
  }

  /// Returns the color of a shape on the background behind the tiles.
  mutating func behindTiles(_ accent: Color, _ theme: Theme) -> Color {
    color(accent, theme) { theme.accentBehindTiles(accent) }
  }

  private mutating func color(_ accent: Color, _ theme: Theme, _ find: () -> Color) -> Color {
    if background != theme.background || card != theme.card {
      colors.removeAll(keepingCapacity: true)
      (background, card) = (theme.background, theme.card)
    }
    if let known = colors[accent] { return known }
    let found = find()
    colors[accent] = found
    return found
  }
}

/// Progress: a bar at the lower edge of a tile. It grows in the direction of reading, because the whole
/// screen is mirrored.
extension Shelf {
  /// The height of the bar and the distance of its middle from the lower edge, as shares of the tile's
  /// shorter side.
  private static let (barShare, footShare) = (0.022, 0.045)
  /// The least height of the bar, in points.
  private static let leastBar = 4.0
  /// The share of the corners' radius from which a tile counts as round.
  private static let roundCorners = 0.3
  /// The bar's length on a round tile, and its distance from the lower edge, as shares of the shorter side.
  private static let (roundLength, roundFoot) = (0.4, 0.1)
  /// The colors of the remaining part, on dark themes and on bright ones.
  private static let (darkTrack, brightTrack) = (Color.black.opacity(0.6), Color.white.opacity(0.85))

  mutating func appendProgress(
    _ placement: Placement, _ transform: Transform, to frame: inout SceneFrame, _ look: ShelfLook
  ) {
    guard !tiles[placement.index].$appearance.isUsual,
      let progress = tiles[placement.index].appearance.progress
    else { return }
    let size = size(of: placement.index)
    let shorter = min(size.width, size.height)
    let isRound = cornerRadius(of: size, look) > shorter * Self.roundCorners
    let height = max(shorter * Self.barShare, Self.leastBar)
    let length =
      isRound ? shorter * Self.roundLength : size.width - 2 * shorter * max(look.theme.margin, 0.05)
    let foot = shorter * (isRound ? Self.roundFoot : Self.footShare)
    let place = transform.onScreen(scaled: look.zoom, moved: look.center)
    let (opacity, light) = (placement.opacity * look.opacity, light(on: placement, look))
    let accent = tiles[placement.index].appearance.accent
    let color = accent.map { accents.shape($0, look.theme) } ?? look.theme.progress
    let done = min(max(progress, 0), 1)
    func bar(_ color: Color, from start: Double, _ length: Double) -> Sprite {
      Sprite(
        .color(color), size: Size(length, height),
        transform: place.translated(start + length / 2, size.height / 2 - foot, 0), cornerRadius: height / 2,
        opacity: opacity, brightness: light)
    }
    frame.sprites.append(bar(look.isBright ? Self.brightTrack : Self.darkTrack, from: -length / 2, length))
    guard done > 0 else { return }
    // The ends are round from the first percent on.
    frame.sprites.append(bar(color, from: -length / 2, max(height, length * done)))
  }
}
