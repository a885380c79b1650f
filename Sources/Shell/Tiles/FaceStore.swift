import CarouselEngine
import Configuration
import RotundaGeometry
import Scene

/// The pictures of one side of the tiles' cards: made when a tile comes near, kept until the screen changes.
struct FaceStore: Hashable {
  /// A card's picture, and the state of its pixels.
  private struct Face: Hashable {
    let picture: Picture
    var isRequested = false
    var isReady = false
    /// The tile's earlier picture, visible until this picture replaces it.
    var former: Picture?
    /// When this picture began to fade in.
    var fadeStart: Double?
  }

  /// The pictures to draw for a tile.
  struct Look: Hashable {
    let picture: Picture
    /// The earlier picture below `picture`, and the opacity of `picture`.
    var former: Picture?
    var part = 1.0
  }

  private var faces: [Int: Face] = [:]
  private var tiles: [Picture: [Int]] = [:]
  private var formers: [Int: Picture] = [:]
  /// Tiles whose face fades in.
  private var fading: Set<Int> = []

  /// Whether the next frame will differ.
  var isFading: Bool { !fading.isEmpty }

  /// Returns the visible face of a tile; nil if it has no pixels yet.
  func shown(_ index: Int) -> Picture? {
    faces[index].flatMap { $0.isReady ? $0.picture : $0.former } ?? formers[index]
  }

  /// Redraws all faces. The old ones stay visible until the new ones arrive.
  ///
  /// - Parameter destination: the new index of a tile; nil for a removed one.
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

  /// Redraws one face. The old one stays visible until the new one arrives.
  mutating func renew(_ index: Int) {
    guard let face = faces.removeValue(forKey: index) else { return }
    formers[index] = face.isReady ? face.picture : face.former
    tiles[face.picture]?.removeAll { $0 == index }
    fading.remove(index)
  }

  /// Notes that a picture's pixels have arrived. Returns whether a tile shows it.
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

  /// Returns a tile's look at `time`. Makes its picture with `make` if it has none yet.
  mutating func look(of index: Int, at time: Double, duration: Double, make: () -> Picture) -> Look {
    let picture = picture(of: index, make: make)
    guard let face = faces[index], let former = face.former else { return Look(picture: picture) }
    let part = face.fadeStart.map { duration > 0 ? min(1, max(0, (time - $0) / duration)) : 1 } ?? 0
    return Look(picture: picture, former: former, part: part)
  }

  /// Returns a tile's picture. Makes it with `make` if the tile has none yet.
  mutating func picture(of index: Int, make: () -> Picture) -> Picture {
    if let face = faces[index] { return face.picture }
    let picture = make()
    let former = formers.removeValue(forKey: index)
    faces[index] = Face(picture: picture, former: former == picture ? nil : former)
    tiles[picture, default: []].append(index)
    return picture
  }

  /// All pictures that tiles show, or will show.
  var pictures: Set<Picture> {
    var pictures = Set(formers.values)
    for face in faces.values {
      pictures.insert(face.picture)
      if let former = face.former { pictures.insert(former) }
    }
    return pictures
  }

  /// Reports whether the caller must request a tile's pixels, and marks them as requested.
  mutating func request(_ index: Int) -> Bool {
    guard let face = faces[index], !face.isRequested else { return false }
    for other in tiles[face.picture] ?? [] { faces[other]?.isRequested = true }
    return true
  }
}

/// The pictures of a layer over the tiles' cards, and a measure of each picture whose pixels have arrived.
struct MeasuredFaces<Measure: Sendable>: Sendable {
  private var store = FaceStore()
  private var measures: [Picture: Measure] = [:]
  /// The number of measures at which the store drops those that no tile needs.
  private var limit = Self.fewest
  private static var fewest: Int { 32 }

  var isFading: Bool { store.isFading }
  var count: Int { measures.count }

  /// Discards all pictures, because the tiles have another size.
  mutating func forget() { self = MeasuredFaces() }

  /// Redraws all pictures. `destination` returns the new index of a tile.
  mutating func renew(_ destination: (Int) -> Int?) { store.renew(destination) }

  /// Redraws one picture.
  mutating func renew(_ index: Int) { store.renew(index) }

  /// Notes that a picture's pixels have arrived. Returns whether a tile shows it.
  ///
  /// - Parameter measure: facts about the pixels; nil if the picture is empty.
  mutating func ready(_ picture: Picture, _ measure: @autoclosure () -> Measure?, at time: Double) -> Bool {
    guard store.ready(picture, at: time) else { return false }
    measures[picture] = measure()
    if measures.count >= limit {
      let used = store.pictures
      measures = measures.filter { used.contains($0.key) }
      limit = max(Self.fewest, 2 * measures.count)
    }
    return true
  }

  mutating func advance(to time: Double, duration: Double) { store.advance(to: time, duration: duration) }

  /// Returns the look of a tile at `time`. Makes its picture with `make` if it has none yet.
  mutating func look(of index: Int, at time: Double, duration: Double, make: () -> Picture) -> FaceStore.Look
  {
    store.look(of: index, at: time, duration: duration, make: make)
  }

  /// Returns the visible picture of a tile; nil if it has no pixels yet.
  func shown(_ index: Int) -> Picture? { store.shown(index) }

  /// Returns the measure of a picture; nil if it has no pixels yet.
  func measure(of picture: Picture) -> Measure? { measures[picture] }

  /// Requests a tile's picture once.
  mutating func request(_ index: Int, order: Int, into effects: inout [ShellEffect], make: () -> Picture) {
    let picture = store.picture(of: index, make: make)
    if store.request(index) { effects.append(.draw(picture, order: order)) }
  }
}

/// The decorations between the tiles.
struct DecorationStore {
  private let settings: [CarouselDecoration]
  /// The decorations for the engine. Their identifiers are indices into `settings`.
  let decorations: [Decoration]
  private var pictures: [Picture?] = []

  init(_ settings: [CarouselDecoration]) {
    self.settings = settings
    decorations = settings.enumerated().map { $1.decoration(id: $0) }
  }

  /// Redraws the pictures for another size or scale of the screen.
  mutating func forget() { pictures = [] }

  /// Requests the pixels once.
  mutating func request(_ look: ShelfLook, into effects: inout [ShellEffect]) {
    guard pictures.isEmpty else { return }
    pictures = settings.map { decoration in
      decoration.picture.map { reference in
        let (width, height) = (decoration.size.width * look.scale, decoration.size.height * look.scale)
        let size = PixelSize(Int(width.rounded(.up)), Int(height.rounded(.up)))
        return Picture(.image(IconSource(reference)), size: size, scale: look.scale)
      }
    }
    for case let picture? in pictures { effects.append(.draw(picture, order: look.order)) }
  }

  func contains(_ picture: Picture) -> Bool { pictures.contains(picture) }

  /// Appends one decoration: its shadow, its color and its picture.
  func append(_ id: Int, _ place: Transform, to frame: inout SceneFrame, _ look: ShelfLook) {
    guard settings.indices.contains(id) else { return }
    let decoration = settings[id]
    let transform = place.onScreen(scaled: look.zoom, moved: look.center)
    let opacity = decoration.opacity * look.opacity
    if decoration.shadow > 0 { appendShadow(of: decoration, transform, opacity, to: &frame) }
    let picture = pictures.indices.contains(id) ? pictures[id] : nil
    let fills = [
      decoration.color.map(Sprite.Fill.color), picture.map { .picture($0, placeholder: .clear) },
    ]
    for case let fill? in fills {
      frame.sprites.append(
        Sprite(
          fill, size: decoration.size, transform: transform, cornerRadius: decoration.cornerRadius,
          opacity: opacity))
    }
  }

  /// The number of layers in a shadow, each a little smaller than the one below, and the opacity of each.
  /// Together they make a third of black in the middle, as under a lamp in a bright room.
  private static let shadowSteps = 8
  private static let shadowOpacity = 0.05
  /// The distance of a shadow below its board, as a share of its reach.
  private static let shadowDrop = 0.35

  private func appendShadow(
    of decoration: CarouselDecoration, _ transform: Transform, _ opacity: Double, to frame: inout SceneFrame
  ) {
    let below = transform.translated(0, decoration.shadow * Self.shadowDrop, 0)
    for step in 0..<Self.shadowSteps {
      let reach = decoration.shadow * (1 - 2 * Double(step) / Double(Self.shadowSteps))
      let size = Size(decoration.size.width + 2 * reach, decoration.size.height + 2 * reach)
      guard size.width > 0, size.height > 0 else { continue }
      frame.sprites.append(
        Sprite(
          .color(.black), size: size, transform: below,
          cornerRadius: max(decoration.shadow / 2, decoration.cornerRadius + reach),
          opacity: opacity * Self.shadowOpacity))
    }
  }
}

/// Matches the tiles of a shelf before and after a reload, by their identifiers.
///
/// A shelf can have ten thousand tiles, and one may have changed. Therefore the match compares unchanged
/// beginnings and ends in order, and searches only the rest.
struct TileMatch {
  private let former: Range<Int>
  private let shift: Int
  private let formerCount: Int
  /// The new indices of the former tiles within the changes, and the former indices of the new ones.
  private var destinations: [Int?]
  private var origins: [Int?]
  private let wantedStart: Int

  /// Matches the tiles before (`former`) with the tiles from now on (`wanted`).
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

  /// Returns the new index of an earlier tile; nil if it is gone.
  func destination(of index: Int) -> Int? {
    guard (0..<formerCount).contains(index) else { return nil }
    if former.contains(index) { return destinations[index - former.lowerBound] }
    return index < former.lowerBound ? index : index + shift
  }

  /// Returns the earlier index of a tile; nil if it is new.
  func origin(of index: Int) -> Int? {
    guard (0..<formerCount + shift).contains(index) else { return nil }
    let place = index - wantedStart
    if origins.indices.contains(place) { return origins[place] }
    return place < 0 ? index : index - shift
  }
}

extension Level {
  /// Redraws the faces of the tiles in `changed`, and of folders that contain them.
  mutating func renewFaces(of changed: Set<String>) {
    for shelf in shelves.indices {
      for (index, tile) in shelves[shelf].tiles.enumerated()
      where changed.contains(tile.id) || tile.parts.contains(where: { changed.contains($0.id) }) {
        shelves[shelf].faces.renew(index)
        shelves[shelf].badges.renew(index)
      }
    }
  }
}
