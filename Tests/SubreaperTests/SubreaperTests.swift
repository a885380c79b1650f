import Foundation
import Testing

/// A test run fails if it leaves processes behind.
struct SubreaperTests {
  private static let binary =
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().path + "/Subreaper"

  /// Runs a shell script below Subreaper. Returns its status and the output of both.
  private func run(_ script: String, patience: String = "0") throws -> (status: Int32, output: String) {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: Self.binary)
    process.arguments = [patience, "/bin/sh", "-c", script]
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }

  @Test(arguments: [("true", 0), ("exit 7", 7), ("kill -TERM $$", 128 + SIGTERM), ("sleep 0 & wait", 0)])
  func cleanCommandKeepsItsStatus(script: String, status: Int32) throws {
    let outcome = try run(script)
    #expect(outcome.status == status && outcome.output.isEmpty, "\(outcome.output)")
  }

  /// With another parent, session and environment.
  @Test(arguments: ["sleep 1000 &", "(setsid env -i sleep 1000 &) &", "(sleep 1000 & exec sleep 1001) &"])
  func leftoversAreNamedAndKilled(script: String) throws {
    let outcome = try run("\(script) sleep 0.2; echo $!; exit 0")
    #expect(outcome.status == 70, "\(outcome.output)")
    #expect(outcome.output.contains(#/left behind: process \d+ sleep 100/#))
    for match in outcome.output.matches(of: #/process (\d+) /#) {
      let process = try #require(pid_t(match.1))
      #expect(kill(process, 0) != 0)
    }
  }

  @Test func processEndingSoonIsNoLeftover() throws {
    let outcome = try run("sleep 0.3 >/dev/null 2>&1 & exit 0", patience: "60")
    #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.output)")
  }

  @Test func commandFailureOverridesLeftovers() throws {
    #expect(try run("sleep 1000 & exit 3").status == 3)
  }

  @Test func signalsReachTheCommand() throws {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: Self.binary)
    process.arguments = ["0", "/bin/sh", "-c", "trap 'exit 9' TERM; echo ready; sleep 1000 & wait"]
    (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
    try process.run()
    _ = output.fileHandleForReading.availableData
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationStatus == 9)
  }
}
