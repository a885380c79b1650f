import Applications
import EventLoop
import Glibc
import Programs

/// Starts programs and records their events.
final class UnitStage {
  let loop: EventLoop
  let starter: ProgramStarter
  let environment: [String: String]

  init(_ loop: EventLoop) throws {
    self.loop = loop
    environment = ["XDG_RUNTIME_DIR", "HOME", "PATH"].reduce(into: [:]) { result, name in
      result[name] = getenv(name).map { String(cString: $0) }
    }
    starter = try ProgramStarter(loop: loop, environment: environment)
    try starter.adoptOrphans()
    say("units \(starter.usesUnits)")
  }

  /// Turns the loop until `condition` holds. Fails after 60 seconds.
  func wait(until condition: () -> Bool) throws {
    let limit = EventLoop.now + 60
    while !condition() && EventLoop.now < limit { try loop.step(timeout: 0.05) }
    if !condition() { say("timeout") }
  }

  /// Runs a shell script until it and all of its processes have ended.
  @discardableResult
  func run(_ script: String, limits: ProgramLimits = ProgramLimits()) throws -> [ProgramEvent] {
    try run(ProgramRequest(Command(["/bin/sh", "-c", script]), tile: "a tile", limits: limits))
  }

  func run(_ request: ProgramRequest) throws -> [ProgramEvent] {
    var events: [ProgramEvent] = []
    _ = try starter.start(request) { events.append($0) }
    try wait { !events.isEmpty && starter.count == 0 }
    return events
  }

  /// Starts a script. Returns the program and the process IDs that it wrote to a file, one per line.
  func start(_ script: String, lines: Int, onEvent: @escaping (ProgramEvent) -> Void) throws -> (
    any StartedProgram, [Int32]
  ) {
    let file = "\(directory)/processes"
    unlink(file)
    let command = Command(["/bin/sh", "-c", "exec >\(file); \(script)"])
    let program = try starter.start(ProgramRequest(command, tile: "a tile"), onEvent: onEvent)
    try wait { numbers(in: file).count >= lines }
    return (program, numbers(in: file))
  }

  var directory: String { environment["XDG_RUNTIME_DIR"] ?? "/tmp" }

  func numbers(in file: String) -> [Int32] {
    text(of: file).split(separator: "\n").compactMap { Int32($0) }
  }

  func text(of file: String) -> String {
    guard let file = fopen(file, "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  static func isAlive(_ process: Int32) -> Bool {
    // Zombies of other processes count as dead.
    guard let file = fopen("/proc/\(process)/stat", "r") else { return false }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = fread(&bytes, 1, bytes.count, file)
    let text = String(decoding: bytes.prefix(count), as: UTF8.self)
    return !text.contains(") Z ")
  }

  /// Writes a line without buffering.
  func say(_ line: String) {
    let line = line + "\n"
    write(STDOUT_FILENO, line, line.utf8.count)
  }
}
