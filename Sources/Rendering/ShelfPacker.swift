import Scene

/// Places rectangles on shelves: rows of one height that are filled from left to right, and refilled where something
/// was taken out.
///
/// Everything is in cells, whatever those are. Faces have a handful of sizes, for which shelves waste little; see
/// Jylänki, "A Thousand Ways to Pack the Bin" (2010), for how they compare.
struct ShelfPacker {
  /// Where something was placed.
  struct Slot: Hashable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
  }

  private struct Span {
    var x: Int
    var width: Int
  }

  private struct Shelf {
    let y: Int
    let height: Int
    /// Free parts from left to right; no two touch.
    var free: [Span]
  }

  /// A shelf takes what is at least this part of its height; lower things get shelves of their own.
  private static let leastFill = 0.7

  let width: Int
  let height: Int
  private var shelves: [Shelf] = []
  /// Slots in use.
  private(set) var count = 0

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// A free place, or nil when there is none of that size.
  mutating func place(width: Int, height: Int) -> Slot? {
    guard width > 0, height > 0, width <= self.width, height <= self.height else { return nil }
    let best = shelves.indices.filter { fits(width, height, on: shelves[$0]) }
      .min { shelves[$0].height < shelves[$1].height }
    if let best { return take(width, height, from: best) }
    let top = shelves.last.map { $0.y + $0.height } ?? 0
    if top + height <= self.height {
      shelves.append(Shelf(y: top, height: height, free: [Span(x: 0, width: self.width)]))
      return take(width, height, from: shelves.count - 1)
    }
    // Full from top to bottom: waste height rather than give up.
    let any = shelves.indices.first {
      shelves[$0].height >= height && span(for: width, on: shelves[$0]) != nil
    }
    return any.flatMap { take(width, height, from: $0) }
  }

  /// Gives a place back.
  mutating func free(_ slot: Slot) {
    guard let index = shelves.firstIndex(where: { $0.y == slot.y }) else { return }
    count -= 1
    insert(Span(x: slot.x, width: slot.width), into: &shelves[index].free)
    // Empty shelves at the end are no shelves: their height may be cut anew.
    while let last = shelves.last, last.free.first?.width == width { shelves.removeLast() }
  }

  private func fits(_ width: Int, _ height: Int, on shelf: Shelf) -> Bool {
    height <= shelf.height && Double(height) >= Double(shelf.height) * Self.leastFill
      && span(for: width, on: shelf) != nil
  }

  private func span(for width: Int, on shelf: Shelf) -> Int? {
    shelf.free.firstIndex { $0.width >= width }
  }

  private mutating func take(_ width: Int, _ height: Int, from index: Int) -> Slot? {
    guard let span = span(for: width, on: shelves[index]) else { return nil }
    let x = shelves[index].free[span].x
    shelves[index].free[span].x += width
    shelves[index].free[span].width -= width
    if shelves[index].free[span].width == 0 { shelves[index].free.remove(at: span) }
    count += 1
    return Slot(x: x, y: shelves[index].y, width: width, height: height)
  }

  private func insert(_ span: Span, into free: inout [Span]) {
    let place = free.firstIndex { $0.x > span.x } ?? free.count
    free.insert(span, at: place)
    if place + 1 < free.count, free[place].x + free[place].width == free[place + 1].x {
      free[place].width += free.remove(at: place + 1).width
    }
    if place > 0, free[place - 1].x + free[place - 1].width == free[place].x {
      free[place - 1].width += free.remove(at: place).width
    }
  }
}
