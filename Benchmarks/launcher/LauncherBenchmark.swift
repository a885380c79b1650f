import Foundation
import Measuring
import TestCompositor

/// Measures the launcher, and compares it with the minimum of an EGL client (`egl-floor`), in turn on the
/// same compositor in the same run.
///
///     launcher-benchmark ROTUNDA EGL-FLOOR COUNTER VIRTUAL-CLOCK [RUNS]
@main
struct LauncherBenchmark {
  private let rotunda: String
  private let floor: String
  private let counter: String
  private let clock: String
  private let runs: Int
  private let kiosk: Kiosk
  static func main() throws {
    let words = CommandLine.arguments
    guard words.count >= 5 else {
      print("usage: launcher-benchmark ROTUNDA EGL-FLOOR COUNTER VIRTUAL-CLOCK [RUNS]")
      exit(64)
    }
    let benchmark = LauncherBenchmark(
      rotunda: words[1], floor: words[2], counter: URL(filePath: words[3]).path,
      clock: URL(filePath: words[4]).path,
      runs: words.count > 5 ? Int(words[5]) ?? usualRuns : usualRuns, kiosk: try Kiosk())
    try benchmark.run()
  }

  /// The default number of runs.
  private static let usualRuns = 5
  /// Seconds of animation to measure.
  private static let seconds = 2.0

  private func run() throws {
    let parts: [(name: String, measure: () throws -> Void)] = [
      ("starts", starts), ("frames", { try animations(width: 1280, height: 800) }),
      ("large-frames", { try animations(width: 1920, height: 1080) }), ("touch", touches),
      ("many-tiles", manyTiles),
      ("counts", counts), ("instructions", instructions), ("long-configuration", longConfiguration),
      ("memory", memory), ("rest", rest),
    ]
    for part in parts where wants(part.name) { try part.measure() }
  }

  /// Reports whether to measure a part: LAUNCHER_BENCHMARK_PARTS lists them, separated by commas. If unset,
  /// all are measured.
  private func wants(_ part: String) -> Bool {
    let chosen = ProcessInfo.processInfo.environment["LAUNCHER_BENCHMARK_PARTS"]
    return chosen.map { $0.split(separator: ",").contains { $0 == part } } ?? true
  }

  private func launcher(tiles: Int, _ kind: Kiosk.Kind = .usual) throws -> Client.Program {
    Client.Program(path: rotunda, arguments: ["--config", try kiosk.configuration(tiles: tiles, kind)])
  }

  /// Returns `egl-floor` with as many tiles as the launcher's, in the size of its middle tile on such a
  /// screen.
  private func tiles(height: Int32) -> Client.Program {
    let tall = (Double(height) * 0.60).rounded()
    let tile = "\(Int((tall * 0.8).rounded()))x\(Int(tall))"
    return Client.Program(path: floor, arguments: ["--quads", "12", "--tile", tile, "--frames", "100000"])
  }

  private func starts() throws {
    try starts("warm", [:], before: {})
    try starts("cold", ["MESA_SHADER_CACHE_DISABLE": "true"]) {
      sync()
      try? Data("3".utf8).write(to: URL(filePath: "/proc/sys/vm/drop_caches"))
    }
  }

  private func starts(_ name: String, _ environment: [String: String], before: () -> Void) throws {
    var (first, faces, floors): ([Double], [Double], [Double]) = ([], [], [])
    // With motion, the tiles would still rise for a moment after all of them have loaded.
    var (ours, theirs) = (try launcher(tiles: 12, .still), tiles(height: 800))
    theirs.arguments = ["--quads", "12", "--still", "2"]
    ours.environment = environment
    theirs.environment = environment
    for run in 0...runs {
      before()
      let floor = try Client(theirs).firstFrame()
      before()
      let client = try Client(ours)
      let (begin, end) = (try client.firstFrame(), try client.lastFrame())
      guard run > 0 else { continue }
      first.append(begin)
      faces.append(end)
      floors.append(floor)
    }
    if name == "warm" {
      Spread.compare("exec to first frame, 12 tiles, warm", first, floors, unit: "ms", target: "1.15")
    }
    Spread.compare("exec to picture with every face, \(name)", faces, floors, unit: "ms", target: "1.30")
  }

  private func animations(width: Int32, height: Int32) throws {
    var (ours, floors, pictures): ([Animation], [Animation], [Animation]) = ([], [], [])
    func animation(_ program: Client.Program) throws -> Animation {
      try Client(program, width: width, height: height).animation(seconds: Self.seconds)
    }
    var floorWithPictures = tiles(height: height)
    floorWithPictures.arguments.append("--pictures")
    for _ in 0..<runs {
      ours.append(try animation(try launcher(tiles: 12, .turning)))
      floors.append(try animation(tiles(height: height)))
      pictures.append(try animation(floorWithPictures))
    }
    let place = "\(width) x \(height)"
    func compare(_ name: String, _ part: (Animation) -> Double, _ unit: String, _ target: String) {
      Spread.compare(
        "\(name), \(place)", ours.map(part), floors.map(part), unit: unit, target: target, digits: 2)
    }
    compare("main thread's time per frame", \.main, "ms", "1.25")
    compare("processor time per frame", \.all, "ms", "1.00")
    Spread.compare(
      "processor time per frame beside a floor with a picture for each tile, \(place)", ours.map(\.all),
      pictures.map(\.all), unit: "ms", target: "1.00", digits: 2)
    compare("frames per second", \.perSecond, "Hz", "1.00")
    compare("99th percentile of frame gaps", \.longGap, "ms", "20 ms")
    compare("context switches per frame", \.switches, "", "floor + 0.5")
    compare("Wayland requests per frame", \.requests, "", "6")
  }

  private func touches() throws {
    var (ours, floors): ([Answers], [Answers]) = ([], [])
    var floor = tiles(height: 800)
    floor.arguments += ["--frames", "1", "--touch"]
    for _ in 0..<runs {
      ours.append(try Client(try launcher(tiles: 12)).answers())
      floors.append(try Client(floor).answers())
    }
    Spread.compare(
      "isolated touch move to next commit", ours.map(\.milliseconds), floors.map(\.milliseconds), unit: "ms",
      target: "0.85")
    print("commits per isolated touch move: \(Spread(ours.map(\.commitsPerMove), digits: 2)), to reach 1")
    fflush(nil)
  }

  private func manyTiles() throws {
    for tiles in [1000, 100_000] {
      var (many, few): ([Animation], [Animation]) = ([], [])
      for _ in 0..<runs {
        many.append(try Client(try launcher(tiles: tiles, .turning)).animation(seconds: Self.seconds))
        few.append(try Client(try launcher(tiles: 12, .turning)).animation(seconds: Self.seconds))
      }
      Spread.compare(
        "main thread's time per frame with \(tiles) tiles, beside 12", many.map(\.main), few.map(\.main),
        unit: "ms", target: "1.05", digits: 2)
      Spread.compare(
        "processor time per frame with \(tiles) tiles, beside 12", many.map(\.all), few.map(\.all),
        unit: "ms",
        target: "1.05", digits: 2)
    }
  }

  /// Measures counts that are the same in every run. The benchmark therefore fails if one exceeds its target.
  private func counts() throws {
    let processor = try counts(software: "true")
    // With graphics, the allocations are the driver's.
    let graphics = try counts(software: "false")
    print(
      String(
        format:
          "per frame: %.2f blocks of memory, to reach 0; through graphics %.1f draw calls, to reach 7; %d GL programs, to reach 3",
        processor.blocks, graphics.drawCalls, graphics.programs))
    fflush(nil)
    // One allocation in a hundred frames comes from the system.
    if processor.blocks >= 0.01 || !(1...7).contains(graphics.drawCalls)
      || !(1...3).contains(graphics.programs)
    {
      exit(1)
    }
  }

  /// Measures the counts per frame.
  ///
  /// - Parameter software: whether the processor draws, see `LIBGL_ALWAYS_SOFTWARE`.
  private func counts(software: String) throws -> (blocks: Double, drawCalls: Double, programs: Int) {
    let counter = try Counter(library: counter, path: kiosk.path("counts"))
    var program = try launcher(tiles: 12, .turning)
    program.environment = counter.environment.merging(["LIBGL_ALWAYS_SOFTWARE": software]) { $1 }
    let client = try Client(program)
    // By then every tile has been visible at least once, so nothing is drawn for the first time.
    try client.compositor.waitForFrame(after: 1500, seconds: 120)
    // Single events, such as a new minute or a file written beside the configuration, allocate memory outside
    // the frames.
    return try (0..<3).map { _ in try countsOfFrames(client, counter) }.min { $0.blocks < $1.blocks } ?? (
      0, 0, 0
    )
  }

  private func countsOfFrames(
    _ client: Client, _ counter: Counter
  ) throws -> (blocks: Double, drawCalls: Double, programs: Int) {
    let (before, first) = (counter.now, client.compositor.window()?.frames ?? 0)
    try client.compositor.waitForFrame(after: first + 120, seconds: 60)
    let (after, last) = (counter.now, client.compositor.window()?.frames ?? 0)
    let frames = Double(max(1, last - first))
    return (
      Double(after.blocks - before.blocks) / frames, Double(after.drawCalls - before.drawCalls) / frames,
      Int(after.programs)
    )
  }

  /// Counts instructions per frame. The benchmark fails if they have grown, see ``InstructionHistory``.
  /// Valgrind's profiles stay in the directory that LAUNCHER_BENCHMARK_PROFILES names.
  private func instructions() throws {
    var (processor, graphics) = (try launcher(tiles: 12, .turning), try launcher(tiles: 12, .turning))
    processor.environment = ["LIBGL_ALWAYS_SOFTWARE": "true"]
    graphics.environment = ["LIBGL_ALWAYS_SOFTWARE": "false"]
    func count(_ program: Client.Program) throws -> Instructions {
      let profiles = ProcessInfo.processInfo.environment["LAUNCHER_BENCHMARK_PROFILES"]
      return try Instructions(program, clock: clock, directory: profiles ?? kiosk.path(""))
    }
    let row = InstructionHistory.Row(
      processor: try count(processor).all, graphics: try count(graphics).main,
      floor: try count(tiles(height: 800)).main)
    print("instructions per frame: \(row)")
    fflush(nil)
    try InstructionHistory(path: "Benchmarks/history.tsv").compare(row)
  }

  private func longConfiguration() throws {
    var (long, short): ([Double], [Double]) = ([], [])
    for _ in 0..<runs {
      long.append(try Client(try launcher(tiles: 10_000)).firstFrame())
      short.append(try Client(try launcher(tiles: 12)).firstFrame())
    }
    let added = zip(long, short).map { $0 - $1 }
    print("10,000 tiles add to the first frame: \(Spread(added, digits: 1)) ms, to reach 150; \(runs) pairs")
    fflush(nil)
  }

  private func memory() throws {
    func settled(_ program: Client.Program) throws -> Double {
      let client = try Client(program)
      _ = try client.lastFrame()
      return ProcessSample.privateMemory(client.processID)
    }
    var still = tiles(height: 800)
    still.arguments = ["--quads", "12", "--still", "60"]
    var (few, many, floors): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<runs {
      few.append(try settled(try launcher(tiles: 12)))
      many.append(try settled(try launcher(tiles: 1000)))
      floors.append(try settled(still))
    }
    Spread.compare("private memory at rest, 12 tiles", few, floors, unit: "MiB", target: "floor + 8 MiB")
    let growth = zip(many, few).map { $0 - $1 }
    print(
      "growth of private memory to 1000 tiles: \(Spread(growth, digits: 1)) MiB, to reach 2; \(runs) pairs")
    fflush(nil)
  }

  /// Seconds of rest to observe, by default 60; LAUNCHER_BENCHMARK_REST overrides it.
  private var restSeconds: UInt32 {
    ProcessInfo.processInfo.environment["LAUNCHER_BENCHMARK_REST"].flatMap { UInt32($0) } ?? 60
  }

  /// Seconds after the last frame until all one-time work is done: the last of the three nudges of a visit
  /// comes after 41 s.
  private static let settling: UInt32 = 45

  private func rest() throws {
    let client = try Client(try launcher(tiles: 12))
    _ = try client.lastFrame()
    sleep(Self.settling)
    report("at rest", client)
    client.compositor.touchDown(id: 0, x: 640, y: 400)
    usleep(60_000)
    client.compositor.touchUp(id: 0)
    try client.compositor.waitForFrame(after: client.compositor.window()?.frames ?? 0)
    // The program has no window: simulate that it is in front.
    client.compositor.resize(width: 1280, height: 800, states: [.fullscreen])
    _ = try client.lastFrame()
    sleep(Self.settling)
    report("while a program has the screen", client)
  }

  private func report(_ name: String, _ client: Client) {
    let before = ProcessSample(client.processID)
    sleep(restSeconds)
    let switches = ProcessSample(client.processID).since(before).switches
    print("context switches \(name), \(restSeconds) s: \(Int(switches)), to reach 0")
    fflush(nil)
  }
}
