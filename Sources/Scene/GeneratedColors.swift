import Hashing
import RotundaGeometry

/// The colors of a tile without a picture: lighter at the top, darker at the bottom, with equal lightness and
/// chroma in all hues.
package struct GeneratedColors: Hashable, Sendable {
  /// Lightness and chroma at the upper and at the lower end, in OKLab.
  private static let upper = (lightness: 0.72, chroma: 0.145)
  private static let lower = (lightness: 0.42, chroma: 0.14)
  /// The change of hue from end to end, in degrees.
  private static let turn = 28.0
  /// The first hue of the wheel, in degrees.
  private static let start = 20.0

  package let top: Color
  package let bottom: Color

  /// Creates the colors for a step of the wheel.
  package init(step: Int) {
    let hue = Self.start + Double(step) * 360 / Double(HueWheel.steps)
    self.init(
      OKLab(lightness: Self.upper.lightness, chroma: Self.upper.chroma, hue: hue),
      OKLab(lightness: Self.lower.lightness, chroma: Self.lower.chroma, hue: hue + Self.turn))
  }

  /// Creates colors that begin with `color` and darken as much as those of the wheel.
  package init(from color: Color) {
    let top = OKLab(color)
    let lightness = top.lightness * Self.lower.lightness / Self.upper.lightness
    self.init(
      top, OKLab(lightness: lightness, chroma: top.chroma * 0.9, hue: top.hue + Self.turn / 2))
  }

  private init(_ top: OKLab, _ bottom: OKLab) { (self.top, self.bottom) = (top.color, bottom.color) }
}

/// The hues of tiles: the same on every machine and in every run, and clearly different from their
/// neighbors'.
package enum HueWheel {
  /// The number of hues on the wheel, 30 degrees apart.
  package static let steps = 12
  /// The minimum distance of neighbors, in steps: 60 degrees.
  package static let leastDistance = 2

  /// Returns the step of each tile from the ordered identifiers. The last and the first tile are neighbors.
  package static func steps(of ids: some Collection<String>) -> [UInt8] {
    var steps: [UInt8] = []
    steps.reserveCapacity(ids.count)
    for (index, id) in ids.enumerated() {
      let wanted = Int(hash(id) % UInt64(Self.steps))
      var neighbors: [Int] = []
      if let last = steps.last { neighbors.append(Int(last)) }
      if index == ids.count - 1, index > 1, let first = steps.first { neighbors.append(Int(first)) }
      let beyond = index > 1 ? Int(steps[index - 2]) : nil
      steps.append(UInt8(step(near: wanted, beside: neighbors, beyond: beyond)))
    }
    return steps
  }

  /// Returns the step nearest to `wanted` that keeps the minimum distance and differs from `beyond`, the step
  /// of the tile beyond the neighbor. At least five of the twelve steps remain.
  private static func step(near wanted: Int, beside neighbors: [Int], beyond: Int?) -> Int {
    for away in 0...steps / 2 {
      for step in [(wanted + away) % steps, (wanted + steps - away) % steps]
      where step != beyond && neighbors.allSatisfy({ distance(step, $0) >= leastDistance }) { return step }
    }
    return wanted
  }

  private static func distance(_ one: Int, _ other: Int) -> Int {
    let way = abs(one - other)
    return min(way, steps - way)
  }

  /// Hashes the UTF-8 bytes with FNV-1a, then mixes the bits (the last steps of splitmix64) to make short
  /// names differ in the high bits.
  private static func hash(_ text: String) -> UInt64 {
    var hash = FNV1a(text.utf8).value
    hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
    hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
    return hash ^ (hash >> 31)
  }
}
