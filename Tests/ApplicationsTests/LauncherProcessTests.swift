import Foundation
import LongCheck
import Testing

/// Tests that need a separate launcher process: adopted orphans, and a count of all its resources.
@Suite(.serialized)
struct LauncherProcessTests {
  private func probe(_ argument: String) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("LoopProbe")
    process.arguments = argument.split(separator: " ").map(String.init)
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self)
  }

  @Test func manyStartsLeaveNoZombieOrDescriptor() throws {
    #expect(try probe("starts") == "ended 200, zombies 0, descriptors 0\n")
  }

  /// A thousand programs in the long check.
  @Test func killedProgramsLeaveNothing() throws {
    let times = LongCheck.isOn ? 1000 : 50
    let words = try probe("kills \(times)")
    #expect(words.hasPrefix("ended \(times), zombies 0, descriptors 0, grown "))
    if !Sanitizer.watchesMemory { #expect(words.hasSuffix("grown no\n")) }
  }

  @Test func orphansAreAdoptedAndReaped() throws {
    #expect(try probe("orphans") == "adopted true\nburied true\n")
  }
}
