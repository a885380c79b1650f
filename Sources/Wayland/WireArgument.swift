import CRotundaWayland

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
