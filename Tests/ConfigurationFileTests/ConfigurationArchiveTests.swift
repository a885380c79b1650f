import Configuration
import FileSystem
import Foundation
import SeededRandom
import TemporaryFiles
import Testing

@testable import ConfigurationFile

@Suite struct ConfigurationArchiveTests {
  private static let texts = [
    ConfigurationText(path: "/etc/rotunda/rotunda.toml", bytes: Array("[[tile]]\nrun = [\"true\"]\n".utf8)),
    ConfigurationText(path: "/etc/rotunda/rotunda.d/a b.toml", bytes: []),
    ConfigurationText(path: "/etc/rotunda/rotunda.d/ü.toml", bytes: [10, 0, 255, 10]),
  ]

  @Test func archiveSurvivesARoundTrip() {
    let archive = ConfigurationArchive(Self.texts)
    #expect(archive.isWritable && ConfigurationArchive(bytes: archive.bytes)?.texts == Self.texts)
  }

  @Test func truncatedArchiveIsRejected() {
    let bytes = ConfigurationArchive(Self.texts).bytes
    let whole = (0..<bytes.count).filter { length in
      guard let archive = ConfigurationArchive(bytes: Array(bytes[..<length])) else { return false }
      return !Self.texts.starts(with: archive.texts)
    }
    #expect(whole.isEmpty)
  }

  @Test(arguments: [
    "", "x", "rotunda configuration 1", "rotunda configuration 1\n5 /a\nx",
    "rotunda configuration 1\n-1 /a\n\n",
    "rotunda configuration 1\n1 a\nx\n", "rotunda configuration 1\n99999999999999999999 /a\nx\n",
    "rotunda configuration 1\n1\nx\n", "rotunda configuration 2\n1 /a\nx\n",
  ])
  func invalidArchiveIsRejected(text: String) {
    #expect(ConfigurationArchive(bytes: Array(text.utf8)) == nil)
  }

  @Test func randomBytesAreSurvived() {
    var random = SeededGenerator(seed: 20)
    for _ in 0..<2000 {
      var bytes = ConfigurationArchive(Self.texts).bytes
      for _ in 0..<3 {
        bytes[Int.random(in: 24..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = ConfigurationArchive(bytes: bytes)
    }
  }

  @Test func anArchiveIsReadAsTheFilesWere() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(
      "rotunda.toml", "[[tile]]\nname = \"a\"\nicon = \"i.svg\"\nrun = [\"true\"]")
    try directory.write("i.svg", "")
    try directory.write("rotunda.d/1.toml", "[[tile]]\nname = \"b\"\nrun = [\"true\"]")
    let loader = ConfigurationLoader(environment: ["PATH": "/usr/bin:/bin"])
    let loaded = loader.load(path)
    #expect(loaded.texts.map(\.path) == [path, "\(directory.path)/rotunda.d/1.toml"])
    let archive = ConfigurationArchive(loaded.texts)
    try directory.write("rotunda.toml", "nonsense")
    #expect(loader.load(archive) == loaded)
    #expect(!loader.load(ConfigurationArchive([])).isReadable)
  }
}

@Suite struct ConfigurationTrustTests {
  @Test(
    arguments: [
      (UInt32(0), UInt32(0o644), UInt32?(1000), nil, nil), (1000, 0o600, 1000, nil, nil),
      (1001, 0o644, 1000, Diagnostic.Severity.error, "belongs to user 1001"),
      (1001, 0o644, 0, .error, "must belong to root"), (1001, 0o644, nil, nil, nil),
      (0, 0o666, 1000, .error, "everyone"), (1000, 0o602, 1000, .error, "everyone"),
      (5, 0o666, nil, .error, "everyone"), (1000, 0o664, 1000, .warning, "group"),
    ] as [(UInt32, UInt32, UInt32?, Diagnostic.Severity?, String?)])
  func onlyRootAndTheUserAreTrusted(
    owner: UInt32, permissions: UInt32, user: UInt32?, severity: Diagnostic.Severity?, words: String?
  ) {
    let objection = ConfigurationTrust(user: user).objection(
      to: FileOwnership(owner: owner, permissions: permissions))
    #expect(objection?.severity == severity)
    #expect(words.map { objection?.message.contains($0) == true } != false)
  }

  @Test(arguments: [(0o666, false), (0o664, true), (0o644, true)])
  func aFileIsReadAccordingToItsPermissions(permissions: Int, isReadable: Bool) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("rotunda.toml", "[[tile]]\nrun = [\"true\"]")
    let dropIn = try directory.write("rotunda.d/a.toml", "[[tile]]\nrun = [\"false\"]")
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: dropIn)
    let loaded = ConfigurationLoader(environment: ["PATH": "/usr/bin:/bin"]).load(path)
    #expect(loaded.isReadable == isReadable && loaded.configuration.tiles.count == (isReadable ? 2 : 1))
    #expect(loaded.diagnostics.allSatisfy { $0.file == dropIn })
    #expect(loaded.diagnostics.isEmpty == (permissions == 0o644))
  }
}
