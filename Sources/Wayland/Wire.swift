import CRotundaWayland
import Glibc

/// Converts values between Swift and the wire format, for both sides of the protocol. For generated code.
public nonisolated enum Wire {
  /// The maximum length of a text or array to send, in bytes. libwayland ends the connection if a message
  /// exceeds its buffer of 4096 bytes. The difference is for the other arguments.
  public static let longestValueInBytes = 4000

  /// Calls `body` with memory for the arguments of a message. The caller must write each element.
  public static func withArguments<R>(
    _ count: Int, _ body: (UnsafeMutablePointer<wl_argument>) -> R
  ) -> R {
    withUnsafeTemporaryAllocation(of: wl_argument.self, capacity: count) { block in
      guard let base = block.baseAddress else { preconditionFailure("a message with arguments has places") }
      return body(base)
    }
  }

  /// Calls `body` with a text as a C string. Cuts a text that is too long for a message, at a character
  /// boundary.
  public static func withText<R>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> R) -> R {
    guard let text else { return body(nil) }
    guard text.utf8.count > longestValueInBytes else { return text.withCString(body) }
    var short = text.prefix(longestValueInBytes)
    while short.utf8.count > longestValueInBytes { short.removeLast() }
    return String(short).withCString(body)
  }

  /// Calls `body` with an array in libwayland's representation. Cuts an array that is too long for a message.
  public static func withBytes<R>(_ bytes: [UInt8], _ body: (UnsafeMutablePointer<wl_array>) -> R) -> R {
    bytes.prefix(longestValueInBytes).withUnsafeBytes { raw in
      var array = wl_array()
      array.size = raw.count
      array.alloc = raw.count
      array.data = UnsafeMutableRawPointer(mutating: raw.baseAddress)
      return withUnsafeMutablePointer(to: &array, body)
    }
  }

  /// Closes a descriptor that no handler receives.
  public static func closeDescriptor(_ descriptor: Int32) { _ = Glibc.close(descriptor) }
}

extension wl_argument {
  /// Returns a signed number.
  public nonisolated static func int(_ value: Int32) -> Self { Self(i: value) }
  /// Returns an unsigned number.
  public nonisolated static func uint(_ value: UInt32) -> Self { Self(u: value) }
  /// Returns a file descriptor. The caller keeps ownership.
  public nonisolated static func descriptor(_ value: Int32) -> Self { Self(h: value) }
  /// Returns a text that ends with a zero, or nil.
  public nonisolated static func string(_ value: UnsafePointer<CChar>?) -> Self { Self(s: value) }
  /// Returns an array.
  public nonisolated static func array(_ value: UnsafeMutablePointer<wl_array>) -> Self { Self(a: value) }
  /// Returns an object of libwayland, or nil.
  public nonisolated static func object(_ value: OpaquePointer?) -> Self { Self(o: value) }

  /// An argument for a new object. libwayland fills in its id.
  public nonisolated static var newObject: Self { Self(o: nil) }

  /// Returns the nearest fixed-point number with 24 integer bits and 8 fraction bits; NaN becomes 0.
  public nonisolated static func fixed(_ value: Double) -> Self {
    let scaled = (value * fixedUnits).rounded()
    guard !scaled.isNaN else { return Self(f: 0) }
    return Self(f: Int32(max(Double(Int32.min), min(Double(Int32.max), scaled))))
  }

  /// The value of a fixed-point argument.
  public nonisolated var double: Double { Double(f) / Self.fixedUnits }

  /// The value of a text argument. Repairs invalid UTF-8.
  public nonisolated var text: String { optionalText ?? "" }

  /// The value of an optional text argument.
  public nonisolated var optionalText: String? { s.map { String(cString: $0) } }

  /// A copy of the value of an array argument.
  public nonisolated var bytes: [UInt8] {
    guard let array = a?.pointee, let data = array.data else { return [] }
    return Array(UnsafeRawBufferPointer(start: data, count: array.size))
  }

  /// The unit of `wl_fixed_t` is 1/256.
  private nonisolated static var fixedUnits: Double { 256 }
}

extension [UInt8] {
  /// The 32-bit numbers, in native byte order, of an array argument, for example the states of
  /// `xdg_toplevel.configure` or the keys of `wl_keyboard.enter`. Drops a remainder of less than 4 bytes.
  public nonisolated var words: [UInt32] {
    withUnsafeBytes { raw in
      stride(from: 0, through: raw.count - 4, by: 4).map {
        raw.loadUnaligned(fromByteOffset: $0, as: UInt32.self)
      }
    }
  }

  /// Creates the bytes of 32-bit numbers, in native byte order.
  public nonisolated init(words: some Sequence<UInt32>) {
    self = words.flatMap { word in Swift.withUnsafeBytes(of: word) { Array($0) } }
  }
}
