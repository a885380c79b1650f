/// An iteration over the items of a window from back to front, according to the layout's depth profile.
struct DepthWalk {
  /// An item of the window.
  struct Item {
    /// The position counted from the first item; beyond the last item if the window wraps.
    var place: Int
    var index: Int
    var offset: Double
    /// The distance to the center in items; infinite outside the window.
    var distance: Double
  }

  private let profile: DepthProfile
  private let window: Range<Int>
  private let row: ItemRow
  private let center: Double
  /// The next item on either side.
  private var low: Item
  private var high: Item

  /// - Parameter center: The current item's offset.
  @inline(__always)
  init(_ profile: DepthProfile, window: Range<Int>, row: ItemRow, center: Double) {
    self.profile = profile
    self.window = window
    self.row = row
    self.center = center
    low = Item(place: 0, index: 0, offset: 0, distance: 0)
    high = low
    if profile == .valley {
      var middle = window.lowerBound
      while middle < window.upperBound, item(at: middle).offset < center { middle += 1 }
      (low, high) = (item(at: middle - 1), item(at: middle))
    } else {
      (low, high) = (item(at: window.lowerBound), item(at: window.upperBound - 1))
    }
  }

  var count: Int { window.count }

  /// Returns the next item. Valid once for each item in the window.
  @inline(__always)
  mutating func next() -> Item {
    if takesLow {
      defer { low = item(at: profile == .valley ? low.place - 1 : low.place + 1) }
      return low
    }
    defer { high = item(at: profile == .valley ? high.place + 1 : high.place - 1) }
    return high
  }

  /// Whether the low side is next. The walk goes from both ends to the center, the more distant item first;
  /// inside a drum it goes from the center to both ends. Equally distant items follow the order of their
  /// indexes.
  @inline(__always)
  private var takesLow: Bool {
    switch profile {
    case .rising: true
    case .falling: false
    case .peak: low.distance != high.distance ? low.distance > high.distance : low.index <= high.index
    case .valley: low.distance != high.distance ? low.distance < high.distance : low.index <= high.index
    }
  }

  @inline(__always)
  private func item(at place: Int) -> Item {
    let index = row.wraps && place >= row.numberOfItems ? place - row.numberOfItems : place
    let offset = row.offset(forItemAt: index)
    let distance = window.contains(place) ? abs(offset - center) : .infinity
    return Item(place: place, index: index, offset: offset, distance: distance)
  }
}

/// The row of a carousel's items and its scroll offset.
struct ItemRow {
  var wraps: Bool
  var numberOfItems: Int
  var scrollOffset: Double

  /// Returns the distance of an item from the center, in items; the shorter way round if the row wraps.
  @inline(__always)
  func offset(forItemAt index: Int) -> Double {
    let direct = Double(index) - scrollOffset
    guard wraps else { return direct }
    let count = Double(numberOfItems)
    if direct > count * 0.5 { return direct - count }
    return direct < count * -0.5 ? direct + count : direct
  }
}

/// The relation between the depth of items and their offset, judged by the neighbors of the center.
enum DepthProfile: Hashable, Sendable {
  /// The center is in front.
  case peak
  /// The center is at the back: inside a drum.
  case valley
  /// The next item is nearer (`rising`) or farther (`falling`) than the previous one.
  case rising
  case falling

  init(_ layout: ResolvedLayout) {
    func depth(_ offset: Double) -> Double {
      layout.anchored(FormulaItem(index: 0, offset: offset, toggle: 0)).row4.z
    }
    let (before, center, after) = (depth(-1), depth(0), depth(1))
    switch (before < center, after < center) {
    case (true, false) where after > center: self = .rising
    case (false, true) where before > center: self = .falling
    case (false, false) where before > center && after > center: self = .valley
    default: self = .peak
    }
  }
}
