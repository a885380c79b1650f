import RealCompositors
import Testing

/// No process that a test started outlives it.
struct ProcessGroupTests {
  @Test func endingAGroupEndsWhatItStarted() throws {
    let scratch = try Scratch()
    let group = try ProcessGroup(
      ["sh", "-c", "trap '' TERM; sleep 1000 & echo child $!; wait"], environment: [:],
      log: scratch.file("log"))
    try group.wait(forOutput: "child")
    #expect(!group.isGone)
    group.end(politely: 0.1)
    #expect(group.isGone)
  }

  @Test func endedProgramIsNamedInTheFailure() throws {
    let scratch = try Scratch()
    let group = try ProcessGroup(
      ["sh", "-c", "echo last words; exit 3"], environment: [:], log: scratch.file("log"))
    let failure = #expect(throws: CompositorFailure.self) { try group.wait(forOutput: "never said") }
    #expect(failure?.description.contains("last words") == true)
    #expect(try group.waitForExit() >> 8 == 3)
  }

  @Test func aMissingProgramIsAFailure() throws {
    let scratch = try Scratch()
    let group = try ProcessGroup(["no-such-program"], environment: [:], log: scratch.file("log"))
    #expect(try group.waitForExit() != 0)
  }
}
