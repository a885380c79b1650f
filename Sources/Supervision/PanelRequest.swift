/// What the launcher asks of the panel service: a touch panel, by its device's path, which is all of the
/// message; or what gamepads and remote controls do.
package struct PanelRequest: Hashable, Sendable {
  /// The device's path.
  package var path: String

  /// Asks for the events of gamepads and remote controls: the descriptor is the end of a socket on which they
  /// arrive.
  package static let controllers = PanelRequest(path: "controllers")

  /// A path may have so many bytes: `/dev/input/event` and more digits than there are device numbers.
  package static let mostBytes = 64

  package init(path: String) {
    self.path = path
  }

  /// The request in a message; nil when it is none.
  package init?(bytes: some Collection<UInt8>) {
    guard !bytes.isEmpty, bytes.count <= Self.mostBytes, let path = String(validating: bytes, as: UTF8.self)
    else { return nil }
    self.path = path
  }

  /// The message; nil when the path is too long to be one of a device.
  package var bytes: [UInt8]? {
    let bytes = Array(path.utf8)
    return bytes.isEmpty || bytes.count > Self.mostBytes ? nil : bytes
  }

  /// Whether the path is that of an event device, without detours: `/dev/input/event` and a number.
  package var namesEventDevice: Bool {
    let prefix = "/dev/input/event"
    let digits = path.utf8.dropFirst(prefix.utf8.count)
    return path.hasPrefix(prefix) && !digits.isEmpty
      && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

/// What the panel service answers to a `PanelRequest`: four bytes, and the descriptor beside them when there
/// is one.
package struct PanelAnswer: Hashable, Sendable {
  /// Why there is no descriptor: a number of errno(3), and 0 when there is one.
  package var error: Int32

  /// How long every answer is.
  package static let byteCount = 4

  package init(error: Int32) {
    self.error = error
  }

  /// The answer in a message, its least significant byte first; nil when it is none.
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
