import Foundation
import Testing

/// What a whole process shows from outside.
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

  /// How often the threads of a process went to sleep.
  private func voluntarySwitches(_ process: Process) throws -> Int {
    let tasks = "/proc/\(process.processIdentifier)/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
      let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
      return sum + (line.flatMap { Int($0.split(separator: "\t").last ?? "") } ?? 0)
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
    let (process, output) = try start(["rest"])
    defer { process.terminate() }
    #expect(line(output) == "ready")
    // Let it get from its last line into the wait.
    usleep(200_000)
    let before = try voluntarySwitches(process)
    sleep(3)
    #expect(try voluntarySwitches(process) == before)
    #expect(before > 0)
  }

  @Test func signalsOfAnotherProcessEndTheLoopInOrder() throws {
    let (process, output) = try start(["rest"])
    #expect(line(output) == "ready")
    kill(process.processIdentifier, SIGHUP)
    #expect(line(output) == "signal \(SIGHUP)")
    kill(process.processIdentifier, SIGTERM)
    #expect(line(output) == "signal \(SIGTERM)")
    process.waitUntilExit()
    #expect(process.terminationStatus == 7)
  }
}
