import Bundles
import Foundation
import Testing

@testable import BundleFiles

/// The real program is killed at each of its system calls that change the disk, or the disk is full there.
@Suite struct PowerCutTests {
  private static let calls = ["mkdir", "write", "fsync", "rename", "symlink", "unlink", "rmdir"]
  private static let files = ["bundle.toml", "all/tiles.toml", "all/pictures/a.txt"]
  private static let more = [("all/pictures/a.txt", String(repeating: "text", count: 30_000))]

  private let stage: BundleStage

  init() throws {
    stage = try BundleStage()
    #expect(try stage.install(1, Self.more).status == 0)
    try stage.directory.write("new", stage.signed(BundleStage.files(2, Self.more)))
  }

  private func install(_ injection: String) throws -> BundleStage.Said {
    let words = ["/usr/bin/strace", "-f", "-qq", "-o", stage.path("calls"), "-e"]
    return try stage.run(["install", "--force", stage.path("new")], behind: words + [injection])
  }

  /// Brings the kiosk back to bundle 1.
  private func reset() throws {
    try FileManager.default.removeItem(atPath: stage.path("bundles"))
    #expect(try stage.install(1, Self.more).status == 0)
  }

  /// The number of calls of each kind in an installation without a power cut.
  private func counts() throws -> [(call: String, count: Int)] {
    #expect(try install("trace=\(Self.calls.joined(separator: ","))").status == 0)
    let lines = try String(contentsOfFile: stage.path("calls"), encoding: .utf8).split(separator: "\n")
    return Self.calls.map { call in
      // A line begins with the number of the process.
      (call, lines.filter { $0.split(separator: " ").dropFirst().first?.hasPrefix("\(call)(") == true }.count)
    }
  }

  @Test func killedInstallationLosesNothing() throws {
    var kills = 0
    for (call, count) in try counts() where count > 0 {
      for number in 1...count {
        try reset()
        let said = try install("inject=\(call):signal=KILL:when=\(number)")
        #expect(said.status != 0, "\(call) \(number)")
        kills += 1
        // The machine starts again.
        #expect(try stage.run("recover").status == 0)
        let used = try #require(try stage.inUse(Self.files), "\(call) \(number)")
        #expect(used == stage.store.record.kept && stage.store.record.trial == nil)
        let names = try FileManager.default.contentsOfDirectory(atPath: stage.store.directory).sorted()
        #expect(names == ["\(used)", "current", "lock", "record"], "\(call) \(number)")
        // The same bundle can still be installed, unless it is in use.
        let again = try stage.run("install", "--force", stage.path("new"))
        #expect(try again.status == 0 && stage.inUse(Self.files) == 2, "\(call) \(number): \(again)")
      }
    }
    #expect(kills > 20)
  }

  @Test func fullDiskLosesNothing() throws {
    for (call, count) in try counts() where ["mkdir", "write", "fsync", "symlink", "rename"].contains(call) {
      for number in 1...count {
        try reset()
        _ = try install("inject=\(call):error=ENOSPC:when=\(number)+")
        #expect(try stage.run("recover").status == 0)
        let used = try #require(try stage.inUse(Self.files), "\(call) \(number)")
        #expect(used == stage.store.record.kept && stage.store.record.trial == nil)
      }
    }
  }
}
