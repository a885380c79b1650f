import CWayland
import Glibc
import Logging
import Synchronization

/// libwayland tells the compositor's explanation of a protocol error to its log only, so the log is where
/// it is taken from. What is logged goes on to our own log.
nonisolated enum ProtocolErrorText {
  private static let last = Mutex("")
  private static let limit = Mutex(ComplaintLimit())

  private static let installed: Void = wl_log_set_handler_client { format, arguments in
    guard let format, let arguments else { return }
    record(formatted(format, arguments), kind: format)
  }

  /// Starts to listen to libwayland's log.
  static func listen() { installed }

  /// The explanation of an error, if it was the last thing that libwayland logged.
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
    let log = Log("libwayland")
    switch limit.withLock({ $0.count(UInt(bitPattern: kind)) }) {
    case .told: log.warning(line)
    case .last: log.warning(line + " (more of this kind is left out)")
    case .leftOut: break
    }
  }

  private static func formatted(_ format: UnsafePointer<CChar>, _ arguments: CVaListPointer) -> String {
    // More than any message of the protocol can hold.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 5000) { buffer in
      guard let base = buffer.baseAddress, vsnprintf(base, buffer.count, format, arguments) >= 0 else {
        return ""
      }
      return String(cString: base)
    }
  }
}
