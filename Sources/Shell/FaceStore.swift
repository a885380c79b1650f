import Scene

/// The pictures of the tiles' cards: made when a tile comes near, kept until the screen changes.
struct FaceStore: Hashable {
  /// A card and whether its pixels were asked for.
  private struct Face: Hashable {
    let picture: Picture
    var isRequested: Bool
  }

  private var faces: [Int: Face] = [:]
  private var tiles: [Picture: [Int]] = [:]

  /// Forgets all pictures: the screen has another size.
  mutating func removeAll() {
    faces.removeAll(keepingCapacity: true)
    tiles.removeAll(keepingCapacity: true)
  }

  /// Whether a tile wears this picture.
  func contains(_ picture: Picture) -> Bool { tiles[picture] != nil }

  /// The picture of a tile, made with `make` when there is none yet.
  mutating func picture(of index: Int, make: () -> Picture) -> Picture {
    if let face = faces[index] { return face.picture }
    let picture = make()
    faces[index] = Face(picture: picture, isRequested: false)
    tiles[picture, default: []].append(index)
    return picture
  }

  /// Whether a tile's pixels have yet to be asked for; from now on they have been.
  mutating func request(_ index: Int) -> Bool {
    guard let face = faces[index], !face.isRequested else { return false }
    for other in tiles[face.picture] ?? [] { faces[other]?.isRequested = true }
    return true
  }
}
