import Scene

/// The answer to a request: there are always pixels, even where something went wrong.
public struct FinishedPicture: Sendable {
  /// What was asked for.
  public let picture: Picture
  /// Its pixels. A face has those of its `size` (within what one texture holds); a text only as many as it needs.
  public let bitmap: Bitmap
  /// What went wrong on the way: then initials stand where the icon should be.
  public internal(set) var problem: ArtworkProblem?
  /// Addresses whose pictures are on it, or would be: when another one arrives, it is to be asked for again.
  public internal(set) var addresses: Set<String> = []
  /// Whether another answer follows: its files take long, and initials stand in their place until then.
  public internal(set) var isPreliminary = false
}

/// What can go wrong with a picture. The result is less than was asked for, but there is one.
public enum ArtworkProblem: Hashable, Sendable {
  /// The icon cannot be shown; initials stand in its place.
  case icon(IconProblem)
  /// There was no memory for so many pixels; the bitmap is one clear pixel.
  case noMemory(PixelSize)

  /// Whether it is none yet: a picture is on its way.
  public var isAwaited: Bool {
    if case .icon(.awaited) = self { return true }
    return false
  }

  /// One line for the journal.
  public var message: String {
    switch self {
    case .icon(let problem): problem.message
    case .noMemory(let size): "no memory for a picture of \(size.width) × \(size.height) pixels"
    }
  }
}
