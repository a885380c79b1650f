import RotundaGeometry

/// Items on their way to new places, because others were inserted, removed or moved.
struct Rearrangement: Sendable {
  /// How far items were from their new places when it began, in items. The others were there already.
  var displacements: [Int: Double]
  /// Items that fade in: how much of them was to be seen when it began. The others are there as a whole.
  var presences: [Int: Double] = [:]
  var transition: Transition

  /// How much of the way is left, 1 to 0.
  func remaining(at time: Double) -> Double { 1 - transition.progress(at: time) }
}

extension Carousel {
  /// Carries out a change of the items, and lets those in view glide from where they were.
  ///
  /// - Parameters:
  ///   - animated: Whether they glide; else they are there at once.
  ///   - origin: The former index of an item, nil for a new one.
  mutating func rearrange(
    animated: Bool = true, origin: (Int) -> Int?, _ change: (inout Carousel) -> Void
  ) {
    let before = self
    change(&self)
    // Sizes go with their items.
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
      // A count that changes the layout's figures, as a ring's radius, has begun a change of layout.
      morphs = before.morphs
      return
    }
    glide(from: before, origin: origin)
  }

  /// Lets the items in view glide from where `before` shows them.
  mutating func glide(from before: Carousel, origin: (Int) -> Int?) {
    let duration = options.layoutChangeDuration
    guard hasBeenSeen, duration > 0, duration.isFinite, numberOfItems > 0, before.numberOfItems > 0 else {
      return
    }
    let isClosed = isClosedRing
    let mayGoRound = before.layout.wraps == layout.wraps ? layout.wraps : isClosed
    var next = Rearrangement(displacements: [:], transition: Transition(duration: duration))
    // As much again on both sides of the view: what scrolls into it on the way glides too.
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

  /// Lets the items in view fade in where they are, unless some just do.
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

  /// Where an item is shown: its offset, or the place on its way there.
  func shownOffset(forItemAt index: Int) -> Double {
    let there = home(ofItemAt: index)
    guard let rearrangement, let way = rearrangement.displacements[index] else { return there }
    return there + way * rearrangement.remaining(at: clock)
  }

  /// How much of a new item is to be seen, 0 to 1; 1 for the others.
  func presence(ofItemAt index: Int) -> Double {
    guard let rearrangement, let presence = rearrangement.presences[index] else { return 1 }
    return 1 + (presence - 1) * rearrangement.remaining(at: clock)
  }

  mutating func advanceRearrangement(to now: Double) {
    guard rearrangement != nil else { return }
    rearrangement?.transition.begin(at: now)
    if rearrangement?.transition.isOver(at: now) == true { rearrangement = nil }
  }

  /// Whether something is nearer to the middle than to the seam where the last item is followed by the first.
  /// There it would be seen to vanish if it took a way round from behind the seam; near the seam it comes
  /// from the other side of it.
  private func isInInnerHalf(_ offset: Double) -> Bool { abs(offset) < Double(numberOfItems) / 4 }

  func shortest(_ way: Double) -> Double { layout.wraps ? shortestRound(way) : way }

  private func shortestRound(_ way: Double) -> Double {
    let round = Double(numberOfItems)
    return round > 0 ? way - round * (way / round).rounded() : way
  }

  /// Whether the items close a ring, on which it cannot be seen that one has gone a whole round, nor is
  /// anything else to be seen.
  private var isClosedRing: Bool {
    layout.isClosedRing(of: numberOfItems)
      && morphs.allSatisfy { $0.layout.isClosedRing(of: numberOfItems) }
  }
}

extension ResolvedLayout {
  /// Whether so many items are once round.
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

/// An item that was removed and is still to be seen while it fades out.
struct Departure: Hashable, Sendable {
  var id: Int
  /// Where it was among the items, counted like a scroll offset.
  var place: Double
  var size: Size
  /// How far from the nearest of such places on a carousel that wraps, in items: it did not wrap then.
  var aside = 0.0
  var transition: Transition

  /// How much of it is left to be seen, 1 to 0.
  func remaining(at time: Double) -> Double { 1 - transition.progress(at: time) }
}

/// The items that were removed and are still to be seen.
struct Departures: Hashable, Sendable {
  private(set) var items: [Departure] = []
  /// How many there have been: the id of the latest.
  private var latest = 0

  var isEmpty: Bool { items.isEmpty }

  /// An item fades out; returns its id.
  mutating func add(at place: Double, _ size: Size, duration: Double) -> Int {
    latest += 1
    items.append(
      Departure(id: latest, place: place, size: size, transition: Transition(duration: duration)))
    return latest
  }

  mutating func update(_ change: (inout Departure) -> Void) {
    for index in items.indices { change(&items[index]) }
  }

  /// Starts those that wait for a time, and forgets those that are over.
  mutating func advance(to now: Double) {
    guard !items.isEmpty else { return }
    update { $0.transition.begin(at: now) }
    items.removeAll { $0.transition.isOver(at: now) }
  }
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

  /// Lets the item at `index` fade out where it is, before it is removed; nil when that cannot be seen.
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

  /// Leaves them where they are on the screen while everything is counted anew.
  mutating func shiftDepartures(by items: Double) {
    departures.update { $0.place += items }
  }
}
