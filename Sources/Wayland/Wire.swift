import CRotundaWayland
import Glibc

/// Values between Swift and the wire, the same on both sides of the protocol.
/// For generated code.
public nonisolated enum Wire {
  /// The longest text or array, in bytes, that is sent. libwayland ends the connection over a message
  /// longer than its buffer of 4096 bytes; the rest is room for the other arguments.
  public static let longestValueInBytes = 4000

  /// Gives `body` room for the arguments of a message. Each place must be written.
  public static func withArguments<R>(
    _ count: Int, _ body: (UnsafeMutablePointer<wl_argument>) -> R
  ) -> R {
    withUnsafeTemporaryAllocation(of: wl_argument.self, capacity: count) { block in
      guard let base = block.baseAddress else { preconditionFailure("a message with arguments has places") }
      return body(base)
    }
  }

  /// Gives `body` a text as C sees it. A text that is too long for a message is cut between characters.
  public static func withText<R>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> R) -> R {
    guard let text else { return body(nil) }
    guard text.utf8.count > longestValueInBytes else { return text.withCString(body) }
    var short = text.prefix(longestValueInBytes)
    while short.utf8.count > longestValueInBytes { short.removeLast() }
    return String(short).withCString(body)
  }

  /// Gives `body` an array as C sees it. What is too long for a message is cut.
  public static func withBytes<R>(_ bytes: [UInt8], _ body: (UnsafeMutablePointer<wl_array>) -> R) -> R {
    bytes.prefix(longestValueInBytes).withUnsafeBytes { raw in
      var array = wl_array()
      array.size = raw.count
      array.alloc = raw.count
      array.data = UnsafeMutableRawPointer(mutating: raw.baseAddress)
      return withUnsafeMutablePointer(to: &array, body)
    }
  }

  /// Closes a descriptor that nobody wants.
  public static func closeDescriptor(_ descriptor: Int32) { _ = Glibc.close(descriptor) }
}
