import RotundaGeometry

/// Independent regions of one surface, for several visitors: a finger in one region does not count in
/// another.
///
/// A contact belongs to the region where it landed until it ends. If regions overlap, the last one is on top.
/// Contacts outside all regions are ignored.
public struct GestureRegions: Sendable {
  /// The regions, the topmost last. Contacts stay in their regions when areas change. Before you remove a
  /// region, call `cancelAll(at:into:)`.
  public var regions: [GestureRegion]

  private struct Owner: Sendable {
    let contact: Int32
    let region: Int
  }

  private var owners: [Owner] = []
  private var frame = TouchFrame()
  private var gestures: [Gesture] = []

  /// Creates the regions of a surface, the topmost last.
  public init(_ regions: [GestureRegion]) { self.regions = regions }

  /// The next time at which `advance(to:into:)` has work, in local seconds; nil if only touches cause work.
  public var deadline: Double? {
    regions.reduce(nil) { earliest, region in
      guard let next = region.recognizer.deadline else { return earliest }
      return min(earliest ?? next, next)
    }
  }

  /// Handles the touch events of one instant. `time` is the present time, in seconds of a monotonic clock.
  public mutating func handle(_ frame: TouchFrame, at time: Double, into gestures: inout [RegionGesture]) {
    for event in frame.events { handle(event, at: time, into: &gestures) }
    owners.removeAll { regions[$0.region].recognizer.contactCount == 0 }
  }

  /// Advances the time in all regions.
  public mutating func advance(to time: Double, into gestures: inout [RegionGesture]) {
    for index in regions.indices {
      regions[index].recognizer.advance(to: time, into: &self.gestures)
      emit(index, into: &gestures)
    }
  }

  /// Reports the positions of the drags of all regions in the display frame shown at `time` and drawn at
  /// `now`.
  public mutating func resample(
    forFrameAt time: Double, drawnAt now: Double? = nil, into gestures: inout [RegionGesture]
  ) {
    for index in regions.indices {
      regions[index].recognizer.resample(forFrameAt: time, drawnAt: now, into: &self.gestures)
      emit(index, into: &gestures)
    }
  }

  /// Cancels all gestures in progress in all regions.
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
      // The `up` of an earlier contact with this id was lost. Its region must not wait for it.
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

/// A part of the surface with its own gestures.
public struct GestureRegion: Sendable {
  /// The caller's id of the region, which its gestures contain.
  public var id: Int
  /// The area in which fingers must land to belong to the region, in points. Later they may leave it.
  public var area: Rectangle
  /// The recognizer for the region's fingers.
  public var recognizer: GestureRecognizer

  /// Creates a region of the surface, with its area in points.
  public init(id: Int, area: Rectangle, recognizer: GestureRecognizer = GestureRecognizer()) {
    self.id = id
    self.area = area
    self.recognizer = recognizer
  }
}

/// A gesture and its region.
public struct RegionGesture: Hashable, Sendable {
  /// The id of the region in which the fingers landed.
  public var region: Int
  /// The gesture of the fingers in that region.
  public var gesture: Gesture

  /// Creates a gesture of a region.
  public init(region: Int, gesture: Gesture) {
    self.region = region
    self.gesture = gesture
  }
}
