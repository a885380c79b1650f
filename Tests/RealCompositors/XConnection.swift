import Foundation

/// The part of the X11 protocol that resizes a window and takes pictures of the screen.
///
/// The numbers come from the X Window System Protocol, version 11, release 7.
final class XConnection {
  private let socket: Int32
  private let root: UInt32

  private enum Request {
    static let configureWindow: UInt8 = 12
    static let queryTree: UInt8 = 15
    static let getInputFocus: UInt8 = 43
    static let getImage: UInt8 = 73
  }
  /// The size in bytes of every reply before its variable part.
  private static let replyHeader = 32

  /// Connects to a local server without authorization.
  ///
  /// - Throws: `CompositorFailure` if the server refuses.
  init(display: String) throws {
    socket = try connectToSocket("/tmp/.X11-unix/X\(display.dropFirst())")
    var hello = Data([0x6c, 0])
    for field: UInt16 in [11, 0, 0, 0, 0] { hello.append(littleEndian: field) }
    try writeAll(hello, to: socket)
    let head = try readAll(8, from: socket)
    let body = try readAll(Int(head.integer(at: 6, as: UInt16.self)) * 4, from: socket)
    guard head[0] == 1 else {
      close(socket)
      throw CompositorFailure("the X server refuses: \(String(decoding: body, as: UTF8.self))")
    }
    // After 32 bytes of fixed fields: the padded vendor name, the pixmap formats, the first screen's root.
    let vendor = Int(body.integer(at: 16, as: UInt16.self))
    root = body.integer(at: 32 + (vendor + 3) / 4 * 4 + Int(body[21]) * 8, as: UInt32.self)
  }

  deinit {
    close(socket)
  }

  /// Returns the top-level windows.
  ///
  /// - Throws: `CompositorFailure` if the server ended.
  func windows() throws -> [UInt32] {
    var request = Data([Request.queryTree, 0, 2, 0])
    request.append(littleEndian: root)
    let reply = try answer(to: request)
    let count = Int(reply.integer(at: 16, as: UInt16.self))
    return (0..<count).map { reply.integer(at: Self.replyHeader + $0 * 4, as: UInt32.self) }
  }

  /// Moves a window to the top left corner, sets its size in pixels, and returns when that is done.
  ///
  /// - Throws: `CompositorFailure` if the server ended.
  func resize(_ window: UInt32, width: Int, height: Int) throws {
    var request = Data([Request.configureWindow, 0, 7, 0])
    request.append(littleEndian: window)
    // The mask for x, y, width and height, which follow.
    request.append(littleEndian: UInt32(0b1111))
    for value in [0, 0, width, height] { request.append(littleEndian: UInt32(value)) }
    try writeAll(request, to: socket)
    _ = try answer(to: Data([Request.getInputFocus, 0, 1, 0]))
  }

  /// Takes a picture of the screen from its top left corner.
  ///
  /// - Throws: `CompositorFailure` if the server ended.
  func picture(width: Int, height: Int) throws -> Screenshot {
    // ZPixmap: pixels in their memory layout.
    var request = Data([Request.getImage, 2, 5, 0])
    request.append(littleEndian: root)
    for value in [0, 0, width, height] { request.append(littleEndian: UInt16(value)) }
    request.append(littleEndian: UInt32.max)
    let reply = try answer(to: request)
    guard reply.count >= Self.replyHeader + width * height * 4 else {
      throw CompositorFailure("a picture of \(reply.count) bytes for \(width)×\(height) pixels")
    }
    var bytes = [UInt8](repeating: 0, count: width * height * 3)
    for pixel in 0..<width * height {
      let place = Self.replyHeader + pixel * 4
      (bytes[pixel * 3], bytes[pixel * 3 + 1], bytes[pixel * 3 + 2]) = (
        reply[place + 2], reply[place + 1], reply[place]
      )
    }
    return Screenshot(width: width, height: height, bytes: bytes)
  }

  /// Sends a request and returns its reply. Skips events and errors of earlier requests.
  private func answer(to request: Data) throws -> [UInt8] {
    try writeAll(request, to: socket)
    while true {
      let head = try readAll(Self.replyHeader, from: socket)
      if head[0] == 1 {
        return head + (try readAll(Int(head.integer(at: 4, as: UInt32.self)) * 4, from: socket))
      }
      if head[0] == 0 { throw CompositorFailure("the X server answers error \(head[1])") }
    }
  }
}
