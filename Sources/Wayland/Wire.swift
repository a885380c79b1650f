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

  /// Closes a descriptor that no listener takes.
  public static func closeDescriptor(_ descriptor: Int32) { _ = Glibc.close(descriptor) }
}

extension wl_argument {
  /// A signed number.
  public nonisolated static func int(_ value: Int32) -> Self { Self(i: value) }
  /// An unsigned number.
  public nonisolated static func uint(_ value: UInt32) -> Self { Self(u: value) }
  /// A file descriptor, which stays the caller's.
  public nonisolated static func descriptor(_ value: Int32) -> Self { Self(h: value) }
  /// A text that ends with a zero; nil is none.
  public nonisolated static func string(_ value: UnsafePointer<CChar>?) -> Self { Self(s: value) }
  /// An array.
  public nonisolated static func array(_ value: UnsafeMutablePointer<wl_array>) -> Self { Self(a: value) }
  /// An object of libwayland; nil is none.
  public nonisolated static func object(_ value: OpaquePointer?) -> Self { Self(o: value) }

  /// libwayland fills in the number of the new object.
  public nonisolated static var newObject: Self { Self(o: nil) }

  /// The nearest number with 24 bits before and 8 bits after the point; not-a-number becomes 0.
  public nonisolated static func fixed(_ value: Double) -> Self {
    let scaled = (value * fixedUnits).rounded()
    guard !scaled.isNaN else { return Self(f: 0) }
    return Self(f: Int32(max(Double(Int32.min), min(Double(Int32.max), scaled))))
  }

  /// A fixed-point number.
  public nonisolated var double: Double { Double(f) / Self.fixedUnits }

  /// A text; invalid UTF-8 is repaired.
  public nonisolated var text: String { optionalText ?? "" }

  /// A text that may be missing.
  public nonisolated var optionalText: String? { s.map { String(cString: $0) } }

  /// A copy of an array.
  public nonisolated var bytes: [UInt8] {
    guard let array = a?.pointee, let data = array.data else { return [] }
    return Array(UnsafeRawBufferPointer(start: data, count: array.size))
  }

  /// `wl_fixed_t` counts in 1/256.
  private nonisolated static var fixedUnits: Double { 256 }
}

extension [UInt8] {
  /// The numbers of 32 bits, in the machine's order, that an array argument such as
  /// `xdg_toplevel.configure`'s states or `wl_keyboard.enter`'s keys holds. A rest under 4 bytes is dropped.
  public nonisolated var words: [UInt32] {
    withUnsafeBytes { raw in
      stride(from: 0, through: raw.count - 4, by: 4).map {
        raw.loadUnaligned(fromByteOffset: $0, as: UInt32.self)
      }
    }
  }

  /// The bytes of numbers of 32 bits, in the machine's order.
  public nonisolated init(words: some Sequence<UInt32>) {
    self = words.flatMap { word in Swift.withUnsafeBytes(of: word) { Array($0) } }
  }
}
