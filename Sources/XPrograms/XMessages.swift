/// The messages of the X11 core protocol for window management, in little-endian byte order.
///
/// Numbers and layouts are from "X Window System Protocol", X Consortium Standard, appendix B.
enum XRequest {
  /// The predefined atoms of properties and their types.
  enum Atom {
    static let atom: UInt32 = 4, cardinal: UInt32 = 6, window: UInt32 = 33
    static let hints: UInt32 = 35, normalHints: UInt32 = 40, sizeHints: UInt32 = 41, transientFor: UInt32 = 68
  }

  /// Event masks.
  enum Events {
    static let enterWindow: UInt32 = 1 << 4
    static let structure: UInt32 = 1 << 17
    static let substructure: UInt32 = 1 << 19
    static let substructureRedirect: UInt32 = 1 << 20
  }

  /// Returns the connection setup with the cookie.
  static func setup(cookie: [UInt8]) -> [UInt8] {
    let name = Array(XAuthority.name.utf8)
    return joined(
      [UInt8(ascii: "l"), 0], two(11), two(0), two(name.count), two(cookie.count), two(0), padded(name),
      padded(cookie))
  }

  static func selectEvents(_ mask: UInt32, of window: UInt32) -> [UInt8] {
    request(2, 0, four(window), four(0x800), four(mask))
  }

  /// Returns a request for an invisible window that identifies the window manager.
  static func createHidden(_ window: UInt32, root: UInt32) -> [UInt8] {
    let geometry = joined(two(0), two(0), two(1), two(1), two(0))
    return request(1, 0, four(window), four(root), geometry, two(2), four(0), four(0))
  }

  static func map(_ window: UInt32) -> [UInt8] { request(8, 0, four(window)) }

  static func queryTree(_ window: UInt32) -> [UInt8] { request(15, 0, four(window)) }

  static func geometry(of window: UInt32) -> [UInt8] { request(14, 0, four(window)) }

  static func attributes(of window: UInt32) -> [UInt8] { request(3, 0, four(window)) }

  static func atom(_ name: String) -> [UInt8] {
    request(16, 0, two(name.utf8.count), two(0), padded(Array(name.utf8)))
  }

  static func property(_ property: UInt32, of window: UInt32) -> [UInt8] {
    request(20, 0, four(window), four(property), four(0), four(0), four(mostPropertyWords))
  }

  /// The most 4-byte words of a property to read.
  private static let mostPropertyWords: UInt32 = 256

  /// Returns a request that sets a property of 32-bit numbers.
  static func setProperty(_ property: UInt32, of window: UInt32, type: UInt32, _ values: [UInt32]) -> [UInt8]
  {
    request(
      18, 0, four(window), four(property), four(type), [32, 0, 0, 0], four(UInt32(values.count)),
      values.flatMap(four))
  }

  /// Returns a request that moves and resizes a window, and removes its border.
  static func place(_ window: UInt32, _ frame: XRectangle) -> [UInt8] {
    let values = [frame.x, frame.y, frame.width, frame.height, 0].map { four(UInt32(bitPattern: Int32($0))) }
    return request(12, 0, four(window), two(0x1F), two(0), values.flatMap(\.self))
  }

  static func raise(_ window: UInt32) -> [UInt8] {
    request(12, 0, four(window), two(0x40), two(0), four(0))
  }

  /// Returns a request that focuses a window; nil focuses the window under the pointer.
  static func focus(_ window: UInt32?) -> [UInt8] {
    request(42, 1, four(window ?? 1), four(0))
  }

  /// Returns an event that tells a window its unchanged place: "Inter-Client Communication Conventions
  /// Manual", 4.1.5.
  static func tellPlace(_ window: UInt32, _ frame: XRectangle) -> [UInt8] {
    let event = joined(
      [22, 0], two(0), four(window), four(window), four(0), two(frame.x), two(frame.y), two(frame.width),
      two(frame.height), two(0), [0, 0])
    return send(event, to: window, mask: Events.structure)
  }

  /// Returns an event that asks a window to set the focus itself: the same, 4.1.7.
  static func offerFocus(_ window: UInt32, protocols: UInt32, takeFocus: UInt32) -> [UInt8] {
    let event = joined([33, 32], two(0), four(window), four(protocols), four(takeFocus), four(0))
    return send(event, to: window, mask: 0)
  }

  private static func send(_ event: [UInt8], to window: UInt32, mask: UInt32) -> [UInt8] {
    let rest = [UInt8](repeating: 0, count: 32 - event.count)
    return request(25, 0, four(window), four(mask), event, rest)
  }

  private static func request(_ code: UInt8, _ detail: UInt8, _ parts: [UInt8]...) -> [UInt8] {
    let body = parts.flatMap(\.self)
    return joined([code, detail], two(1 + body.count / 4), body)
  }

  /// Swift 6.2 compiles sums of many arrays too slowly.
  private static func joined(_ parts: [UInt8]...) -> [UInt8] { parts.flatMap(\.self) }

  private static func padded(_ bytes: [UInt8]) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
  }

  private static func two(_ number: Int) -> [UInt8] {
    let bits = UInt16(truncatingIfNeeded: number)
    return [UInt8(bits & 0xFF), UInt8(bits >> 8)]
  }

  private static func four(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(number >> (8 * UInt32($0)) & 0xFF) }
  }
}

/// A rectangle on an X screen, in pixels.
struct XRectangle: Hashable {
  var x = 0
  var y = 0
  var width: Int
  var height: Int
}

/// A server's message after the setup: an event, a reply or an error.
struct XMessage: Hashable {
  let bytes: [UInt8]

  /// The type: 0 for an error, 1 for a reply, otherwise an event, also one from another client.
  var kind: UInt8 { bytes[0] & 0x7F }
  var isFromServer: Bool { bytes[0] & 0x80 == 0 }
  /// The lower 16 bits of the number of the request that it answers.
  var sequence: Int { two(2) }

  /// Returns the size of the message that begins with `bytes`; nil if there are too few to tell.
  static func size(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 32 else { return nil }
    // A reply, or an extension's event, may be longer.
    return bytes[0] == 1 || bytes[0] & 0x7F == 35 ? 32 + 4 * XMessage(bytes: bytes).number(4) : 32
  }

  func window(_ place: Int) -> UInt32 { UInt32(truncatingIfNeeded: number(place)) }

  /// Returns a 16-bit number; 0 beyond the end.
  func two(_ place: Int) -> Int {
    place + 2 <= bytes.count ? Int(bytes[place]) | Int(bytes[place + 1]) << 8 : 0
  }

  /// Returns a signed 16-bit number; 0 beyond the end.
  func signed(_ place: Int) -> Int { Int(Int16(truncatingIfNeeded: two(place))) }

  /// Returns a 32-bit number; 0 beyond the end.
  func number(_ place: Int) -> Int { two(place) | two(place + 2) << 16 }

  /// Returns a property's numbers from a reply to `XRequest.property`; empty if its type or number size
  /// differs.
  func property(ofType type: UInt32) -> [UInt32] {
    guard bytes[0] == 1, bytes[1] == 32, window(8) == type else { return [] }
    let count = min(number(16), (bytes.count - 32) / 4)
    return (0..<max(0, count)).map { window(32 + 4 * $0) }
  }
}
