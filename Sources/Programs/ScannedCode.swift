/// What a barcode, RFID or badge reader read: text of strangers, and nothing but data.
package struct ScannedCode: Hashable, Sendable {
  package let text: String

  /// What stands for it in the words of a command and in an address.
  package static let mark = "{code}"
  /// The longest code in bytes. Codes on goods and badges are far shorter; links in square codes are not.
  package static let mostBytes = 512

  /// A code; nil for a text that is empty, too long, or has a NUL, which ends arguments.
  package init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= Self.mostBytes, !text.utf8.contains(0) else { return nil }
    self.text = text
  }

  /// The code as a part of an address: all bytes but those that never mean anything there stand behind `%`
  /// (RFC 3986, 2.1 and 2.3).
  package var percentEncoded: String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
    return text.utf8.map { byte in
      guard !plain.contains(byte) else { return String(UnicodeScalar(byte)) }
      return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}

/// Where a command has a place for a scanned code.
package enum CodePlace: Hashable, Sendable {
  /// In one of its arguments.
  case argument
  /// In this address, which its words and files repeat.
  case address(String)
}

extension Command {
  /// Whether it can be started only with a code.
  package var awaitsCode: Bool {
    if case .code = origin { false } else { codePlace != nil }
  }

  /// The same command with a code in its place. The argument stays one, whatever the code has in it.
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
