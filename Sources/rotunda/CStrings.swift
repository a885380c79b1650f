import Glibc

/// An argv for C: NULL-terminated, freed by hand, its order changed by whoever gets it.
struct CStrings {
  private let storage: UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>

  init(_ strings: [String]) {
    storage = .allocate(capacity: strings.count + 1)
    for (index, string) in strings.enumerated() { storage.initializeElement(at: index, to: strdup(string)) }
    storage.initializeElement(at: strings.count, to: nil)
  }

  /// For C.
  var pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> { storage.baseAddress! }

  /// The words from an index on, as they stand now.
  func strings(from index: Int) -> [String] {
    storage.dropFirst(index).compactMap { $0.map { String(cString: $0) } }
  }

  func free() {
    for string in storage { Glibc.free(string) }
    storage.deallocate()
  }
}
