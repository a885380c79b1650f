/// A request from the launcher to the panel service: to open a touch panel, or for the input of gamepads and
/// remote controls. The message consists only of the device's path.
package struct PanelRequest: Hashable, Sendable {
  /// The device's path, or `controllers`.
  package var path: String

  /// Requests the events of gamepads and remote controls, which arrive on the socket in the answer.
  package static let controllers = PanelRequest(path: "controllers")

  /// The most bytes of a path: `/dev/input/event` with more digits than any device number.
  package static let mostBytes = 64

  package init(path: String) {
    self.path = path
  }

  /// Parses a message. Returns nil if it is invalid.
  package init?(bytes: some Collection<UInt8>) {
    guard !bytes.isEmpty, bytes.count <= Self.mostBytes, let path = String(validating: bytes, as: UTF8.self)
    else { return nil }
    self.path = path
  }

  /// The message; nil if the path is empty or too long.
  package var bytes: [UInt8]? {
    let bytes = Array(path.utf8)
    return bytes.isEmpty || bytes.count > Self.mostBytes ? nil : bytes
  }

  /// Whether the path is plainly that of an event device: `/dev/input/event` and a number.
  package var namesEventDevice: Bool {
    let prefix = "/dev/input/event"
    let digits = path.utf8.dropFirst(prefix.utf8.count)
    return path.hasPrefix(prefix) && !digits.isEmpty
      && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

/// The panel service's answer to a `PanelRequest`: four bytes, with the descriptor attached on success.
package struct PanelAnswer: Hashable, Sendable {
  /// An errno(3); 0 on success.
  package var error: Int32

  /// The length of an answer in bytes.
  package static let byteCount = 4

  package init(error: Int32) {
    self.error = error
  }

  /// Parses a message, in little-endian order. Returns nil if it is invalid.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Self.byteCount else { return nil }
    let number = bytes.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    error = Int32(bitPattern: number)
    guard error >= 0 else { return nil }
  }

  package var bytes: [UInt8] {
    (0..<Self.byteCount).map { UInt8(truncatingIfNeeded: error >> (8 * $0)) }
  }
}
