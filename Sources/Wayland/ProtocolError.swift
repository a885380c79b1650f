import CRotundaWayland
import Glibc
import Synchronization

/// The protocol error with which the compositor ended the connection.
public nonisolated struct ProtocolError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The interface of the object at fault, if known.
  public var interface: String?
  /// The id of the object at fault.
  public var objectID: UInt32
  /// A value of the interface's `error` enumeration.
  public var code: UInt32
  /// The compositor's explanation; empty if it gave none.
  public var message: String

  /// One line for a log.
  public var description: String {
    let text = message.isEmpty ? "no explanation" : message
    return "protocol error \(code) of \(interface ?? "an unknown object")#\(objectID): \(text)"
  }
}

extension Connection {
  /// Sends libwayland's complaints to `take` instead of standard error, for all connections of the process.
  /// Each call passes one line without its line feed, on the thread that uses the connection.
  ///
  /// Only the first five complaints of each kind arrive, because a compositor can cause any number.
  public nonisolated static func onComplaint(_ take: @escaping @Sendable (String) -> Void) {
    ProtocolErrorText.setListener(take)
  }
}

/// Extracts the compositor's explanation of a protocol error from libwayland's log, its only source. Passes
/// log lines on to the listener, or to standard error.
nonisolated enum ProtocolErrorText {
  private static let last = Mutex("")
  private static let limit = Mutex(ComplaintLimit())

  private static let listener = Mutex<@Sendable (String) -> Void> { line in
    // A single call for the line, because other threads also write.
    _ = "libwayland: \(line)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }

  static func setListener(_ take: @escaping @Sendable (String) -> Void) { listener.withLock { $0 = take } }

  private static let installed: Void = crotundawayland_set_log { format, text in
    guard let format, let text else { return }
    record(String(cString: text), kind: format)
  }

  /// Starts listening to libwayland's log.
  static func listen() { installed }

  /// Returns the explanation of an error, if it was the last line that libwayland logged.
  static func take(object: UInt32, code: UInt32) -> String {
    let line = last.withLock { line in
      defer { line = "" }
      return line
    }
    // "wl_surface@7: error 2: the text"
    let head = "@\(object): error \(Int32(bitPattern: code)): "
    guard let start = line.firstRange(of: head)?.upperBound else { return "" }
    return String(line[start...])
  }

  private static func record(_ text: String, kind: UnsafePointer<CChar>) {
    let line = text.hasSuffix("\n") ? String(text.dropLast()) : text
    last.withLock { $0 = line }
    let take = listener.withLock { $0 }
    switch limit.withLock({ $0.count(UInt(bitPattern: kind)) }) {
    case .told: take(line)
    case .last: take(line + " (more of this kind is left out)")
    case .leftOut: break
    }
  }
}

/// The system's text for an error number.
nonisolated enum SystemText {
  static func of(_ code: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let base = buffer.baseAddress, strerror_r(code, base, buffer.count) == 0 else {
        return "error \(code)"
      }
      return String(cString: base)
    }
  }
}
