import RotundaGeometry

/// The animation of items to new places after insertions, removals or moves.
struct Rearrangement: Sendable {
  /// The distances from items to their new places at the start, in items. Items without an entry do not move.
  var displacements: [Int: Double]
  /// The visibility of items that fade in, at the start. Items without an entry are fully visible.
  var presences: [Int: Double] = [:]
  var transition: Transition

  /// Returns the remaining part of the movement, 1 to 0.
  func remaining(at time: Double) -> Double { 1 - transition.progress(at: time) }
}

extension Carousel {
  /// Performs a change of the items, and lets the items in view glide from their old places.
  ///
  /// - Parameters:
  ///   - animated: Whether the items glide. If not, they move at once.
  ///   - origin: The former index of an item, nil for a new one.
  mutating func rearrange(
    animated: Bool = true, origin: (Int) -> Int?, _ change: (inout Carousel) -> Void
  ) {
    let before = self
    change(&self)
    // Sizes follow their items.
    if !sizes.own.isEmpty {
      let count = numberOfItems
      func moved(_ own: [Size]) -> [Size] {
        (0..<count).map { index in origin(index).flatMap { own.indices.contains($0) ? own[$0] : nil } ?? .zero
        }
      }
      for place in morphs.indices { morphs[place].sizes.own = moved(morphs[place].sizes.own) }
      isInstant = true
      itemSizes = moved(before.itemSizes)
      isInstant = false
    }
    if !isClassic, numberOfItems > 0 { offset = rules.limited(offset) }
    guard animated else {
      // A new number of items may have changed the layout, for example a ring's radius, and started a morph.
      morphs = before.morphs
      return
    }
    glide(from: before, origin: origin)
  }

  /// Lets the items in view glide from their places in `before`.
  mutating func glide(from before: Carousel, origin: (Int) -> Int?) {
    let duration = options.layoutChangeDuration
    guard hasBeenSeen, duration > 0, duration.isFinite, numberOfItems > 0, before.numberOfItems > 0 else {
      return
    }
    let isClosed = isClosedRing
    let mayGoRound = before.layout.wraps == layout.wraps ? layout.wraps : isClosed
    var next = Rearrangement(displacements: [:], transition: Transition(duration: duration))
    // The range covers the view and its width on both sides. Items that scroll into view also glide.
    let (first, count) = window
    for place in (first - count)..<(first + 2 * count) {
      let index = layout.wraps ? rules.clamped(index: place) : place
      guard (0..<numberOfItems).contains(index), next.displacements[index] == nil else { continue }
      guard let old = origin(index) else {
        next.presences[index] = 0
        continue
      }
      let shown = before.shownOffset(forItemAt: old)
      let direct = shown - offset(forItemAt: index)
      let way = mayGoRound && (isClosed || !before.isInInnerHalf(shown)) ? shortestRound(direct) : direct
      let presence = before.presence(ofItemAt: old)
      if presence < 1 { next.presences[index] = presence }
      guard abs(way) > Limit.sameOffset else { continue }
      if options.changesFade {
        next.presences[index] = 0
      } else {
        next.displacements[index] = way
      }
    }
    if !next.presences.isEmpty || !next.displacements.isEmpty { rearrangement = next }
  }

  /// Lets the items in view fade in at their places, unless a rearrangement is in progress.
  mutating func appear() {
    guard rearrangement == nil else { return }
    var next = Rearrangement(
      displacements: [:], transition: Transition(duration: options.layoutChangeDuration))
    let (first, count) = window
    for place in first..<(first + count) {
      let index = layout.wraps ? rules.clamped(index: place) : place
      if (0..<numberOfItems).contains(index) { next.presences[index] = 0 }
    }
    if !next.presences.isEmpty { rearrangement = next }
  }

  /// Returns the visible offset of an item: its own, or an interpolated one during an animation.
  func shownOffset(forItemAt index: Int) -> Double {
    let there = home(ofItemAt: index)
    guard let rearrangement, let way = rearrangement.displacements[index] else { return there }
    return there + way * rearrangement.remaining(at: clock)
  }

  /// Returns the visibility of a new item, 0 to 1; 1 for all other items.
  func presence(ofItemAt index: Int) -> Double {
    guard let rearrangement, let presence = rearrangement.presences[index] else { return 1 }
    return 1 + (presence - 1) * rearrangement.remaining(at: clock)
  }

  mutating func advanceRearrangement(to now: Double) {
    guard rearrangement != nil else { return }
    rearrangement?.transition.begin(at: now)
    if rearrangement?.transition.isOver(at: now) == true { rearrangement = nil }
  }

  /// Reports whether an offset is nearer to the middle than to the seam between the last and the first item.
  /// An item near the middle would visibly vanish if it moved across the seam. An item near the seam may come
  /// from its other side.
  private func isInInnerHalf(_ offset: Double) -> Bool { abs(offset) < Double(numberOfItems) / 4 }

  func shortest(_ way: Double) -> Double { layout.wraps ? shortestRound(way) : way }

  private func shortestRound(_ way: Double) -> Double {
    let round = Double(numberOfItems)
    return round > 0 ? way - round * (way / round).rounded() : way
  }

  /// Whether the items form a closed ring and nothing else is visible. On such a ring, a full turn of an item
  /// is invisible.
  private var isClosedRing: Bool {
    layout.isClosedRing(of: numberOfItems)
      && morphs.allSatisfy { $0.layout.isClosedRing(of: numberOfItems) }
  }
}

extension ResolvedLayout {
  /// Reports whether `items` items fill exactly one turn.
  fileprivate func isClosedRing(of items: Int) -> Bool {
    switch kind {
    case .rotary, .invertedRotary, .cylinder, .invertedCylinder, .ring, .scaledRing, .ellipse,
      .invertedEllipse:
      guard let circle, fade.min == -.infinity, fade.max == .infinity else { return false }
      return abs(abs(circle.anglePerItem) * Double(items) - 2 * .pi) < Limit.sameOffset
    case .linear, .spotlight, .wheel, .invertedWheel, .radial, .coverFlow, .coverFlow2, .timeMachine,
      .invertedTimeMachine,
      .receding, .custom:
      return false
    }
  }
}

/// A removed item that is fading out.
struct Departure: Hashable, Sendable {
  var id: Int
  /// The item's former place, counted like a scroll offset.
  var place: Double
  var size: Size
  /// The distance from the nearest equivalent place on a wrapping carousel, in items, because the carousel
  /// did not wrap at the time.
  var aside = 0.0
  var transition: Transition

  /// Returns the remaining visibility, 1 to 0.
  func remaining(at time: Double) -> Double { 1 - transition.progress(at: time) }
}

/// The removed items that are fading out.
struct Departures: Hashable, Sendable {
  private(set) var items: [Departure] = []
  /// The number of departures so far, which is the latest id.
  private var latest = 0

  var isEmpty: Bool { items.isEmpty }

  /// Adds an item that fades out. Returns its id.
  mutating func add(at place: Double, _ size: Size, duration: Double) -> Int {
    latest += 1
    items.append(
      Departure(id: latest, place: place, size: size, transition: Transition(duration: duration)))
    return latest
  }

  mutating func update(_ change: (inout Departure) -> Void) {
    for index in items.indices { change(&items[index]) }
  }

  /// Starts the departures that have not begun and removes those that are over.
  mutating func advance(to now: Double) {
    guard !items.isEmpty else { return }
    update { $0.transition.begin(at: now) }
    items.removeAll { $0.transition.isOver(at: now) }
  }
}

/// A removed item that is fading out, with its placement.
public struct DepartingItem: Hashable, Sendable {
  /// The id that `removeItem` or `replaceItems` returned.
  public var id: Int
  /// The placement, with an opacity that falls to 0. Its `index` is −1 − `id` and is not the index of an
  /// item.
  public var placement: Placement
  /// The size of the item, in points.
  public var size: Size
}

extension Carousel {
  /// Returns the removed items that are fading out in place, from back to front.
  ///
  /// Draw them behind the present items, which pass over them as they close the gap.
  public func departingItems() -> [DepartingItem] {
    let toggle = toggle
    let items = departures.items.map { departure in
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

  /// Lets the item at `index` fade out in place, before its removal. Returns nil if the fading would not be
  /// visible.
  mutating func depart(itemAt index: Int) -> Int? {
    let duration = options.layoutChangeDuration
    let (first, count) = window
    guard hasBeenSeen, duration > 0, duration.isFinite, (0..<numberOfItems).contains(index),
      layout.wraps || (first..<(first + count)).contains(index)
    else { return nil }
    let shown = shownOffset(forItemAt: index)
    guard abs(shown) <= Double(count) else { return nil }
    return departures.add(at: offset + shown, sizes[index], duration: duration)
  }

  /// Shifts the places of departures when items are renumbered, to keep them in place on the screen.
  mutating func shiftDepartures(by items: Double) {
    departures.update { $0.place += items }
  }
}
