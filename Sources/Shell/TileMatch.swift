/// Which tile of a shelf is which after its configuration was read again: by their identifiers.
///
/// There may be ten thousands, of which one changed. So those before and behind all changes are compared in their order, and only
/// the others are looked up.
struct TileMatch {
  private let former: Range<Int>
  private let shift: Int
  private let formerCount: Int
  /// Where the former tiles among the changes are now, and where those of now were.
  private var destinations: [Int?]
  private var origins: [Int?]
  private let wantedStart: Int

  /// `former` are the tiles before, and `wanted` those from now on.
  init(_ former: [LauncherTile], _ wanted: [LauncherTile]) {
    let most = min(former.count, wanted.count)
    var start = 0
    while start < most, former[start].id == wanted[start].id { start += 1 }
    var rest = 0
    while rest < most - start, former[former.count - 1 - rest].id == wanted[wanted.count - 1 - rest].id {
      rest += 1
    }
    self.former = start..<former.count - rest
    (formerCount, shift, wantedStart) = (former.count, wanted.count - former.count, start)
    destinations = Array(repeating: nil, count: self.former.count)
    origins = Array(repeating: nil, count: wanted.count - rest - start)
    guard !destinations.isEmpty, !origins.isEmpty else { return }
    var places: [String: Int] = [:]
    places.reserveCapacity(origins.count)
    for index in origins.indices.reversed() { places[wanted[start + index].id] = index }
    for index in destinations.indices {
      guard let place = places[former[start + index].id] else { continue }
      destinations[index] = start + place
      origins[place] = start + index
    }
  }

  /// Where a former tile is now; nil when it is gone.
  func destination(of index: Int) -> Int? {
    guard (0..<formerCount).contains(index) else { return nil }
    if former.contains(index) { return destinations[index - former.lowerBound] }
    return index < former.lowerBound ? index : index + shift
  }

  /// Where a tile was before; nil when it is new.
  func origin(of index: Int) -> Int? {
    guard (0..<formerCount + shift).contains(index) else { return nil }
    let place = index - wantedStart
    if origins.indices.contains(place) { return origins[place] }
    return place < 0 ? index : index - shift
  }
}
