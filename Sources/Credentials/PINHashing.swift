import CCrypt
import Configuration
import Glibc

/// An error of libcrypt.
package enum CryptError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No random bytes for a salt, or no yescrypt in this libcrypt.
  case noSalt(errno: Int32)
  /// The hash could not be computed: no memory, or invalid parameters.
  case failed(errno: Int32)

  package var description: String {
    switch self {
    case .noSalt(let code): "libcrypt makes no salt: \(String(cString: strerror(code)))"
    case .failed(let code): "libcrypt makes no hash: \(String(cString: strerror(code)))"
    }
  }
}

extension PINHash {
  /// The cost of yescrypt: 0 selects libcrypt's default (5), some 50 ms and 16 MB on typical kiosk hardware.
  private static let cost: UInt = 0

  /// Hashes a PIN with a new salt. Slow, so do not call it on the thread that draws.
  package init(_ pin: PIN) throws(CryptError) {
    var salt = [CChar](repeating: 0, count: Int(CRYPT_GENSALT_OUTPUT_SIZE))
    // Without bytes from the caller, libcrypt uses the system's random bytes.
    guard crypt_gensalt_rn(Self.mark, Self.cost, nil, 0, &salt, Int32(salt.count)) != nil else {
      throw .noSalt(errno: errno)
    }
    guard let hash = PINHash(try Self.crypt(pin, salt)) else { throw .failed(errno: EINVAL) }
    self = hash
  }

  /// Reports whether a PIN matches this hash. Slow. Its time does not depend on the wrong digits.
  package func matches(_ pin: PIN) throws(CryptError) -> Bool {
    let made = try Self.crypt(pin, text.utf8CString.map { $0 })
    return Self.isEqual(Array(made.utf8), Array(text.utf8))
  }

  /// Compares two byte sequences in constant time. Their length is not secret.
  static func isEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func crypt(_ pin: PIN, _ setting: [CChar]) throws(CryptError) -> String {
    // Some 32 kB: not on the stack, and wiped because it contains intermediate values.
    let data = UnsafeMutablePointer<crypt_data>.allocate(capacity: 1)
    let size = MemoryLayout<crypt_data>.size
    memset(data, 0, size)
    defer {
      explicit_bzero(data, size)
      data.deallocate()
    }
    guard let result = crypt_rn(pin.digits, setting, data, Int32(size)) else {
      throw .failed(errno: errno)
    }
    return String(cString: result)
  }
}
