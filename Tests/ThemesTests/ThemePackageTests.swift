import Archives
import Configuration
import ConfigurationFile
import Foundation
import SeededRandom
import TemporaryFiles
import Testing

@testable import Themes

/// Theme packages from any source.
@Suite struct ThemePackageTests {
  private static let theme = "[theme]\nid = \"ink\"\napi = 1\n"
  private static let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]

  private static func file(_ path: String, _ text: String) -> ThemePackage.File {
    ThemePackage.File(path: path, bytes: Array(text.utf8))
  }

  /// A package with `theme.toml` and these files, without validation.
  private static func archive(_ files: [(String, [UInt8])]) throws -> [UInt8] {
    try ZipArchive.bytes(of: [("theme.toml", Array(theme.utf8))] + files)
  }

  /// The error message for a rejected package; nil for a valid one.
  private static func fault(_ bytes: [UInt8]) -> String? {
    do throws(ThemePackage.Fault) {
      _ = try ThemePackage(package: bytes)
      return nil
    } catch {
      return [error.path, error.message].compactMap(\.self).joined(separator: ": ")
    }
  }

  @Test func packageSurvivesARoundTrip() throws {
    let files = [
      Self.file("theme.toml", Self.theme), Self.file("licence.txt", "MIT"),
      ThemePackage.File(path: "pictures/deep/Stage.png", bytes: Self.png),
    ]
    let package = try ThemePackage(files: files)
    let bytes = try package.packed()
    #expect(try ThemePackage(package: bytes).files == package.files)
    #expect(
      try ThemePackage(files: files.reversed()).packed() == bytes, "the same files make the same package")
  }

  @Test(arguments: [
    ("../ink.txt", "leads out of the theme's folder"), ("a/../../b.txt", "leads out"),
    ("/etc/x.txt", "leads out"), ("a/x\u{600}/../\u{301}b.txt", "leads out"), (".\u{301}x.txt", "is hidden"),
    ("a/\u{301}b.txt", "a character"),
    ("a//b.txt", "leads out"), ("./a.txt", "leads out"), (".hidden.txt", "is hidden"),
    ("a\\b.txt", "has a character"), ("c:x.txt", "has a character"),
    ("open.ogg", "is not in the folder 'sounds'"), ("sounds/deep/open.ogg", "is not in the folder"),
    ("pictures/Ink.ttf", "is not in the folder 'fonts'"), ("sounds/open.ogg", "is not a valid OGG file"),
    ("sounds/open.wav", "is not a valid WAV file"), ("fonts/Ink.ttf", "is not a valid TTF file"),
    ("fonts/Ink.otf", "is not a valid OTF file"), ("sounds/open.mp3", "is neither a picture"),
    ("run.sh", "is neither a picture nor a text"), ("program", "is neither a picture"),
    ("lib.so", "is neither a picture"),
    ("a/b/c/d/e/f/g/h/i.txt", "more than 8 folders deep"),
    (String(repeating: "a", count: 300) + ".txt", "more than 255 bytes"),
    ("a.png", "is not a valid PNG file"),
    ("THEME.toml", "appears twice"), ("theme.toml/a.txt", "is a file and a folder"),
  ])
  func foreignFilesAreRefused(path: String, expected: String) throws {
    let fault = Self.fault(try Self.archive([(path, Array("text".utf8))]))
    #expect(fault?.contains(expected) == true, "\(fault ?? "nothing")")
  }

  @Test func invalidPackagesAreRefused() throws {
    #expect(Self.fault([])?.contains("is not a theme package") == true)
    #expect(Self.fault(Array("PK nonsense".utf8))?.contains("is not a theme package") == true)
    let empty = try ZipArchive.bytes(of: [("readme.txt", [])])
    #expect(Self.fault(empty)?.contains("has no theme.toml") == true)
    #expect(Self.fault(try Self.archive([("a.txt", [0])]))?.contains("is not a text") == true)
  }

  @Test func packageHasALimitedSize() throws {
    let many = (0...ThemePackage.fileLimit).map { ("a\($0).txt", [UInt8]()) }
    #expect(Self.fault(try Self.archive(many))?.contains("more than 1000 files") == true)
    // 24 KiB that expand to 96 MiB.
    let zeros = [UInt8](repeating: 0x20, count: 24 << 20)
    let bomb = try Self.archive((0..<4).map { ("a\($0).txt", zeros) })
    #expect(bomb.count < 1 << 20 && Self.fault(bomb)?.contains("more than 64 MiB") == true)
  }

  /// A package whose central directory has another mode for the file `a.txt`.
  private static func archive(mode: UInt32) throws -> [UInt8] {
    var bytes = try archive([("a.txt", Array("text".utf8))])
    let name = Array("a.txt".utf8)
    let start = try #require(
      bytes.indices.last {
        bytes[$0...].starts(with: [0x50, 0x4b, 1, 2]) && bytes[($0 + 46)...].starts(with: name)
      })
    for byte in 0..<4 { bytes[start + 38 + byte] = UInt8((mode << 16) >> (8 * UInt32(byte)) & 0xff) }
    return bytes
  }

  @Test(
    arguments: [
      (0o100644, nil), (0, nil), (0o100755, "is executable"), (0o120777, "is a link or a device"),
      (0o020666, "is a link or a device"),
    ] as [(UInt32, String?)])
  func linksAndProgramsAreRefused(mode: UInt32, expected: String?) throws {
    let fault = Self.fault(try Self.archive(mode: mode))
    #expect(expected == nil ? fault == nil : fault?.contains(expected ?? "") == true, "\(fault ?? "nothing")")
  }

  @Test func damagedPackageIsRefusedOrATheme() throws {
    let whole = try Self.archive([
      ("pictures/a.png", Self.png), ("licence.txt", Array(repeating: 65, count: 500)),
    ])
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0..<random.integer(1...4) {
        bytes[random.integer(0...(bytes.count - 1))] = UInt8(random.integer(0...255))
      }
      if random.chance(0.2) { bytes.removeLast(random.integer(1...(bytes.count - 1))) }
      if let package = try? ThemePackage(package: bytes) {
        #expect(package.files.allSatisfy { !$0.path.contains("..") && !$0.path.hasPrefix("/") })
      }
    }
  }
}

/// Theme folders, packed and installed.
@Suite struct ThemeFolderTests {
  private let directory: TemporaryDirectory
  private let library: ThemeLibrary

  init() throws {
    directory = try TemporaryDirectory()
    library = ThemeLibrary(
      environment: ["ROTUNDA_THEMES": "\(directory.path)/themes", "XDG_DATA_DIRS": "/nowhere"], user: nil)
  }

  private func folder(_ text: String, name: String = "ink") throws -> ThemeFolder {
    try directory.write("work/\(name)/theme.toml", text)
    return ThemeFolder("\(directory.path)/work/\(name)/", library)
  }

  private func messages(_ folder: ThemeFolder) -> [String] {
    folder.check().map { $0.description.replacing("\(directory.path)/", with: "") }
  }

  private static let head = "[theme]\nid = \"ink\"\napi = 1\n"

  @Test func aSoundThemeIsPackedInstalledAndFound() throws {
    let folder = try folder(Self.head + "scheme = \"light\"\n")
    try directory.write("work/ink/.gitignore", "*")
    try directory.write("work/ink/texts/licence.txt", "MIT")
    #expect(messages(folder) == [])
    let package = try folder.packed()
    for _ in 0..<2 {
      let place = try ThemeInstallation.install(
        package, named: "ink.rotunda-theme", into: "\(directory.path)/themes", library)
      #expect(place == "\(directory.path)/themes/ink")
    }
    #expect(library.names == ["ink"] && library.read("ink")?.definition?.scheme == .light)
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(directory.path)/themes")
    #expect(names == ["ink"], "nothing else is left")
    let mode = try FileManager.default.attributesOfItem(
      atPath: "\(directory.path)/themes/ink/texts/licence.txt")
    #expect((mode[.posixPermissions] as? Int).map { $0 & 0o111 } == 0)
  }

  @Test(arguments: [
    ("[theme\n", "work/ink/theme.toml:1:7: error: "),
    (
      head + "[tokens.color]\nground = 3\n",
      "work/ink/theme.toml:5:10: error: tokens.color.ground: must be a color"
    ),
    (
      head + "[tokens.color]\nquiet = \"#39404d\"\n",
      "work/ink/theme.toml:5:9: warning: tokens.color.quiet: has a contrast of"
    ),
    (head + "[background]\npicture = \"stage.png\"\n", "there is no file"),
  ])
  func mistakesAreReported(text: String, expected: String) throws {
    let messages = messages(try folder(text))
    #expect(messages.contains { $0.contains(expected) }, "\(messages)")
  }

  private func sound(_ name: String) throws -> Data {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return try Data(contentsOf: tests.appending(path: "SoundTests/Sounds/\(name)"))
  }

  private static let font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

  @Test(.enabled(if: FileManager.default.fileExists(atPath: font), "needs fonts-dejavu-core"))
  func themeFontsAreUsedAndBrokenOnesNamed() throws {
    let folder = try folder(Self.head)
    let bytes = try Data(contentsOf: URL(filePath: Self.font))
    try directory.write("work/ink/fonts/Ink.ttf", bytes)
    #expect(messages(folder) == [])
    _ = try ThemeInstallation.install(
      try folder.packed(), named: "ink.rotunda-theme", into: "\(directory.path)/themes", library)
    let fonts = try #require(library.read("ink")?.definition?.fonts)
    #expect(fonts.map(\.path) == ["\(directory.path)/themes/ink/fonts/Ink.ttf"])
    var random = SeededGenerator(seed: 3)
    for broken in [Data(), bytes.prefix(12), bytes.prefix(400), Data("OTTO and no more".utf8)] {
      try directory.write("work/ink/fonts/Ink.ttf", broken)
      #expect(messages(folder).contains { $0.contains("fonts/Ink.ttf: error: is no") }, "\(broken.count)")
    }
    // A font with damaged tables is either valid or rejected.
    for _ in 0..<100 {
      var damaged = bytes
      for _ in 0..<random.integer(1...20) {
        damaged[random.integer(4...2000)] = UInt8(random.integer(0...255))
      }
      try directory.write("work/ink/fonts/Ink.ttf", damaged)
      #expect(messages(folder).allSatisfy { $0.contains("fonts/Ink.ttf") })
    }
  }

  @Test func soundsComeWithTheirTheme() throws {
    let folder = try folder(Self.head)
    try directory.write("work/ink/sounds/open.ogg", sound("click.ogg"))
    try directory.write("work/ink/sounds/focus.wav", sound("click.wav"))
    try directory.write("work/ink/sounds/back.wav", sound("click.wav"))
    #expect(messages(folder) == [])
    _ = try ThemeInstallation.install(
      try folder.packed(), named: "ink.rotunda-theme", into: "\(directory.path)/themes", library)
    let place = "\(directory.path)/themes/ink/sounds"
    let sounds = try #require(library.read("ink")?.definition?.soundFiles)
    #expect(
      sounds.mapValues(\.path) == [
        .tap: "\(place)/open.ogg", .settle: "\(place)/focus.wav", .back: "\(place)/back.wav",
      ])
    // A derived theme inherits the sounds, except for those that it defines as notes.
    try directory.write(
      "themes/pen/theme.toml",
      "[theme]\nid = \"pen\"\napi = 1\ninherits = \"ink\"\n[sound]\ntap = [{ frequency = 900 }]\n")
    let inherited = try #require(library.read("pen")?.definition)
    #expect(Set(inherited.soundFiles.keys) == [.settle, .back] && inherited.sounds[.tap] != nil)
  }

  @Test(
    arguments: [
      ("open.ogg", Data("OggS, and no more".utf8), "error: is neither a WAV nor an OGG file, or is damaged"),
      ("open.wav", Data("RIFF....WAVE".utf8), "error: is neither a WAV nor an OGG file, or is damaged"),
      ("open.ogg", Data(count: 2 << 20), "error: is larger than 1 MiB"),
      ("applause.ogg", nil, "warning: is not played: sounds are called open, focus, error, back, attract"),
      ("Open.ogg", nil, "warning: is not played"), ("open.OGG", nil, "warning: is not played"),
    ] as [(String, Data?, String)])
  func soundMistakesAreReported(name: String, bytes: Data?, expected: String) throws {
    let folder = try folder(Self.head)
    try directory.write("work/ink/sounds/\(name)", bytes ?? sound("click.ogg"))
    let messages = messages(folder)
    #expect(messages.contains { $0.contains("sounds/\(name): \(expected)") }, "\(messages)")
  }

  @Test func brokenThemeIsNeitherPackedNorInstalled() throws {
    let folder = try folder(Self.head + "[tokens.radius]\ntile = 9\n")
    #expect(throws: ThemeFailure.self) { try folder.packed() }
    let bytes = try ZipArchive.bytes(of: [("theme.toml", Array("[theme]\nid = \"ink\"\napi = 7\n".utf8))])
    do throws(ThemeFailure) {
      _ = try ThemeInstallation.install(
        bytes, named: "x.rotunda-theme", into: "\(directory.path)/themes", library)
      Issue.record("a theme for a later release was installed")
    } catch {
      let lines = error.diagnostics.map(\.description)
      #expect(
        lines.first?.hasPrefix("x.rotunda-theme:theme.toml:3:7: error: theme.api: is for a later") == true)
    }
    #expect(library.names == [])
  }

  @Test func linksAndProgramsAreRefused() throws {
    let folder = try folder(Self.head)
    try directory.write("work/ink/licence.txt", "MIT")
    #expect(chmod("\(directory.path)/work/ink/licence.txt", 0o755) == 0)
    #expect(messages(folder).contains { $0.contains("licence.txt: error: is executable") })
    #expect(unlink("\(directory.path)/work/ink/licence.txt") == 0)
    #expect(symlink("/etc/passwd", "\(directory.path)/work/ink/licence.txt") == 0)
    #expect(messages(folder).contains { $0.contains("licence.txt: error: is a link") })
  }

  @Test(arguments: ["../evil", "Ink", "a/b", ""]) func themeNameCannotBeAPath(id: String) throws {
    let bytes = try ZipArchive.bytes(of: [("theme.toml", Array("[theme]\nid = \"\(id)\"\napi = 1\n".utf8))])
    #expect(throws: ThemeFailure.self) {
      try ThemeInstallation.install(
        bytes, named: "x.rotunda-theme", into: "\(directory.path)/themes", library)
    }
  }
}
