import Programs
import Testing

/// Scanned codes in commands.
@Suite struct ScannedCodeTests {
  @Test(arguments: [
    "9783161484100", ";rm -rf /", "--option", "-", "$(reboot)", "a\nb", "{code}", "'\"\\", "\u{1D}ü€",
  ])
  func hostileCodesStayOneArgument(text: String) throws {
    let code = try #require(ScannedCode(text))
    var command = Command(["/usr/bin/look", "--", "id={code}", "{x}"])
    command.codePlace = .argument
    let filled = command.filled(with: code)
    #expect(filled.arguments == ["/usr/bin/look", "--", "id=" + text, "{x}"])
    #expect(command.awaitsCode && !filled.awaitsCode && filled.origin == .code(code))
  }

  @Test(arguments: [
    ("A-1._~", "A-1._~"), ("a b/c?d&e=f#g%", "a%20b%2Fc%3Fd%26e%3Df%23g%25"), ("ü\n", "%C3%BC%0A"),
    ("{profile}", "%7Bprofile%7D"),
  ])
  func addressesGetEncodedCodes(text: String, encoded: String) throws {
    let address = "https://example.org/?q={code}"
    var command = Command(["browser", "--app=\(address)", "{code}"])
    command.codePlace = .address(address)
    command.privateDirectory = PrivateDirectory(files: ["policy": "[\"\(address)\"]"])
    let filled = command.filled(with: try #require(ScannedCode(text)))
    #expect(filled.arguments == ["browser", "--app=https://example.org/?q=\(encoded)", "{code}"])
    #expect(filled.privateDirectory?.files == ["policy": "[\"https://example.org/?q=\(encoded)\"]"])
  }

  @Test func invalidTextsAreNoCodes() {
    #expect(ScannedCode("") == nil && ScannedCode("a\0b") == nil)
    #expect(ScannedCode(String(repeating: "ü", count: 256)) != nil)
    #expect(ScannedCode(String(repeating: "ü", count: 257)) == nil)
  }
}
