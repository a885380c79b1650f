/// What was used of a kiosk, in numbers that know of no visitor and of no time of day.
public struct UsageRecord: Hashable, Sendable {
  /// What is counted of a tile.
  public struct Tile: Hashable, Sendable {
    /// How often somebody opened it.
    public var opens: UInt64 = 0
    /// How often its program could not be started, or ended badly.
    public var failures: UInt64 = 0

    /// Nothing yet.
    public init() {}
  }

  /// As many tiles are counted, those of earlier configurations included; further ones are not.
  public static let mostTiles = 1000

  /// By the tiles' identifiers.
  public private(set) var tiles: [String: Tile] = [:]
  /// How long visits took.
  public private(set) var visits = Histogram()

  /// Nothing was counted.
  public init() {}

  init(tiles: [String: Tile], visits: Histogram) {
    (self.tiles, self.visits) = (tiles, visits)
  }

  /// A tile was opened by somebody.
  public mutating func opened(_ tile: String) { count(tile) { $0.opens &+= 1 } }

  /// A tile's program could not be started, or ended badly.
  public mutating func failed(_ tile: String) { count(tile) { $0.failures &+= 1 } }

  /// A visit is over.
  public mutating func visited(seconds: Double) { visits.add(seconds: seconds) }

  private mutating func count(_ tile: String, _ change: (inout Tile) -> Void) {
    guard tiles[tile] != nil || tiles.count < Self.mostTiles else { return }
    change(&tiles[tile, default: Tile()])
  }
}
