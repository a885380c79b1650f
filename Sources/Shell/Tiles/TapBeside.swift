import CarouselEngine
import RotundaGeometry

/// A tile beside the middle that was tapped: it comes to the middle and opens, in one movement.
struct OpeningBeside: Hashable {
  /// Its identifier.
  let tile: String
  /// When it is opened: it is near the middle by then, and still moves.
  let due: Double

  /// Seconds in which it comes to the middle, and after which it is opened. What it opens fills the screen
  /// 0.32 s after the tap.
  static let way = 0.18
  static let delay = 0.1
}

// Taps on tiles beside the middle.
extension TilesPanel {
  /// How many points of a tile are looked at, across and down, and the part of them that must be seen.
  private static let probes = 6
  private static let mostlySeen = 0.6

  /// Whether a tap on a tile beside the middle opens it: where that is asked for, and visitors see what they
  /// open.
  func opensBeside(_ tile: Int) -> Bool {
    !carousel.options.centersItemWhenSelected && isMostlySeen(tile)
  }

  /// Whether most of a tile is on the screen and not behind others.
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

  /// Brings a tile of the shelf in the middle to the center and opens it on its way. A finger that lands
  /// meanwhile stops both.
  mutating func bringAndOpen(_ index: Int) {
    sound(.tap)
    carousel.scroll(toItemAt: index, duration: OpeningBeside.way, at: clock)
    openingBeside = OpeningBeside(tile: tiles[index].id, due: clock + OpeningBeside.delay)
    redraw()
  }

  /// Opens what was tapped beside the middle, when it is due and nothing else was asked for meanwhile.
  mutating func openWhatIsBrought() {
    guard let opening = openingBeside, opening.due <= clock else { return }
    openingBeside = nil
    let index = carousel.destinationItemIndex
    guard tiles.indices.contains(index), tiles[index].id == opening.tile else { return }
    output.want(.open(tiles[index]))
  }
}
