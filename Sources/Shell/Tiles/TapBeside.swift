import CarouselEngine
import RotundaGeometry

/// A tapped tile beside the middle. It moves to the middle and opens, in one motion.
struct OpeningBeside: Hashable {
  let tile: String
  /// When the tile opens. It is near the middle by then, and still moves.
  let due: Double

  /// Seconds in which the tile moves to the middle, and after which it opens. The opened content fills the
  /// screen 0.32 s after the tap.
  static let way = 0.18
  static let delay = 0.1
}

// Taps on tiles beside the middle.
extension TilesPanel {
  /// The number of sample points of a tile, across and down, and the share of them that must be visible.
  private static let probes = 6
  private static let mostlySeen = 0.6

  /// Reports whether a tap on a tile beside the middle opens it: the configuration allows it, and most of the
  /// tile is visible.
  func opensBeside(_ tile: Int) -> Bool {
    !carousel.options.centersItemWhenSelected && isMostlySeen(tile)
  }

  /// Reports whether most of a tile is on the screen and not behind others.
  private func isMostlySeen(_ tile: Int) -> Bool {
    guard let placement = shelf.placements.first(where: { $0.index == tile }), !placement.isHidden else {
      return false
    }
    let (size, place) = (shelf.size(of: tile), level.place(of: level.current))
    var seen = 0
    for probe in 0..<Self.probes * Self.probes {
      let (column, row) = (Double(probe % Self.probes), Double(probe / Self.probes))
      let share = Point(
        (column + 0.5) / Double(Self.probes) - 0.5, (row + 0.5) / Double(Self.probes) - 0.5)
      guard
        let point = placement.transform.project(Point(share.x * size.width, share.y * size.height))
      else { continue }
      let there = point + place
      let isOnScreen = abs(there.x) <= middle.x && abs(there.y) <= middle.y
      if isOnScreen, level.target(at: there) == Level.Target(shelf: level.current, tile: tile) { seen += 1 }
    }
    return Double(seen) >= Self.mostlySeen * Double(Self.probes * Self.probes)
  }

  /// Moves a tile of the middle shelf to the center, and opens it on its way. A finger that lands meanwhile
  /// stops both.
  mutating func bringAndOpen(_ index: Int) {
    sound(.tap)
    carousel.scroll(toItemAt: index, duration: OpeningBeside.way, at: clock)
    openingBeside = OpeningBeside(tile: tiles[index].id, due: clock + OpeningBeside.delay)
    redraw()
  }

  /// Opens the tapped tile when it is due, unless the carousel has another destination meanwhile.
  mutating func openWhatIsBrought() {
    guard let opening = openingBeside, opening.due <= clock else { return }
    openingBeside = nil
    let index = carousel.destinationItemIndex
    guard tiles.indices.contains(index), tiles[index].id == opening.tile else { return }
    output.want(.open(tiles[index]))
  }
}
