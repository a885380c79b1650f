import Configuration
import ConfigurationFile
import Foundation
import TemporaryFiles
import Testing

/// The `[admin]` section, the file with the PIN's hash, and the features that need a PIN.
struct AdminSectionTests {
  private static let hash = "$y$j9T$F5Jx5fExrKuPp53xLKQ..1$UWd9ZKknHrDoLx03Tv5s0HKYHhYNt0pXx67Wl3IOWZ2"

  /// Reads a configuration in a directory with these files and modes.
  private func read(
    _ text: String, files: [(name: String, text: String, mode: Int)] = []
  ) throws -> (AdminSettings, [String]) {
    let directory = try TemporaryDirectory()
    for file in files {
      let path = try directory.write(file.name, file.text)
      try FileManager.default.setAttributes([.posixPermissions: file.mode], ofItemAtPath: path)
    }
    let path = try directory.write("rotunda.toml", text + "\n[[tile]]\nrun = [\"true\"]\n")
    let loaded = ConfigurationLoader(environment: ["PATH": "/usr/bin:/bin"]).load(path)
    return (
      loaded.configuration.admin,
      loaded.diagnostics.map { $0.description.replacing("\(directory.path)/", with: "") }
    )
  }

  @Test func everyKeyIsRead() throws {
    let (settings, messages) = try read(
      """
      [admin]
      pin-file = "pin"
      corner = "bottom-right"
      presses = 7
      within = "5s"
      shuffle-digits = true
      page-without-pin = true
      console = true
      """, files: [("pin", Self.hash + "\n", 0o640)])
    #expect(messages == [])
    var expected = AdminSettings()
    expected.pin = .hash(try #require(PINHash(Self.hash)))
    expected.pinFile = settings.pinFile
    (expected.corner, expected.presses, expected.time) = (.bottomRight, 7, 5)
    (expected.shufflesDigits, expected.showsPageWithoutPIN, expected.allowsConsole) = (true, true, true)
    #expect(settings == expected && settings.pinFile?.hasSuffix("/pin") == true)
  }

  @Test func theCornerCanBeSwitchedOff() throws {
    #expect(try read("[admin]\ncorner = \"none\"").0.corner == nil)
  }

  @Test(arguments: [
    ("corner = \"middle\"", "rotunda.toml:2:10: error: admin.corner: must be one of"),
    ("presses = 2", "rotunda.toml:2:11: error: admin.presses: must be a whole number from 3 to 20"),
    ("within = \"1min\"", "rotunda.toml:2:10: error: admin.within: must be a time from"),
    ("pin-file = 4711", "rotunda.toml:2:12: error: admin.pin-file: must be a file's path"),
    ("pin-file = \"\"", "rotunda.toml:2:12: error: admin.pin-file: must not be empty"),
    ("pin = \"4711\"", "rotunda.toml:2:1: error: admin.pin: there is no such key"),
  ])
  func mistakesAreReported(line: String, message: String) throws {
    let messages = try read("[admin]\n\(line)").1
    #expect(messages.count == 1 && messages[0].hasPrefix(message), "\(messages)")
  }

  @Test(arguments: [
    (nil, 0o600, "rotunda.toml:2:12: error: admin.pin-file: 'pin' cannot be read: No such file or directory"),
    (
      "4711\n", 0o600,
      "rotunda.toml:2:12: error: admin.pin-file: 'pin' contains no hash: write it with 'rotunda set-pin'"
    ),
    (
      "", 0o600,
      "rotunda.toml:2:12: error: admin.pin-file: 'pin' contains no hash: write it with 'rotunda set-pin'"
    ),
    (
      hash + "\n" + hash, 0o600,
      "rotunda.toml:2:12: error: admin.pin-file: 'pin' contains no hash: write it with 'rotunda set-pin'"
    ),
    (
      hash, 0o602,
      "rotunda.toml:2:12: error: admin.pin-file: 'pin' is not used: everyone on this machine can change it (chmod o-w)"
    ),
    (
      String(repeating: "x", count: 5000), 0o600,
      "rotunda.toml:2:12: error: admin.pin-file: 'pin' contains no hash: it is too large"
    ),
  ])
  func unavailablePINKeepsTilesClosed(text: String?, mode: Int, message: String) throws {
    let (settings, messages) = try read(
      "[admin]\npin-file = \"pin\"", files: text.map { [("pin", $0, mode)] } ?? [])
    #expect(settings.pin == .unknown)
    #expect(messages == [message])
  }

  @Test(arguments: [
    (0o644, "warning: admin.pin-file: 'pin' can be read by everyone on this machine (chmod o-r)"),
    (0o660, "warning: admin.pin-file: 'pin' can be changed by its whole group (chmod g-w)"),
  ])
  func exposedPINIsAWarning(mode: Int, message: String) throws {
    let (settings, messages) = try read("[admin]\npin-file = \"pin\"", files: [("pin", Self.hash, mode)])
    #expect(messages == ["rotunda.toml:2:12: " + message])
    #expect(settings.pin != .unknown && settings.pin != .none)
  }

  @Test func messagesNeverContainThePIN() throws {
    let (_, messages) = try read("[admin]\npin-file = \"pin\"", files: [("pin", "471147114711", 0o600)])
    #expect(!messages.joined().contains("4711"))
  }

  @Test func tilesAndGesturesReportAMissingPIN() throws {
    let text = """
      [gestures]
      double-tap = "lock"
      [[tile]]
      run = ["true"]
      pin = true
      [[tile]]
      name = "Close"
      action = "lock"
      """
    let words = "stays closed until there is a PIN: set pin-file below [admin]"
    let (_, messages) = try read(text)
    #expect(
      messages
        == [2, 5, 8].map { "rotunda.toml:\($0):\($0 == 2 ? 14 : $0 == 5 ? 7 : 10): warning: \(words)" })
    let (_, none) = try read(
      text + "\n[admin]\npin-file = \"pin\"", files: [("pin", Self.hash, 0o600)])
    #expect(none == [])
  }

  @Test func inlinePageWithAPINIsAMistake() throws {
    let (_, messages) = try read(
      "[admin]\npin-file = \"pin\"\n[[tile]]\nname = \"A\"\npage = \"a.txt\"\npage-place = \"tile\"\npin = true",
      files: [("pin", Self.hash, 0o600), ("a.txt", "A", 0o644)])
    #expect(
      messages.count == 1 && messages[0].contains("tile.pin: has no effect: the page is on the tile"),
      "\(messages)")
  }
}

/// Write access to the files that the launcher trusts.
struct TrustTests {
  private let loader = ConfigurationLoader(environment: ["PATH": "/usr/bin:/bin"])

  private func messages(of path: String, in directory: TemporaryDirectory) -> [String] {
    loader.load(path).diagnostics.map { $0.description.replacing("\(directory.path)/", with: "") }
  }

  private func change(_ path: String, mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  /// Changes the owner of a file, which only root can do.
  private func give(_ path: String, to user: UInt32) -> Bool { lchown(path, user, user) == 0 }

  @Test func openDirectoryIsNotTrusted() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("open/rotunda.toml", "[[tile]]\nrun = [\"true\"]")
    try change("\(directory.path)/open", mode: 0o777)
    let place = "\(directory.path)/open"
    #expect(
      loader.load(path).diagnostics.map(\.message) == [
        "is not used: it lies in \(place), where everyone can replace it (chmod o-w)"
      ])
    // Like /tmp: everyone can create files there and replace only their own.
    try change("\(directory.path)/open", mode: 0o1777)
    #expect(loader.load(path).diagnostics == [])
    try change("\(directory.path)/open", mode: 0o775)
    #expect(loader.load(path).diagnostics.map(\.severity) == [.warning])
    #expect(loader.load(path).configuration.tiles.count == 1)
  }

  @Test func parentDirectoriesAreChecked() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("open/deep/rotunda.toml", "[[tile]]\nrun = [\"true\"]")
    try change("\(directory.path)/open", mode: 0o777)
    #expect(!loader.load(path).isReadable)
    #expect(!loader.load("\(directory.path)/open/deep/../deep/./rotunda.toml").isReadable)
  }

  @Test func openDirectoriesAreReportedForOthersFiles() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("open/deep/rotunda.toml", "[[tile]]\nrun = [\"true\"]")
    let anybodys = ConfigurationLoader(environment: ["PATH": "/usr/bin:/bin"], user: nil)
    #expect(anybodys.load(path).diagnostics == [])
    try change("\(directory.path)/open", mode: 0o777)
    #expect(anybodys.load(path).diagnostics.map(\.severity) == [.error])
  }

  @Test func linksAreFollowedAndChecked() throws {
    let directory = try TemporaryDirectory()
    try directory.write("open/rotunda.toml", "[[tile]]\nrun = [\"true\"]")
    try directory.write("safe/x", "")
    for target in ["\(directory.path)/open/rotunda.toml", "../open/rotunda.toml"] {
      let link = "\(directory.path)/safe/rotunda.toml"
      try? FileManager.default.removeItem(atPath: link)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
      try change("\(directory.path)/open", mode: 0o755)
      #expect(loader.load(link).diagnostics == [])
      try change("\(directory.path)/open", mode: 0o777)
      #expect(!loader.load(link).isReadable)
    }
  }

  @Test func filesOfOtherUsersAreRefused() throws {
    let directory = try TemporaryDirectory()
    let text = "[[tile]]\nrun = [\"true\"]"
    let (file, inside) = (try directory.write("own/a.toml", text), try directory.write("theirs/b.toml", text))
    let link = "\(directory.path)/c.toml"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: inside)
    let dropIn = try directory.write("rotunda.d/d.toml", text)
    let main = try directory.write("rotunda.toml", text)
    // Only root can change owners, and not even root in a user namespace.
    guard give(file, to: 12345), give("\(directory.path)/theirs", to: 12345), give(dropIn, to: 12345) else {
      return
    }
    #expect(
      messages(of: file, in: directory) == [
        "own/a.toml: error: is not used: it belongs to user 12345, but must belong to root"
      ])
    for path in [inside, link] {
      #expect(loader.load(path).diagnostics[0].message.contains("theirs, which belongs to user 12345"))
    }
    try change("\(directory.path)/theirs", mode: 0o755)
    _ = give("\(directory.path)/theirs", to: 0)
    _ = give(link, to: 12345)
    #expect(loader.load(link).diagnostics[0].message.contains("the link \(link) leads to it, which belongs"))
    let loaded = loader.load(main)
    #expect(!loaded.isReadable && loaded.configuration.tiles.count == 1)
    #expect(loaded.diagnostics.map(\.file) == [dropIn])
  }

  @Test func aLoopOfLinksEnds() throws {
    let directory = try TemporaryDirectory()
    let (one, other) = ("\(directory.path)/one.toml", "\(directory.path)/other.toml")
    try FileManager.default.createSymbolicLink(atPath: one, withDestinationPath: other)
    try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: one)
    #expect(messages(of: one, in: directory)[0].contains("cannot be read: Too many levels"))
  }
}
