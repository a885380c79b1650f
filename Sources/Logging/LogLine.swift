/// One line as it goes to standard error.
public struct LogLine: Sendable {
  /// The line in UTF-8, its line feed included.
  public let bytes: [UInt8]
  /// Whether it begins with its priority.
  let hasPriority: Bool

  /// PIPE_BUF of Linux: what one `write` to a pipe carries without mixing with other writers'.
  public static let maximumBytes = 4096

  /// A line from its parts; `priority` nil leaves the `<n>` out.
  public init(priority: LogPriority?, topic: String, text: String) {
    hasPriority = priority != nil
    var line = priority.map { "<\($0.rawValue)>" } ?? ""
    line += topic
    line += ": "
    for scalar in text.unicodeScalars {
      Self.append(scalar, to: &line)
    }
    bytes = Self.cut(line) + [UInt8(ascii: "\n")]
  }

  private static func append(_ scalar: Unicode.Scalar, to line: inout String) {
    switch scalar {
    case "\n": line += "\\n"
    case "\r": line += "\\r"
    case "\t": line += "\\t"
    case _ where isDangerous(scalar): line += "\\u{\(String(scalar.value, radix: 16))}"
    default: line.unicodeScalars.append(scalar)
    }
  }

  /// Controls (C0, DEL, C1), line separators, and the marks that make a terminal show text in another order.
  private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// At most the bytes of one atomic write, without the line feed, and no character cut in two.
  private static func cut(_ line: String) -> [UInt8] {
    let bytes = Array(line.utf8)
    guard bytes.count >= maximumBytes else { return bytes }
    let mark = Array("…".utf8)
    var end = maximumBytes - 1 - mark.count
    while end > 0 && bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return bytes[..<end] + mark
  }
}
