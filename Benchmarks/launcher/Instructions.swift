import Foundation
import Measuring
import TestCompositor

/// Counts a program's instructions per frame with valgrind, while its carousel turns.
///
/// The program's clock only advances from frame to frame, so the counts are nearly the same in every run.
struct Instructions {
  /// Instructions of the main thread per frame.
  let main: Double
  /// Instructions of all threads per frame.
  let all: Double

  /// Large steps in the beginning: every tile is visible at least once, so nothing is drawn for the first
  /// time.
  private static let warmUp = (frames: 80, step: UInt64(250_000_000))
  /// The measured frames, at 60 Hz.
  private static let measured = (frames: 60, step: UInt64(16_666_667))

  /// - Parameters:
  ///   - program: draws without pause.
  ///   - clock: the path of `virtual-clock.so`.
  ///   - directory: valgrind's profiles of the measured frames stay there, for `callgrind_annotate`.
  init(_ program: Client.Program, clock library: String, directory: String) throws {
    let clock = try VirtualClock(path: directory + "/clock")
    var valgrind = Client.Program(
      path: "/usr/bin/valgrind",
      arguments: [
        "--tool=callgrind", "--separate-threads=yes", "--callgrind-out-file=\(directory)/callgrind.%p",
        program.path,
      ] + program.arguments)
    // Valgrind counts each byte of `rep movsb` as an instruction.
    let noStringInstructions =
      "glibc.cpu.x86_rep_movsb_threshold=1073741824:glibc.cpu.x86_rep_stosb_threshold=1073741824"
    valgrind.environment = program.environment.merging(clock.environment(library: library)) { $1 }
      .merging(["GLIBC_TUNABLES": noStringInstructions]) { $1 }
    var options = CompositorOptions()
    options.outputs = [OutputOptions(width: 1280, height: 800)]
    options.frames = .manual
    let client = try Client(valgrind, options)
    let process = client.processID
    try client.compositor.waitForFrame(seconds: 120)
    try Self.show(Self.warmUp, client.compositor, clock)
    try Self.dump(process)
    for file in Self.profiles(process, directory) { try FileManager.default.removeItem(at: file) }
    try Self.show(Self.measured, client.compositor, clock)
    try Self.dump(process)
    let counts = try Self.counts(process, directory)
    // Callgrind numbers threads in the order of their creation, and the files with them.
    guard let (_, first) = counts.min(by: { $0.key < $1.key }) else { throw POSIXError(.ENODATA) }
    main = first / Double(Self.measured.frames)
    all = counts.values.reduce(0, +) / Double(Self.measured.frames)
  }

  private static func show(
    _ frames: (frames: Int, step: UInt64), _ compositor: TestCompositor, _ clock: VirtualClock
  ) throws {
    for _ in 0..<frames.frames {
      try compositor.waitForFrameCallback(seconds: 120)
      clock.now += frames.step
      compositor.releaseFrame(atNanoseconds: clock.now)
      // The answer to the first ping may come while the program still draws; the second cannot.
      for _ in 0..<2 { try compositor.ping(seconds: 120) }
    }
  }

  /// Writes the counts since the last dump to a file for each thread, and starts again from zero.
  private static func dump(_ process: pid_t) throws {
    let control = Process()
    control.executableURL = URL(filePath: "/usr/bin/vgdb")
    control.arguments = ["--pid=\(process)", "dump"]
    control.standardOutput = FileHandle.nullDevice
    control.standardError = FileHandle.nullDevice
    try control.run()
    control.waitUntilExit()
    guard control.terminationStatus == 0 else { throw POSIXError(.EPIPE) }
  }

  /// The profiles of a process, in files that end with the number of a thread.
  private static func profiles(_ process: pid_t, _ directory: String) -> [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.filter { $0.hasPrefix("callgrind.\(process).") }.map { URL(filePath: directory + "/" + $0) }
  }

  private static func counts(_ process: pid_t, _ directory: String) throws -> [Int: Double] {
    var counts: [Int: Double] = [:]
    for file in profiles(process, directory) {
      guard let thread = file.lastPathComponent.split(separator: "-").last.flatMap({ Int($0) }) else {
        continue
      }
      let text = try String(contentsOf: file, encoding: .utf8)
      for line in text.split(separator: "\n") where line.hasPrefix("totals: ") {
        counts[thread, default: 0] += Double(line.dropFirst("totals: ".count)) ?? 0
      }
    }
    return counts
  }
}
