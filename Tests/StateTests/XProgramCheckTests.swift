import ConfigurationFile
import FileSystem
import Foundation
import Freedesktop
import SeededRandom
import Testing

@testable import State

struct XProgramCheckTests {
  /// This machine's programs, with and without X11.
  @Test func librariesRevealAnX11Program() throws {
    try #require(FileManager.default.fileExists(atPath: "/usr/bin/xprop"), "x11-utils is not installed")
    let text = """
      [[tile]]
      name = "One"
      run = ["xprop"]
      [[tile]]
      name = "Two"
      run = ["xprop"]
      x11 = true
      [[tile]]
      name = "Three"
      run = ["/usr/bin/env"]
      [[tile]]
      name = "Four"
      run = ["no-such-program"]
      """
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).toml")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(text.utf8).write(to: file)
    let loaded = ConfigurationLoader(environment: [:], user: nil, notesTiles: true).load(file.path)
    let files = SystemFiles()
    let problems = XProgramCheck(files: files, search: ProgramSearch(files: files, searchPath: "/usr/bin"))
      .problems(of: loaded)
    #expect(
      problems.map { "\($0)".replacing(file.path, with: "kiosk.toml") } == [
        "kiosk.toml:3:1: warning: tile.run: looks like a program of X11, which finds no X server unless its tile has x11 = true"
      ])
  }

  @Test func librariesAreThoseOfReadelf() throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: "/usr/bin/env")))
    #expect(ProgramFile(bytes: bytes).libraries == ["libc.so.6"])
  }

  @Test func damagedFileGivesBoundedResults() throws {
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: "/usr/bin/env")))
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      for _ in 0..<4 {
        bytes[Int.random(in: 4..<min(bytes.count, 2000), using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      bytes[4] = 2
      bytes[5] = 1
      #expect(ProgramFile(bytes: bytes).libraries.count <= 4096, "seed \(seed)")
      #expect(
        ProgramFile(bytes: Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)))).libraries
          .count <= 4096)
    }
  }
}
