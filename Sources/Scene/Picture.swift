/// The description of something to rasterise, and the only identity of the texture that results.
///
/// Two pictures with equal descriptions are equal. The hash is worked out once, so that looking one up for every
/// sprite of every frame costs no walk over its strings, and a copy is one reference count.
public struct Picture: Hashable, Sendable {
  /// What is to be drawn.
  public enum Content: Hashable, Sendable {
    /// A tile's card.
    case face(TileFace)
    /// Writing alone.
    case text(TextBlock)
    /// A picture file or an icon alone, as large as its proportions allow, on nothing.
    case image(IconSource)
    /// A picture file among writing: its pixels are its own, or fewer where it would not fit.
    case illustration(IconSource)
    /// The shadow of a card; few pixels are enough for it.
    case shadow(SoftShadow)
    /// What lies behind everything.
    case ground(Ground)
  }

  private final class Storage: Sendable {
    let content: Content
    let size: PixelSize
    let scale: Double
    let hash: Int

    init(content: Content, size: PixelSize, scale: Double) {
      self.content = content
      self.size = size
      self.scale = scale
      var hasher = Hasher()
      hasher.combine(content)
      hasher.combine(size)
      hasher.combine(scale)
      hash = hasher.finalize()
    }
  }

  private let storage: Storage

  /// `content` drawn at most `size` pixels large, with `scale` pixels to a point.
  ///
  /// A face fills `size`. Writing is wrapped to its width and ellipsised at its height; its pixels may be fewer.
  public init(_ content: Content, size: PixelSize, scale: Double) {
    storage = Storage(content: content, size: size, scale: scale)
  }

  /// What is to be drawn.
  public var content: Content { storage.content }
  /// The most pixels it may have.
  public var size: PixelSize { storage.size }
  /// Pixels to a point.
  public var scale: Double { storage.scale }

  /// Whether two descriptions say the same.
  public static func == (left: Picture, right: Picture) -> Bool {
    left.storage === right.storage
      || (left.storage.hash == right.storage.hash && left.size == right.size && left.scale == right.scale
        && left.content == right.content)
  }

  /// Feeds the hash that was worked out when the picture was made.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(storage.hash)
  }
}
