import CarouselEngine
import Gestures
import RotundaGeometry
import Scene

// The indicator of the middle tile, which visitors can move.
extension TilesPanel {
  /// The place and form of the indicator for the current tiles.
  var indicatorPlace: Indicator.Place {
    let count = tiles.count
    let form = level.zones.indicatorRoom > 0 ? Indicator.form(header.settings, tiles: count) : .none
    // A line with its own row goes from margin to margin.
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
      // Between the shelf's tiles and the name of the next shelf.
      place.center.y = bottomOfShelf + metrics.shelfGap / 2
    }
    return place
  }

  private var bottomOfShelf: Double {
    metrics.size.height / 2 + level.place(of: level.current).y + shelf.largestTile.height / 2
  }

  /// The touch area of the indicator; nil if visitors cannot move it.
  var indicatorTarget: Rectangle? {
    let (place, side) = (indicatorPlace, pageMetrics.chromeSide)
    guard place.form == .dots || place.form.isLine else { return nil }
    let long = place.length + side
    if place.isVertical { return Rectangle(center: place.center, size: Size(side, long)) }
    let top = level.hasSeveralShelves ? bottomOfShelf : level.zones.indicatorTop
    return Rectangle(
      origin: Point(place.center.x - long / 2, top), size: Size(long, min(side, metrics.size.height - top)))
  }

  /// Reports whether a touch at a point moves the indicator.
  func isOnIndicator(_ point: Point) -> Bool { indicatorTarget?.contains(point) == true }

  /// Makes the carousel follow a finger on the indicator.
  mutating func dragIndicator(to point: Point) {
    nudge.learned()
    carousel.scroll(toOffset: indicatorPlace.offset(at: point), duration: Self.followTime, at: clock)
    redraw()
  }

  /// Seconds in which the carousel reaches the finger on the indicator: too short to notice.
  private static let followTime = 0.12

  /// Moves the nearest tile to the middle when the finger on the indicator lifts.
  mutating func endIndicator(at point: Point) { center(Int(indicatorPlace.offset(at: point).rounded())) }

  /// Moves on by tenths of the tiles, for keys and one switch. With `wraps`, the last tile leads to the
  /// first.
  mutating func moveIndicator(by steps: Int, wraps: Bool = false) {
    let (count, now) = (tiles.count, carousel.destinationItemIndex)
    let stride = max(1, count / 10) * steps
    guard wraps, now + stride >= count else { return center(min(max(0, now + stride), count - 1)) }
    center(now == count - 1 ? 0 : count - 1)
  }

  /// The position of the middle tile among the tiles, in words.
  var position: String { words(.position, "\(carousel.destinationItemIndex + 1)", "\(tiles.count)") }

  mutating func requestIndicator() {
    // While tiles fly past, their numbers are illegible.
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
