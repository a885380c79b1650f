import RotundaGeometry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A pinch under way.
struct Pinching: Sendable {
  /// The state of the pinch.
  private(set) var pinch: Pinch
  /// Whether there is something to tell.
  var hasNews = false
  private let first: Int32
  private let second: Int32
  private let landing: Span
  private let start: Span
  private var angle: Double

  init(_ first: Contact, _ second: Contact, landing: Span) {
    self.first = first.id
    self.second = second.id
    self.landing = landing
    start = Span(first.position, second.position)
    angle = start.angle
    pinch = Pinch(
      center: start.center, scaleSinceLanding: start.length / landing.scalable,
      time: max(first.time, second.time))
  }

  /// Whether `id` is one of its two fingers.
  func involves(_ id: Int32) -> Bool { id == first || id == second }

  /// One of the contacts moved.
  mutating func follow(_ contacts: [Contact]) {
    guard let first = contacts.first(where: { $0.id == first }),
      let second = contacts.first(where: { $0.id == second })
    else { return }
    let span = Span(first.position, second.position)
    pinch.center = span.center
    pinch.scale = span.length / start.scalable
    pinch.scaleSinceLanding = span.length / landing.scalable
    // Counted on step by step, so that more than half a turn is no jump.
    pinch.rotation += Span.turn(from: angle, to: span.angle)
    pinch.time = max(first.time, second.time)
    angle = span.angle
    hasNews = true
  }
}
