/// A picture to be looked up: 32 bits a texel, premultiplied, blue in the lowest byte; and its halvings.
///
/// Its edges are repeated around it, so that a look-up between two texels never needs to ask whether both are there. The
/// memory is somebody else's, who keeps it until everything is drawn.
public struct Texels: @unchecked Sendable {
  /// One size of it.
  struct Level {
    let pixels: UnsafePointer<UInt32>
    let width: Int
    let height: Int
  }

  /// From the full size; each next one has half of it.
  private(set) var levels: InlineArray<4, Level>
  /// How many levels there are.
  private(set) var count: Int

  /// The most levels that one may have.
  public static let mostLevels = 4

  /// A picture with its full size alone; nil when there are too few texels for a look-up.
  public init?(_ pixels: UnsafePointer<UInt32>, width: Int, height: Int) {
    guard width > 1, height > 1, width <= Self.largest, height <= Self.largest else { return nil }
    levels = InlineArray(repeating: Level(pixels: pixels, width: width, height: height))
    count = 1
  }

  /// Adds the next halving; what is too small for a look-up, or one too many, is left out.
  public mutating func add(_ pixels: UnsafePointer<UInt32>, width: Int, height: Int) {
    guard count < Self.mostLevels, width > 1, height > 1 else { return }
    levels[count] = Level(pixels: pixels, width: width, height: height)
    count += 1
  }

  /// Texels across or down that are not exceeded: places in 256ths of a texel stay exact in single precision.
  private static let largest = 1 << 14
}
