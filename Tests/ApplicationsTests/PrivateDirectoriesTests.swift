import EventLoop
import Foundation
import Programs
import Testing

@testable import Applications

@MainActor struct PrivateDirectoriesTests {
  private let root: String

  init() throws {
    root = NSTemporaryDirectory() + "visits-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  private var base: String { root + "/rotunda/visits" }

  private func names(_ path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  private func command(_ files: [String: String] = ["home/": "", "policies/managed/a.json": "{}"]) -> Command
  {
    var command = Command(["show", "--in={profile}/home", "plain"], environment: ["HOME": "{profile}/home"])
    command.privateDirectory = PrivateDirectory(files: files)
    return command
  }

  @Test func programGetsADirectoryAndLeavesNothing() throws {
    let directories = PrivateDirectories(loop: nil, base: base)
    let ready = try directories.prepare(command(), for: 7)
    let home = try #require(ready.environment["HOME"])
    #expect(home.hasPrefix(base + "/") && ready.arguments == ["show", "--in=\(home)", "plain"])
    let place = URL(filePath: home).deletingLastPathComponent()
    #expect(names(place.path) == ["home", "policies"])
    #expect(try String(contentsOf: place.appending(path: "policies/managed/a.json"), encoding: .utf8) == "{}")
    let mode = try FileManager.default.attributesOfItem(atPath: place.path)[.posixPermissions] as? Int
    #expect(mode == 0o700)
    try "secret".write(toFile: home + "/cookies", atomically: false, encoding: .utf8)
    directories.wipe(7)
    #expect(!FileManager.default.fileExists(atPath: place.path))
    directories.wipeAll()
    #expect(names(base) == [])
  }

  @Test func otherProgramsStayAsTheyAre() throws {
    let directories = PrivateDirectories(loop: nil, base: base)
    let plain = Command(["a", "{profile}"])
    #expect(try directories.prepare(plain, for: 1) == plain)
    #expect(!FileManager.default.fileExists(atPath: base))
    directories.wipe(1)
    directories.wipeAll()
  }

  @Test func anyProgramHasAHomeOfTheVisit() throws {
    let directories = PrivateDirectories(loop: nil, base: base)
    let asked = ProgramRequest(Command(["a", "{profile}"], environment: ["XDG_DATA_HOME": "/d"]))
    let ready = try directories.prepare(asked, for: 1)
    let home = try #require(ready.command.environment["HOME"])
    #expect(
      ready.command.arguments == ["a", "{profile}"] && ready.command.environment["XDG_DATA_HOME"] == "/d")
    #expect(ready.command.environment["XDG_CONFIG_HOME"] == "\(home)/.config")
    #expect(ready.ownDirectories == [URL(filePath: home).deletingLastPathComponent().path])
    #expect(names(home) == [])
    try "secret".write(toFile: home + "/notes", atomically: false, encoding: .utf8)
    directories.wipe(1)
    #expect(!FileManager.default.fileExists(atPath: home))
  }

  @Test func keptHomeBelongsToItsTileAlone() throws {
    let kept = root + "/state/programs"
    func start(_ tile: String, _ number: Int) throws -> String {
      let directories = PrivateDirectories(loop: nil, base: base, kept: kept)
      var request = ProgramRequest(Command(["a"]), tile: tile)
      request.limits.home = .keep
      let ready = try directories.prepare(request, for: number)
      directories.wipe(number)
      directories.wipeAll()
      let home = try #require(ready.command.environment["HOME"])
      #expect(ready.ownDirectories == [home])
      return home
    }
    let home = try start("notes", 1)
    try "1".write(toFile: home + "/scores", atomically: false, encoding: .utf8)
    #expect(try start("notes", 2) == home && names(home) == ["scores"])
    let others = ["Notes", "../notes", "notes/", "", ".", "..", String(repeating: "ü", count: 300)]
    let homes = try others.map { try start($0, 3) }
    #expect(Set(homes + [home]).count == others.count + 1)
    for home in homes { #expect(URL(filePath: home).deletingLastPathComponent().path == kept) }
  }

  /// A launcher that cannot keep data fails, instead of letting a program lose the data it should keep.
  @Test func missingDirectoryPreventsTheStart() {
    var request = ProgramRequest(Command(["a"]), tile: "notes")
    request.limits.home = .keep
    #expect(throws: StartFailure.self) {
      try PrivateDirectories(loop: nil, base: base).prepare(request, for: 1)
    }
  }

  @Test func onlyDeadLaunchersDirectoriesAreRemoved() throws {
    var dead: PrivateDirectories? = PrivateDirectories(loop: nil, base: base)
    let left = try #require(try dead?.prepare(command(), for: 1).environment["HOME"])
    let living = PrivateDirectories(loop: nil, base: base)
    // The other launcher is still running, and its directories remain.
    #expect(FileManager.default.fileExists(atPath: left))
    let own = try #require(try living.prepare(command(), for: 1).environment["HOME"])
    dead?.abandon()
    dead = nil
    let next = PrivateDirectories(loop: nil, base: base)
    #expect(!FileManager.default.fileExists(atPath: left) && FileManager.default.fileExists(atPath: own))
    next.wipeAll()
    living.wipeAll()
    #expect(names(base) == [])
  }

  @Test func linksAreRemovedAndNeverFollowed() throws {
    let directories = PrivateDirectories(loop: nil, base: base)
    let home = try #require(try directories.prepare(command(), for: 1).environment["HOME"])
    let precious = root + "/precious"
    try FileManager.default.createDirectory(atPath: precious + "/deep", withIntermediateDirectories: true)
    try "keep".write(toFile: precious + "/file", atomically: false, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: home + "/link", withDestinationPath: precious)
    try FileManager.default.createSymbolicLink(atPath: home + "/loop", withDestinationPath: home)
    try FileManager.default.createDirectory(atPath: home + "/a/b/c", withIntermediateDirectories: true)
    chmod(home + "/a/b", 0)
    mkfifo(home + "/pipe", 0o600)
    directories.wipe(1)
    #expect(!FileManager.default.fileExists(atPath: home))
    #expect(names(precious) == ["deep", "file"])
    directories.wipeAll()
  }

  @Test func noProgramStartsInAnUncleanDirectory() throws {
    let directories = PrivateDirectories(loop: nil, base: base)
    let homes = try (0..<3).map { _ in try directories.prepare(command(), for: 7).environment["HOME"] }
    #expect(Set(homes).count == 3)
    directories.wipeAll()
    #expect(names(base) == [])
  }

  @Test func loopContinuesDuringTheRemoval() throws {
    let loop = try EventLoop()
    let directories = PrivateDirectories(loop: loop, base: base)
    let home = try #require(try directories.prepare(command(), for: 1).environment["HOME"])
    for number in 0..<500 { try "".write(toFile: "\(home)/\(number)", atomically: false, encoding: .utf8) }
    directories.wipe(1)
    for _ in 0..<400 where FileManager.default.fileExists(atPath: home) { try loop.step(timeout: 0.05) }
    #expect(!FileManager.default.fileExists(atPath: home))
    _ = try directories.prepare(command(), for: 2)
    directories.wipeAll { loop.stop(status: 5) }
    #expect(try loop.run() == 5)
    #expect(names(base) == [])
  }

  @Test(.enabled(if: geteuid() == 0, "only root can mount a file system"))
  func mountedFilesAreNotRemoved() throws {
    let directories = PrivateDirectories(loop: nil, base: base)
    let home = try #require(try directories.prepare(command(), for: 1).environment["HOME"])
    let precious = home + "/mounted"
    try FileManager.default.createDirectory(atPath: precious, withIntermediateDirectories: false)
    try #require(mount("precious", precious, "tmpfs", 0, nil) == 0)
    try "keep".write(toFile: precious + "/file", atomically: false, encoding: .utf8)
    try "secret".write(toFile: home + "/cookies", atomically: false, encoding: .utf8)
    directories.wipe(1)
    #expect(names(home) == ["mounted"] && names(precious) == ["file"])
    umount2(precious, Int32(MNT_DETACH))
    directories.wipeAll()
    #expect(names(base) == [])
  }

  @Test func foreignDirectoryIsRefused() throws {
    try FileManager.default.createDirectory(atPath: root + "/rotunda", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: base, withDestinationPath: "/tmp")
    let directories = PrivateDirectories(loop: nil, base: base)
    #expect(throws: StartFailure.self) { try directories.prepare(command(), for: 1) }
  }
}
