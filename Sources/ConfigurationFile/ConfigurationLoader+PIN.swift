import Configuration
import FileSystem

/// The file with the PIN's hash.
extension ConfigurationLoader {
  /// Bytes that are read of it: a hash, and room for a mistake that can be named.
  private static let pinFileLimit = 4096

  /// Reads the file that `[admin]` names. Until it has been read for what it should be, nothing opens that needs a PIN.
  func readPIN(into decoder: inout ConfigurationDecoder) {
    guard let path = decoder.configuration.admin.pinFile else { return }
    decoder.configuration.admin.pin = .unknown
    // What was written there has been complained about.
    guard !path.isEmpty else { return }
    do {
      let (bytes, ownership) = try files.readOwned(path, limit: Self.pinFileLimit)
      if let objection = ConfigurationTrust(user: user).objection(to: ownership, at: files.steps(to: path)) {
        decoder.reportPIN("'\(path)' \(objection.message)", objection.severity)
        if objection.severity == .error { return }
      }
      if ownership.isReadableByEveryone {
        decoder.reportPIN("'\(path)' can be read by everyone on this machine (chmod o-r)", .warning)
      }
      guard let hash = PINHash(Self.firstLine(bytes)) else {
        return decoder.reportPIN("'\(path)' holds no hash: have 'rotunda hash-pin' write it", .error)
      }
      decoder.configuration.admin.pin = .hash(hash)
    } catch {
      decoder.reportPIN("'\(path)' \(Self.pinFault(error))", .error)
    }
  }

  private static func pinFault(_ fault: FileFault) -> String {
    fault == .tooLarge ? "holds no hash: it is too large" : message(fault)
  }

  /// The text of a file with one line; empty for any other.
  private static func firstLine(_ bytes: [UInt8]) -> String {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard lines.count == 1 else { return "" }
    return String(validating: lines[0], as: UTF8.self) ?? ""
  }
}
