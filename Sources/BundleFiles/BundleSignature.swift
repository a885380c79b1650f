import Bundles
import CSignatures

/// The signature of a bundle: two lines in front of a zip archive.
///
/// The first line is the format's name, and the second the Ed25519 signature of the archive's bytes, as
/// hexadecimal digits. openssl(1) makes and checks the same signature.
package enum BundleSignature {
  /// The largest key file in bytes.
  package static let keyLimit = 8 << 10

  private static let title = Array("rotunda-bundle 1\n".utf8)
  private static let size = Int(CSIGNATURES_SIZE)
  /// The number of bytes before the archive.
  private static var headerSize: Int { title.count + 2 * size + 1 }

  /// A public key, and its name for people.
  package struct Key: Sendable {
    package let name: String
    package let pem: [UInt8]

    package init(name: String, pem: [UInt8]) { (self.name, self.pem) = (name, pem) }
  }

  /// Returns the archive in a signed bundle, and the name of the key that signed it.
  package static func archive(
    in bytes: [UInt8], signedWith keys: [Key]
  ) throws(BundleFault) -> (archive: [UInt8], key: String) {
    guard bytes.count <= SignedBundle.sizeLimit else {
      throw BundleFault(.forbidden, "is larger than \(SignedBundle.sizeLimit >> 20) MiB")
    }
    guard bytes.starts(with: title) else {
      // A zip archive without the two lines.
      let isArchive = bytes.starts(with: Array("PK".utf8))
      throw isArchive
        ? BundleFault(.unsigned, "has no signature: use 'rotunda bundle sign'")
        : BundleFault(.damaged, "is not a bundle")
    }
    guard bytes.count > headerSize, bytes[headerSize - 1] == UInt8(ascii: "\n"),
      let signature = bytesOf(hex: bytes[title.count..<(headerSize - 1)])
    else { throw BundleFault(.damaged, "has no complete signature") }
    guard !keys.isEmpty else { throw BundleFault(.unsigned, "there is no key to check it with") }
    let archive = Array(bytes[headerSize...])
    var noKey: String?
    for key in keys {
      switch csignatures_verify(key.pem, key.pem.count, archive, archive.count, signature) {
      case CSIGNATURES_RIGHT: return (archive, key.name)
      case CSIGNATURES_ABSENT: throw BundleFault(.disk, "GnuTLS is not installed")
      case CSIGNATURES_NO_KEY: noKey = noKey ?? key.name
      default: continue
      }
    }
    if let noKey { throw BundleFault(.unsigned, "\(noKey) is not an Ed25519 key in PEM form") }
    throw BundleFault(
      .unsigned, "has a signature that no key here made, or was changed or cut off after that")
  }

  /// Returns a signed bundle of an archive.
  package static func signed(_ archive: [UInt8], with privateKey: [UInt8]) throws(BundleFault) -> [UInt8] {
    var signature = [UInt8](repeating: 0, count: size)
    switch csignatures_sign(privateKey, privateKey.count, archive, archive.count, &signature) {
    case CSIGNATURES_RIGHT: return title + hex(signature) + [UInt8(ascii: "\n")] + archive
    case CSIGNATURES_ABSENT: throw BundleFault(.disk, "GnuTLS is not installed")
    default:
      throw BundleFault(.unsigned, "the key is not a private Ed25519 key in PEM form without a password")
    }
  }

  /// Returns a new key as PEM texts.
  package static func newKey() throws(BundleFault) -> (privateKey: [UInt8], publicKey: [UInt8]) {
    var pair = csignatures_pair()
    defer { csignatures_forget(&pair) }
    if let reason = csignatures_generate(&pair) { throw BundleFault(.disk, String(cString: reason)) }
    return (text(&pair.private_key), text(&pair.public_key))
  }

  private static func text<Characters>(_ characters: inout Characters) -> [UInt8] {
    withUnsafeBytes(of: &characters) { Array($0.prefix { $0 != 0 }) }
  }

  private static let digits = Array("0123456789abcdef".utf8)

  private static func hex(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }

  private static func bytesOf(hex text: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text
    while let first = rest.popFirst(), let second = rest.popFirst() {
      guard let high = digits.firstIndex(of: first), let low = digits.firstIndex(of: second) else {
        return nil
      }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes.count == size ? bytes : nil
  }
}
