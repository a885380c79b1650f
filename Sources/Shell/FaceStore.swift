import Scene

/// The pictures of one side of the tiles' cards: made when a tile comes near, kept until the screen changes.
struct FaceStore: Hashable {
  /// A card, and what is known of its pixels.
  private struct Face: Hashable {
    let picture: Picture
    var isRequested = false
    var isReady = false
    /// What the tile wore before, and is to be seen until this one has taken its place.
    var former: Picture?
    /// When this one began to take its place.
    var fadeStart: Double?
  }

  /// What is to be drawn for a tile.
  struct Look: Hashable {
    let picture: Picture
    /// What is still to be seen below `picture`, and how much of `picture` is to be seen.
    var former: Picture?
    var part = 1.0
  }

  private var faces: [Int: Face] = [:]
  private var tiles: [Picture: [Int]] = [:]
  private var formers: [Int: Picture] = [:]
  /// Tiles whose card gives way to another one.
  private var fading: Set<Int> = []

  /// Whether the next frame will differ.
  var isFading: Bool { !fading.isEmpty }

  /// What a tile's card shows, as far as its pixels are there; nil where nothing is.
  func shown(_ index: Int) -> Picture? {
    faces[index].flatMap { $0.isReady ? $0.picture : $0.former } ?? formers[index]
  }

  /// Has all cards made anew. What they show now is to be seen until the new ones are there.
  ///
  /// - Parameter destination: Where a tile is from now on; nil for one that is no more.
  mutating func renew(_ destination: (Int) -> Int? = { $0 }) {
    let waiting = formers
    formers.removeAll(keepingCapacity: true)
    for (index, picture) in waiting {
      if let place = destination(index) { formers[place] = picture }
    }
    for (index, face) in faces {
      guard let last = face.isReady ? face.picture : face.former, let place = destination(index) else {
        continue
      }
      formers[place] = last
    }
    faces.removeAll(keepingCapacity: true)
    tiles.removeAll(keepingCapacity: true)
    fading.removeAll(keepingCapacity: true)
  }

  /// Has one tile's card made anew. What it shows now is to be seen until the new one is there.
  mutating func renew(_ index: Int) {
    guard let face = faces.removeValue(forKey: index) else { return }
    formers[index] = face.isReady ? face.picture : face.former
    tiles[face.picture]?.removeAll { $0 == index }
    fading.remove(index)
  }

  /// Takes note of the pixels of a picture; whether a tile wears it.
  mutating func ready(_ picture: Picture, at time: Double) -> Bool {
    guard let wearers = tiles[picture] else { return false }
    for index in wearers {
      guard faces[index]?.isReady == false else { continue }
      faces[index]?.isReady = true
      guard faces[index]?.former != nil else { continue }
      faces[index]?.fadeStart = time
      fading.insert(index)
    }
    return true
  }

  /// Ends the fades that have taken `duration` seconds.
  mutating func advance(to time: Double, duration: Double) {
    guard isFading else { return }
    for index in fading {
      guard let start = faces[index]?.fadeStart, time < start + duration else {
        faces[index]?.former = nil
        fading.remove(index)
        continue
      }
    }
  }

  /// What a tile looks like at `time`, its picture made with `make` when there is none yet.
  mutating func look(of index: Int, at time: Double, duration: Double, make: () -> Picture) -> Look {
    let picture = picture(of: index, make: make)
    guard let face = faces[index], let former = face.former else { return Look(picture: picture) }
    let part = face.fadeStart.map { duration > 0 ? min(1, max(0, (time - $0) / duration)) : 1 } ?? 0
    return Look(picture: picture, former: former, part: part)
  }

  /// The picture of a tile, made with `make` when there is none yet.
  mutating func picture(of index: Int, make: () -> Picture) -> Picture {
    if let face = faces[index] { return face.picture }
    let picture = make()
    let former = formers.removeValue(forKey: index)
    faces[index] = Face(picture: picture, former: former == picture ? nil : former)
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
