import Applications
import Foundation
import Programs
import Testing

@MainActor
@Suite(.serialized)
struct StartFailureTests {
  let stage: Stage

  init() throws {
    stage = try Stage()
  }

  private func failure(_ command: Command) -> StartFailure? {
    do {
      _ = try stage.launcher.start(command) { _ in }
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    [], [""], ["no-such-program-anywhere"], ["/no/such/program"], ["/etc/passwd/below-a-file"],
    [String(repeating: "x", count: 5000)], ["/" + String(repeating: "y", count: 300)],
  ])
  func missingProgramIsNotFound(arguments: [String]) {
    #expect(failure(Command(arguments)) == .notFound)
  }

  @Test func nonExecutableFileIsDistinguished() throws {
    let plain = try stage.write("plain", "#!/bin/sh\n", mode: 0o644)
    #expect(failure(Command([plain])) == .notExecutable)
    let inPath = Command(["plain"], environment: ["PATH": "/usr/bin:\(stage.directory.path)"])
    #expect(failure(inPath) == .notExecutable)
    #expect(failure(Command([stage.directory.path])) == .notExecutable)
    let noHeader = try stage.write("no-header", "echo no shell guesses what this is\n")
    #expect(failure(Command([noHeader])) == .notExecutable)
  }

  @Test func missingInterpreterIsReported() throws {
    let script = try stage.write("script", "#!/no/such/interpreter\n")
    let expected = StartFailure.refused(errno: ENOENT, text: "its interpreter or loader is missing")
    #expect(failure(Command([script])) == expected)
    #expect(failure(Command(["./script"], workingDirectory: stage.directory.path)) == expected)
  }

  @Test(arguments: ["/no/such/directory", "/etc/passwd", ""])
  func missingDirectoryDiffersFromMissingProgram(directory: String) {
    #expect(failure(Command(["true"], workingDirectory: directory)) == .workingDirectory(directory))
  }

  @Test(arguments: [
    Command(["true", "a\0b"]), Command(["tr\0ue"]), Command(["true"], environment: ["A": "b\0c"]),
    Command(["true"], environment: ["A=B": "c"]), Command(["true"], environment: ["": "c"]),
    Command(["true"], workingDirectory: "/tmp\0/x"),
  ])
  func ambiguousArgumentsAreRefused(command: Command) {
    #expect(failure(command) == .refused(errno: EINVAL, text: "Invalid argument"))
  }

  @Test func tooManyArgumentsAreRefused() {
    let huge = String(repeating: "x", count: 4_000_000)
    #expect(failure(Command(["true", huge])) == .refused(errno: E2BIG, text: "Argument list too long"))
  }

  @Test func searchUsesTheProgramsPath() throws {
    _ = try stage.write("only-here", "#!/bin/sh\necho found\n")
    try stage.run(Command(["only-here"], environment: ["PATH": stage.directory.path]))
    #expect(stage.output == "found\n")
    #expect(failure(Command(["only-here"])) == .notFound)
  }

  @Test func forbiddenFileDoesNotHideALaterOne() throws {
    _ = try stage.write("true", "", mode: 0o644)
    #expect(
      try stage.run(Command(["true"], environment: ["PATH": stage.directory.path + ":/bin"]))
        == .exited(status: 0))
  }

  @Test func relativeDirectoriesAreNotSearched() throws {
    _ = try stage.write("only-here", "#!/bin/sh\n")
    let command = Command(
      ["only-here"], environment: ["PATH": ":.:"], workingDirectory: stage.directory.path)
    #expect(failure(command) == .notFound)
  }

  @Test func slashPathIsRelativeToTheProgramsDirectory() throws {
    _ = try stage.write("here", "#!/bin/sh\necho \"$0\"\n")
    try stage.run(Command(["./here"], workingDirectory: stage.directory.path))
    #expect(stage.output == "./here\n")
  }
}
