import RotundaGeometry

/// Several regions of one surface, for the hands of several visitors: what one does in a region is no second
/// finger in another.
///
/// A contact belongs to the region where it landed, until it is gone. Where regions overlap, the last one is
/// on top. Contacts that land in no region are ignored.
public struct GestureRegions: Sendable {
  /// The regions, the topmost last. Changing their areas leaves contacts where they are; taking a region away
  /// needs `cancelAll(at:into:)` first.
  public var regions: [GestureRegion]

  private struct Owner: Sendable {
    let contact: Int32
    let region: Int
  }

  private var owners: [Owner] = []
  private var frame = TouchFrame()
  private var gestures: [Gesture] = []

  /// Regions of a surface, the topmost last.
  public init(_ regions: [GestureRegion]) { self.regions = regions }

  /// When `advance(to:into:)` next has something to do, in local seconds; nil when only fingers can bring
  /// news.
  public var deadline: Double? {
    regions.reduce(nil) { earliest, region in
      guard let next = region.recognizer.deadline else { return earliest }
      return min(earliest ?? next, next)
    }
  }

  /// Takes what happened to the fingers at one instant; `time` is now, in seconds of a monotonic clock.
  public mutating func handle(_ frame: TouchFrame, at time: Double, into gestures: inout [RegionGesture]) {
    for event in frame.events { handle(event, at: time, into: &gestures) }
    owners.removeAll { regions[$0.region].recognizer.contactCount == 0 }
  }

  /// Lets time pass in all regions.
  public mutating func advance(to time: Double, into gestures: inout [RegionGesture]) {
    for index in regions.indices {
      regions[index].recognizer.advance(to: time, into: &self.gestures)
      emit(index, into: &gestures)
    }
  }

  /// Tells where the drags of all regions are in the display frame that is seen at `time` and drawn at `now`.
  public mutating func resample(
    forFrameAt time: Double, drawnAt now: Double? = nil, into gestures: inout [RegionGesture]
  ) {
    for index in regions.indices {
      regions[index].recognizer.resample(forFrameAt: time, drawnAt: now, into: &self.gestures)
      emit(index, into: &gestures)
    }
  }

  /// Takes back everything that is under way in all regions.
  public mutating func cancelAll(at time: Double, into gestures: inout [RegionGesture]) {
    owners.removeAll(keepingCapacity: true)
    for index in regions.indices {
      regions[index].recognizer.cancelAll(at: time, into: &self.gestures)
      emit(index, into: &gestures)
    }
  }

  private mutating func handle(_ event: TouchEvent, at time: Double, into gestures: inout [RegionGesture]) {
    switch event {
    case .down(let id, let point, _):
      // The up of its first life was lost: the region that had it must not wait for it.
      if let old = owner(of: id) { hand(.cancelContact(id: id), to: old, at: time, into: &gestures) }
      owners.removeAll { $0.contact == id }
      guard let region = regions.lastIndex(where: { $0.area.contains(point) }),
        owners.count < GestureRecognizer.mostContacts * regions.count
      else { return }
      owners.append(Owner(contact: id, region: region))
      hand(event, to: region, at: time, into: &gestures)
    case .motion(let id, _, _):
      if let region = owner(of: id) { hand(event, to: region, at: time, into: &gestures) }
    case .up(let id, _), .cancelContact(let id):
      if let region = owner(of: id) { hand(event, to: region, at: time, into: &gestures) }
      owners.removeAll { $0.contact == id }
    case .cancel, .lost:
      for region in regions.indices { hand(event, to: region, at: time, into: &gestures) }
      owners.removeAll(keepingCapacity: true)
    }
  }

  private func owner(of contact: Int32) -> Int? {
    owners.first { $0.contact == contact }.map(\.region)
  }

  private mutating func hand(
    _ event: TouchEvent, to region: Int, at time: Double, into gestures: inout [RegionGesture]
  ) {
    frame.events.removeAll(keepingCapacity: true)
    frame.events.append(event)
    regions[region].recognizer.handle(frame, at: time, into: &self.gestures)
    emit(region, into: &gestures)
  }

  private mutating func emit(_ region: Int, into gestures: inout [RegionGesture]) {
    for gesture in self.gestures {
      gestures.append(RegionGesture(region: regions[region].id, gesture: gesture))
    }
    self.gestures.removeAll(keepingCapacity: true)
  }
}

/// A part of the surface whose fingers make gestures of their own.
public struct GestureRegion: Sendable {
  /// The owner's number for it, which its gestures carry.
  public var id: Int
  /// Where fingers must land to belong to it; they may leave it then. In points.
  public var area: Rectangle
  /// What makes gestures of its fingers.
  public var recognizer: GestureRecognizer

  /// A region of the surface, its area in points.
  public init(id: Int, area: Rectangle, recognizer: GestureRecognizer = GestureRecognizer()) {
    self.id = id
    self.area = area
    self.recognizer = recognizer
  }
}

/// A gesture, and the region whose fingers made it.
public struct RegionGesture: Hashable, Sendable {
  /// The id of the region in which the fingers landed.
  public var region: Int
  /// What the fingers of that region mean.
  public var gesture: Gesture

  /// A gesture of a region.
  public init(region: Int, gesture: Gesture) {
    self.region = region
    self.gesture = gesture
  }
}
