import RotundaGeometry
import Gestures
import Wayland

/// Gathers what `wl_touch` says into frames.
///
/// A frame ends with `wl_touch.frame`, or with the batch of events that were read together: cage 0.1.4 never sends
/// the former, and weston does not send it after the last up.
struct TouchGatherer {
  private var pending = TouchFrame()
  /// Contacts on the window, and those that began elsewhere or before a reset.
  private var own: Set<Int32> = []
  private var ignored: Set<Int32> = []
  /// Added to every id, so that two seats do not share one.
  private let idOffset: Int32

  /// Contacts remembered at most; a screen has ten fingers, a hostile compositor has none.
  private static let contactLimit = 256

  init(idOffset: Int32 = 0) {
    self.idOffset = idOffset
  }

  /// Whether something waits for the end of its frame.
  var isEmpty: Bool { pending.events.isEmpty && pending.shapes.isEmpty }
  /// Whether a finger is on the window.
  var hasContacts: Bool { !own.isEmpty }

  /// Takes an event and returns a frame if it completes one.
  mutating func handle(_ event: WlTouch.Event, isOwn: (WlSurface?) -> Bool) -> TouchFrame? {
    switch event {
    case .down(_, let time, let surface, let id, let x, let y):
      begin(id, isOwn: isOwn(surface))
      append(id) { .down(id: $0, at: Point(x, y), milliseconds: time) }
    case .motion(let time, let id, let x, let y):
      append(id) { .motion(id: $0, at: Point(x, y), milliseconds: time) }
    case .up(_, let time, let id):
      append(id) { .up(id: $0, milliseconds: time) }
      own.remove(id)
      ignored.remove(id)
    case .cancel: return reset(with: .cancel)
    case .frame: return flush()
    case .shape(let id, let major, let minor):
      append(ContactShape(id: id, major: major, minor: minor))
    case .orientation(let id, let degrees):
      append(ContactShape(id: id, orientation: degrees))
    }
    return nil
  }

  private mutating func begin(_ id: Int32, isOwn: Bool) {
    if isOwn {
      ignored.remove(id)
      if own.count < Self.contactLimit { own.insert(id) }
    } else {
      own.remove(id)
      if ignored.count < Self.contactLimit { ignored.insert(id) }
    }
  }

  private mutating func append(_ id: Int32, _ event: (Int32) -> TouchEvent) {
    guard !ignored.contains(id) else { return }
    pending.events.append(event(id &+ idOffset))
  }

  private mutating func append(_ shape: ContactShape) {
    guard own.contains(shape.id) else { return }
    var shape = shape
    shape.id &+= idOffset
    if let index = pending.shapes.firstIndex(where: { $0.id == shape.id }) {
      pending.shapes[index] = pending.shapes[index].merged(with: shape)
    } else {
      pending.shapes.append(shape)
    }
  }

  /// What has come so far, as a frame.
  mutating func flush() -> TouchFrame? {
    guard !isEmpty else { return nil }
    defer { pending = TouchFrame() }
    return pending
  }

  /// Ends every contact with `event`, if there is anything to end.
  ///
  /// A finger that stays on the screen counts again only after it was lifted.
  mutating func reset(with event: TouchEvent) -> TouchFrame? {
    guard hasContacts || !isEmpty else { return nil }
    ignored.formUnion(own)
    own = []
    pending.events.append(event)
    return flush()
  }
}
