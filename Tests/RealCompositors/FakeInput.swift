import Foundation

/// Touches on KWin's screen through its protocol `org_kde_kwin_fake_input`, with fractions of a pixel and
/// cancellation.
///
/// It implements the necessary part of the Wayland protocol (`wayland.xml`, and `fake-input.xml` of
/// plasma-wayland-protocols), through a `WaylandRelay` beside the compositor. Each call returns when the
/// compositor has processed the touch.
public final class FakeInput: Fingers {
  /// The size of the screen under the glass in pixels.
  public let width, height: Int

  private let socket: Int32
  private var lastObject: UInt32 = 1
  private var fakeInput: UInt32 = 0

  private static let interface = "org_kde_kwin_fake_input"
  /// The version with all requests that this class uses.
  private static let version: UInt32 = 2
  /// The fixed object number of `wl_display`.
  private static let display: UInt32 = 1

  private enum Opcode {
    static let displaySync: UInt16 = 0
    static let displayGetRegistry: UInt16 = 1
    static let registryBind: UInt16 = 0
    static let authenticate: UInt16 = 0
    static let touchDown: UInt16 = 4
    static let touchMotion: UInt16 = 5
    static let touchUp: UInt16 = 6
    static let touchCancel: UInt16 = 7
    static let touchFrame: UInt16 = 8
    /// Events.
    static let displayError: UInt16 = 0
    static let registryGlobal: UInt16 = 0
  }

  /// Connects to a relay.
  ///
  /// - Throws: `CompositorFailure` if the compositor does not offer fake input.
  init(socketPath: String, width: Int, height: Int) throws {
    self.width = width
    self.height = height
    socket = try connectToSocket(socketPath)
    let registry = newObject()
    try send(Self.display, Opcode.displayGetRegistry, [.number(registry)])
    var name: UInt32?
    try synchronize { object, opcode, body in
      guard object == registry, opcode == Opcode.registryGlobal else { return }
      let length = Int(body.integer(at: 4, as: UInt32.self))
      if String(decoding: body[8..<(7 + length)], as: UTF8.self) == Self.interface {
        name = body.integer(at: 0, as: UInt32.self)
      }
    }
    guard let name else { throw CompositorFailure("no \(Self.interface)") }
    fakeInput = newObject()
    try send(
      registry, Opcode.registryBind,
      [.number(name), .text(Self.interface), .number(Self.version), .number(fakeInput)])
    try ask(Opcode.authenticate, [.text("Rotunda"), .text("tests")])
  }

  deinit {
    close(socket)
  }

  /// Puts a finger down at a place in pixels from the top left corner.
  ///
  /// - Throws: `CompositorFailure` if the compositor ended.
  public func down(_ finger: Int, x: Double, y: Double) throws {
    try touch(Opcode.touchDown, [.number(UInt32(finger)), .fixed(x), .fixed(y)])
  }

  /// Moves a finger that is down.
  ///
  /// - Throws: `CompositorFailure` if the compositor ended.
  public func move(_ finger: Int, x: Double, y: Double) throws {
    try touch(Opcode.touchMotion, [.number(UInt32(finger)), .fixed(x), .fixed(y)])
  }

  /// Lifts a finger.
  ///
  /// - Throws: `CompositorFailure` if the compositor ended.
  public func up(_ finger: Int, x: Double, y: Double) throws {
    try touch(Opcode.touchUp, [.number(UInt32(finger))])
  }

  /// Cancels all touches, as a touchscreen does when it recognizes a palm.
  ///
  /// - Throws: `CompositorFailure` if the compositor ended.
  public func cancel() throws {
    try ask(Opcode.touchCancel, [])
  }

  private func touch(_ opcode: UInt16, _ arguments: [Argument]) throws {
    try send(fakeInput, opcode, arguments)
    try ask(Opcode.touchFrame, [])
  }

  private func ask(_ opcode: UInt16, _ arguments: [Argument]) throws {
    try send(fakeInput, opcode, arguments)
    try synchronize()
  }
}

// The wire format (`wayland.freedesktop.org`, chapter "Wire Format").
extension FakeInput {
  private enum Argument {
    case number(UInt32)
    /// A 24.8 fixed-point number.
    case fixed(Double)
    case text(String)

    var bytes: Data {
      var data = Data()
      switch self {
      case .number(let value): data.append(littleEndian: value)
      case .fixed(let value): data.append(littleEndian: Int32((value * 256).rounded()))
      case .text(let text):
        let bytes = Array(text.utf8) + [0]
        data.append(littleEndian: UInt32(bytes.count))
        data.append(contentsOf: bytes)
        data.append(Data(count: (4 - bytes.count % 4) % 4))
      }
      return data
    }
  }

  private static let headerSize = 8

  private func newObject() -> UInt32 {
    lastObject += 1
    return lastObject
  }

  private func send(_ object: UInt32, _ opcode: UInt16, _ arguments: [Argument]) throws {
    let body = arguments.reduce(Data()) { $0 + $1.bytes }
    var message = Data()
    message.append(littleEndian: object)
    message.append(littleEndian: UInt32(Self.headerSize + body.count) << 16 | UInt32(opcode))
    try writeAll(message + body, to: socket)
  }

  /// Returns when the compositor has processed all previous requests. Passes on the events that arrive before
  /// that.
  private func synchronize(_ take: (UInt32, UInt16, [UInt8]) -> Void = { _, _, _ in }) throws {
    let callback = newObject()
    try send(Self.display, Opcode.displaySync, [.number(callback)])
    while true {
      let head = try readAll(Self.headerSize, from: socket)
      let object = head.integer(at: 0, as: UInt32.self)
      let opcode = head.integer(at: 4, as: UInt16.self)
      let body = try readAll(Int(head.integer(at: 6, as: UInt16.self)) - Self.headerSize, from: socket)
      if object == callback { return }
      if object == Self.display, opcode == Opcode.displayError {
        throw CompositorFailure("the compositor answers an error: \(String(decoding: body, as: UTF8.self))")
      }
      take(object, opcode, body)
    }
  }
}
