/// The `[artwork]` section: what pictures may cost.
public struct ArtworkSettings: Hashable, Sendable {
  /// Memory for the pictures of tiles that are ready to be drawn, in MiB; within `textureMemoryRange`.
  public var textureMemory = 128

  /// Less does not hold a screen of tiles; more is more than graphics hardware has.
  public static let textureMemoryRange = 16...4096

  /// The same in bytes.
  public var textureBudget: Int { textureMemory << 20 }

  /// Every key at its default.
  public init() {}
}
