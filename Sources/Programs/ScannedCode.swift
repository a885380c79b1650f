/// The text from a barcode, RFID or badge reader. Anyone can print a code, so it is only ever data.
package struct ScannedCode: Hashable, Sendable {
  package let text: String

  /// The placeholder for a code in the arguments of a command and in an address.
  package static let mark = "{code}"
  /// The longest code in bytes. Links in QR codes need hundreds of bytes; codes on goods and badges far less.
  package static let mostBytes = 512

  /// Creates a code. Returns nil if the text is empty, too long, or contains NUL, which ends arguments.
  package init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= Self.mostBytes, !text.utf8.contains(0) else { return nil }
    self.text = text
  }

  /// The percent-encoded code: every byte except RFC 3986's unreserved characters (2.1 and 2.3).
  package var percentEncoded: String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
    return text.utf8.map { byte in
      guard !plain.contains(byte) else { return String(UnicodeScalar(byte)) }
      return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}

/// The position of a command's placeholder for a scanned code.
package enum CodePlace: Hashable, Sendable {
  /// In one of the arguments.
  case argument
  /// In this address, which the arguments and files of the command contain.
  case address(String)
}

extension Command {
  /// Whether the command needs a code before it can start.
  package var awaitsCode: Bool {
    if case .code = origin { false } else { codePlace != nil }
  }

  /// Returns the command with a code instead of the placeholder. Any code stays within one argument.
  package func filled(with code: ScannedCode) -> Command {
    guard let codePlace else { return self }
    var command = self
    command.origin = .code(code)
    switch codePlace {
    case .argument:
      for index in arguments.indices.dropFirst() {
        command.arguments[index] = Self.replacing(ScannedCode.mark, in: arguments[index], with: code.text)
      }
    case .address(let address):
      let filled = Self.replacing(ScannedCode.mark, in: address, with: code.percentEncoded)
      command.arguments = arguments.map { Self.replacing(address, in: $0, with: filled) }
      command.privateDirectory?.files = (privateDirectory?.files ?? [:]).mapValues {
        Self.replacing(address, in: $0, with: filled)
      }
    }
    return command
  }

  private static func replacing(_ mark: String, in text: String, with other: String) -> String {
    text.split(separator: mark, omittingEmptySubsequences: false).joined(separator: other)
  }
}
