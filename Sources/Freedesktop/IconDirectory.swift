/// One directory of an icon theme, and which sizes its icons serve.
public struct IconDirectory: Hashable, Sendable {
  /// How the sizes of its icons are to be understood.
  public enum Scaling: Hashable, Sendable {
    /// They serve one size only.
    case fixed
    /// They may be scaled to any size between the two.
    case scalable(minimum: Int, maximum: Int)
    /// They serve sizes that differ by no more than this.
    case threshold(Int)
  }

  /// Its path within the theme.
  public var name: String
  /// The size its icons are drawn for, in points.
  public var size: Int
  /// The scale its icons are drawn for.
  public var scale: Int
  /// Which other sizes they serve.
  public var scaling: Scaling
  /// What kind of icons it holds: `Applications`, `Places`.
  public var context: String?

  /// Sizes and scales that make sense, so that arithmetic with them cannot overflow.
  private static let sensible = 1...65_536

  /// What a group of an `index.theme` says; nil when the size is missing or a number makes no sense.
  init?(name: String, _ group: KeyFile.Group) {
    func number(_ key: String, default fallback: Int?) -> Int? {
      guard let entry = group[key] else { return fallback }
      guard let number = Int(entry.value), Self.sensible.contains(number) || number == 0 else { return nil }
      return number
    }
    guard !name.hasPrefix("/"), !name.split(separator: "/").contains(".."),
      let size = number("Size", default: nil), size > 0, let scale = number("Scale", default: 1), scale > 0
    else { return nil }
    self.name = name
    self.size = size
    self.scale = scale
    context = group["Context"]?.string
    switch group["Type"]?.value {
    case "Fixed": scaling = .fixed
    case "Scalable":
      guard let minimum = number("MinSize", default: size), let maximum = number("MaxSize", default: size)
      else {
        return nil
      }
      scaling = .scalable(minimum: minimum, maximum: maximum)
    default:
      guard let threshold = number("Threshold", default: 2) else { return nil }
      scaling = .threshold(threshold)
    }
  }

  /// Whether its icons are meant for `size` points at `scale`.
  public func matches(size wanted: Int, scale wantedScale: Int) -> Bool {
    guard scale == wantedScale else { return false }
    switch scaling {
    case .fixed: return wanted == size
    case .scalable(let minimum, let maximum): return wanted >= minimum && wanted <= maximum
    case .threshold(let threshold): return abs(wanted - size) <= threshold
    }
  }

  /// How far its icons are from `size` points at `scale`, in pixels.
  public func distance(size wanted: Int, scale wantedScale: Int) -> Int {
    let pixels = wanted * wantedScale
    let smallest: Int
    let largest: Int
    switch scaling {
    case .fixed: (smallest, largest) = (size, size)
    case .scalable(let minimum, let maximum): (smallest, largest) = (minimum, maximum)
    case .threshold(let threshold): (smallest, largest) = (size - threshold, size + threshold)
    }
    if pixels < smallest * scale { return smallest * scale - pixels }
    return max(0, pixels - largest * scale)
  }

  /// Whether its icons are drawings that lose nothing when they are enlarged.
  var isScalable: Bool { if case .scalable = scaling { true } else { false } }
}
