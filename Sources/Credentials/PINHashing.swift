import CCrypt
import Configuration
import Glibc

/// What libcrypt has to be asked for, or refused.
package enum CryptError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no randomness for a salt, or no yescrypt in this libcrypt.
  case noSalt(errno: Int32)
  /// The hash could not be computed: no memory, or parameters that libcrypt refuses.
  case failed(errno: Int32)

  package var description: String {
    switch self {
    case .noSalt(let code): "libcrypt makes no salt: \(String(cString: strerror(code)))"
    case .failed(let code): "libcrypt makes no hash: \(String(cString: strerror(code)))"
    }
  }
}

extension PINHash {
  /// What yescrypt costs: libcrypt's own default (5), some 50 ms and 16 MB on the hardware that kiosks are
  /// made of. 0 asks for it.
  private static let cost: UInt = 0

  /// A new hash of a PIN, with a salt of its own. Takes its time: not for the thread that draws.
  package init(_ pin: PIN) throws(CryptError) {
    var salt = [CChar](repeating: 0, count: Int(CRYPT_GENSALT_OUTPUT_SIZE))
    // Without bytes of ours, libcrypt takes the system's.
    guard crypt_gensalt_rn(Self.mark, Self.cost, nil, 0, &salt, Int32(salt.count)) != nil else {
      throw .noSalt(errno: errno)
    }
    guard let hash = PINHash(try Self.crypt(pin, salt)) else { throw .failed(errno: EINVAL) }
    self = hash
  }

  /// Whether a PIN is the one that this was made of. Takes its time, and the same time whichever digits are
  /// wrong.
  package func matches(_ pin: PIN) throws(CryptError) -> Bool {
    let made = try Self.crypt(pin, text.utf8CString.map { $0 })
    return Self.isEqual(Array(made.utf8), Array(text.utf8))
  }

  /// Compares all of two texts, wherever they begin to differ. How long they are is no secret.
  static func isEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func crypt(_ pin: PIN, _ setting: [CChar]) throws(CryptError) -> String {
    // Some 32 kB: not on the stack, and wiped, for intermediate values are in it.
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
