extension Carousel {
  /// The item at `source` was moved to `destination` (both limited to the items, or wrapped around); those between
  /// close up. The carousel goes on showing what it shows; with classic physics it stays at its offset instead.
  ///
  /// - Parameter time: When; nil is the latest time heard of.
  public mutating func moveItem(from source: Int, to destination: Int, time: Double? = nil) {
    catchUp(to: time ?? clock)
    let move = ItemMove(from: rules.clamped(index: source), to: rules.clamped(index: destination))
    guard move.from >= 0, move.from != move.to else { return }
    rearrange(origin: move.origin(of:)) { carousel in
      carousel.rearrangement = nil
      carousel.needsRealignment = true
      guard !carousel.isClassic else { return }
      carousel.shift(by: carousel.stepToStay(on: move.destination(of: carousel.currentItemIndex)))
    }
  }

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

  /// Whether something is nearer to the middle than to the seam where the last item is followed by the first. There it would be seen
  /// to vanish if it took a way round from behind the seam; near the seam it comes from the other side of it.
  private func isInInnerHalf(_ offset: Double) -> Bool { abs(offset) < Double(numberOfItems) / 4 }

  func shortest(_ way: Double) -> Double { layout.wraps ? shortestRound(way) : way }

  private func shortestRound(_ way: Double) -> Double {
    let round = Double(numberOfItems)
    return round > 0 ? way - round * (way / round).rounded() : way
  }

  /// Whether the items close a ring, on which nobody sees that one has gone a whole round, nor is anything else to be
  /// seen.
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
    case .linear, .wheel, .invertedWheel, .radial, .coverFlow, .coverFlow2, .timeMachine,
      .invertedTimeMachine,
      .receding, .custom:
      return false
    }
  }
}

/// What a move of one item does to the indexes.
struct ItemMove: Hashable, Sendable {
  var from: Int
  var to: Int

  /// Where the item at `index` goes.
  func destination(of index: Int) -> Int {
    if index == from { return to }
    if from < index, index <= to { return index - 1 }
    if to <= index, index < from { return index + 1 }
    return index
  }

  /// Where the item that is then at `index` came from.
  func origin(of index: Int) -> Int { ItemMove(from: to, to: from).destination(of: index) }
}
