import Foundation
import Testing

/// The machine's own libinput, in a separate process.
@Suite(.serialized)
struct MachineTests {
  private func start(_ arguments: [String]) throws -> (Process, FileHandle) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("PanelProbe")
    process.arguments = arguments
    process.standardOutput = output
    try process.run()
    return (process, output.fileHandleForReading)
  }

  /// Not SIGTERM: test threads block it, and their children inherit that.
  private func end(_ process: Process) {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  private func lines(_ output: FileHandle) -> [String] {
    var lines = [""]
    while lines.last != "ready", let byte = try? output.read(upToCount: 1), !byte.isEmpty {
      if byte.first == UInt8(ascii: "\n") {
        if lines.last == "ready" { break }
        lines.append("")
      } else {
        lines[lines.count - 1] += String(decoding: byte, as: UTF8.self)
      }
    }
    return lines
  }

  private func sleeps(_ process: Process) throws -> Bool {
    try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8).contains(
      "State:\tS")
  }

  private func voluntarySwitches(_ process: Process) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
    return line.flatMap { Int($0.split(separator: "\t").last ?? "") } ?? 0
  }

  @Test(
    .disabled(if: FileManager.default.fileExists(atPath: "/dev/input"), "this machine has input devices"))
  func aMachineWithoutDevicesHasNoPanels() throws {
    let (process, output) = try start([])
    defer { end(process) }
    #expect(lines(output) == ["noPanels", "noPanels", "noPanels", "ready"])
  }

  @Test(arguments: ["listen", "ignore"]) func loopSleepsWithoutTouches(_ mode: String) throws {
    let (process, output) = try start([mode])
    defer { end(process) }
    try #require(lines(output).last == "ready")
    // Wait until the process sleeps after its last line.
    while try !sleeps(process) { usleep(1000) }
    let before = try voluntarySwitches(process)
    sleep(2)
    #expect(try voluntarySwitches(process) == before)
  }

  @Test func noDeviceIsOpenWithoutListening() throws {
    let (process, output) = try start(["ignore"])
    defer { end(process) }
    #expect(lines(output).last == "ready")
    let directory = "/proc/\(process.processIdentifier)/fd"
    let open = try FileManager.default.contentsOfDirectory(atPath: directory).map {
      try FileManager.default.destinationOfSymbolicLink(atPath: "\(directory)/\($0)")
    }
    #expect(open.allSatisfy { !$0.hasPrefix("/dev/input/") })
    #expect(!open.isEmpty)
  }
}
