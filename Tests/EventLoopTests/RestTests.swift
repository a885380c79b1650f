import Foundation
import Testing

/// The behavior of a whole process, seen from outside.
@Suite(.serialized)
struct RestTests {
  private static let probe = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("LoopProbe")

  private func start(_ arguments: [String], environment: [String: String] = [:]) throws -> (
    Process, FileHandle
  ) {
    let process = Process()
    let output = Pipe()
    process.executableURL = Self.probe
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output
    try process.run()
    return (process, output.fileHandleForReading)
  }

  /// Counts how often the threads of a process went to sleep.
  private func voluntarySwitches(_ process: Process) throws -> Int {
    let tasks = "/proc/\(process.processIdentifier)/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
      let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
      return sum + (line.flatMap { Int($0.split(separator: "\t").last ?? "") } ?? 0)
    }
  }

  /// Reports whether all threads of a process wait for an event.
  private func sleeps(_ process: Process) throws -> Bool {
    let tasks = "/proc/\(process.processIdentifier)/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).allSatisfy { task in
      try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8).contains("State:\tS")
    }
  }

  private func line(_ output: FileHandle) -> String {
    var line = Data()
    while let byte = try? output.read(upToCount: 1), byte.first != UInt8(ascii: "\n"), !byte.isEmpty {
      line += byte
    }
    return String(decoding: line, as: UTF8.self)
  }

  @Test func aLoopAtRestNeverWakes() throws {
    // In its own directory, because the loop would notice other processes' files.
    let directory = try TemporaryDirectory()
    let (process, output) = try start(["rest", directory.path])
    defer { withExtendedLifetime(directory) { process.terminate() } }
    try #require(line(output) == "ready")
    // Wait until the process sleeps after its last line.
    while try !sleeps(process) { usleep(1000) }
    let before = try voluntarySwitches(process)
    sleep(3)
    #expect(try voluntarySwitches(process) == before)
    #expect(before > 0)
  }

  @Test func signalsEndTheLoopInOrder() throws {
    let directory = try TemporaryDirectory()
    defer { withExtendedLifetime(directory) {} }
    let (process, output) = try start(["rest", directory.path])
    #expect(line(output) == "ready")
    kill(process.processIdentifier, SIGHUP)
    #expect(line(output) == "signal \(SIGHUP)")
    kill(process.processIdentifier, SIGTERM)
    #expect(line(output) == "signal \(SIGTERM)")
    process.waitUntilExit()
    #expect(process.terminationStatus == 7)
  }
}
