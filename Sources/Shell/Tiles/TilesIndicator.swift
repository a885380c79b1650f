import CarouselEngine
import Gestures
import RotundaGeometry
import Scene

// What shows which tile is in the middle, and is moved to go to another.
extension TilesPanel {
  /// Where it stands and how it looks for the tiles in the middle.
  var indicatorPlace: Indicator.Place {
    let count = tiles.count
    let form = level.zones.indicatorRoom > 0 ? Indicator.form(header.settings, tiles: count) : .none
    // A line that has its row for itself goes from margin to margin.
    let margins = 2 * metrics.plainFontSize * theme.screenMargin
    let room =
      form == .rule && level.zones.hasIndicatorRow ? metrics.size.width - margins : level.zones.indicatorRoom
    let length = Indicator.length(form, tiles: count, within: room, metrics)
    var place = Indicator.Place(
      form: form, tiles: count, center: Point(metrics.size.width / 2, level.zones.indicator), length: length)
    if shelf.isVertical {
      let edge = max(metrics.plainFontSize * theme.screenMargin, pageMetrics.chromeSide / 2)
      place.center = Point(metrics.size.width - edge, metrics.size.height / 2)
      place.isVertical = true
      place.length = min(length, metrics.size.height / 2)
    } else if level.hasSeveralShelves {
      // Between its tiles and the name of the next shelf.
      place.center.y = bottomOfShelf + metrics.shelfGap / 2
    }
    return place
  }

  private var bottomOfShelf: Double {
    metrics.size.height / 2 + level.place(of: level.current).y + shelf.largestTile.height / 2
  }

  /// Where a finger moves it; nil where it cannot be moved.
  var indicatorTarget: Rectangle? {
    let (place, side) = (indicatorPlace, pageMetrics.chromeSide)
    guard place.form == .dots || place.form.isLine else { return nil }
    let long = place.length + side
    if place.isVertical { return Rectangle(center: place.center, size: Size(side, long)) }
    let top = level.hasSeveralShelves ? bottomOfShelf : level.zones.indicatorTop
    return Rectangle(
      origin: Point(place.center.x - long / 2, top), size: Size(long, min(side, metrics.size.height - top)))
  }

  /// Whether a touch there moves it.
  func isOnIndicator(_ point: Point) -> Bool { indicatorTarget?.contains(point) == true }

  /// The carousel follows a finger on the indicator.
  mutating func dragIndicator(to point: Point) {
    nudge.learned()
    carousel.scroll(toOffset: indicatorPlace.offset(at: point), duration: Self.followTime, at: clock)
    redraw()
  }

  /// Seconds in which the carousel is where the finger on the indicator is: no longer than looks as if it
  /// were there.
  private static let followTime = 0.12

  /// The finger on the indicator lifts there: the nearest tile comes to the middle.
  mutating func endIndicator(at point: Point) { center(Int(indicatorPlace.offset(at: point).rounded())) }

  /// A tenth of the tiles further, for keys and one switch; with `wraps`, from the last tile to the first.
  mutating func moveIndicator(by steps: Int, wraps: Bool = false) {
    let (count, now) = (tiles.count, carousel.destinationItemIndex)
    let stride = max(1, count / 10) * steps
    guard wraps, now + stride >= count else { return center(min(max(0, now + stride), count - 1)) }
    center(now == count - 1 ? 0 : count - 1)
  }

  /// Which of how many tiles is in the middle, in words.
  var position: String { words(.position, "\(carousel.destinationItemIndex + 1)", "\(tiles.count)") }

  mutating func requestIndicator() {
    // While tiles fly past, their numbers cannot be read.
    guard indicatorPlace.form == .number, shelf.looksStill || indicator.isUnnumbered else { return }
    indicator.layOut(level.currentTile, of: tiles.count, environment, into: &outbox)
  }

  func appendIndicator(below message: Rectangle?, to frame: inout SceneFrame) {
    let place = indicatorPlace
    if let message, message.origin.y <= place.center.y + metrics.plainFontSize { return }
    indicator.draw(
      carousel, at: place, environment, opacity: seenOfIndicator * level.seenOfRow, to: &frame)
  }
}
