import Glibc

/// Arrays of C strings as exec(3) wants them.
package enum CStrings {
  /// Calls `body` with the strings, those that are bytes without a NUL behind the others, and a null at their end; the
  /// memory is gone afterwards.
  package static func with<Result>(
    _ strings: [String], bytes: [[UInt8]] = [],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let foreign = bytes.map { strdup(($0 + [0]).map(CChar.init(bitPattern:))) }
    let pointers = strings.map { strdup($0) } + foreign + [nil]
    defer { pointers.forEach { free($0) } }
    return pointers.withUnsafeBufferPointer { buffer in
      // A buffer with the final null in it is never empty.
      body(buffer.baseAddress.unsafelyUnwrapped)
    }
  }
}
