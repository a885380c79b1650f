import RotundaGeometry

/// An item that was removed and is still to be seen while it fades out.
struct Departure: Hashable, Sendable {
  var id: Int
  /// Where it was among the items, counted like a scroll offset.
  var place: Double
  /// How large it was.
  var size: Size
  /// How far from the nearest of such places on a carousel that wraps, in items: it did not wrap then.
  var aside = 0.0
  var transition: Transition

  /// How much of it is left to be seen, 1 to 0.
  func remaining(at time: Double) -> Double { 1 - transition.progress(at: time) }
}

/// Where an item that was removed is drawn while it fades out.
public struct DepartingItem: Hashable, Sendable {
  /// What `removeItem` or `replaceItems` returned.
  public var id: Int
  /// Where it is drawn, its opacity falling to 0. Its `index` is −1 − `id` and stands for no item.
  public var placement: Placement
  /// How large it is, in points.
  public var size: Size
}

extension Carousel {
  /// The items that were removed and are still fading out where they were, from back to front.
  ///
  /// They belong behind what is there now: the items that close up pass over them.
  public func departingItems() -> [DepartingItem] {
    let toggle = toggle
    let items = departures.map { departure in
      var placement = morphedPlacement(
        index: -1 - departure.id, offset: shownOffset(of: departure), toggle: toggle,
        isDeparting: true)
      placement.opacity *= departure.remaining(at: clock)
      return DepartingItem(id: departure.id, placement: placement, size: departure.size)
    }
    return items.sorted { ($0.placement.depth, $0.id) < ($1.placement.depth, $1.id) }
  }

  func shownOffset(of departure: Departure) -> Double {
    shortest(departure.place - offset) + departure.aside
  }

  /// Lets the item at `index` fade out where it is, before it is removed; nil when nobody can see that.
  mutating func depart(itemAt index: Int) -> Int? {
    let duration = options.layoutChangeDuration
    let (first, count) = window
    guard hasBeenSeen, duration > 0, duration.isFinite, (0..<numberOfItems).contains(index),
      layout.wraps || (first..<(first + count)).contains(index)
    else { return nil }
    let shown = shownOffset(forItemAt: index)
    guard abs(shown) <= Double(count) else { return nil }
    lastDeparture += 1
    departures.append(
      Departure(
        id: lastDeparture, place: offset + shown, size: sizes[index],
        transition: Transition(duration: duration)))
    return lastDeparture
  }

  mutating func advanceDepartures(to now: Double) {
    guard !departures.isEmpty else { return }
    for place in departures.indices { departures[place].transition.begin(at: now) }
    departures.removeAll { $0.transition.isOver(at: now) }
  }

  /// Leaves them where they are on the screen while everything is counted anew.
  mutating func shiftDepartures(by items: Double) {
    for place in departures.indices { departures[place].place += items }
  }
}
