import Applications
import CLinux
import EventLoop
import Glibc
import Programs
import Session

/// A separate process for tests of real signals, rest and adopted orphans.
@main
struct LoopProbe {
  static func main() throws {
    let loop = try EventLoop()
    switch CommandLine.arguments.dropFirst().first {
    case "rest": try rest(loop)
    case "starts": try starts(loop)
    case "kills": try kills(loop, times: Int(CommandLine.arguments.last ?? "") ?? 50)
    case "orphans": try orphans(loop)
    case "groups": try groups(loop)
    case "panels": try panels(loop)
    default: exit(EX_USAGE)
    }
    exit(try loop.run())
  }

  private static var watch: PathWatch?

  /// Opens all resources of a launcher at rest, with nothing due. The second argument is the directory to
  /// watch.
  private static func rest(_ loop: EventLoop) throws {
    for signal in [SIGTERM, SIGINT, SIGHUP] {
      try loop.addSignal(signal) {
        say("signal \(signal)")
        if signal == SIGTERM { loop.stop(status: 7) }
      }
    }
    let far = try loop.addDeadline {}
    far.set(EventLoop.now + 3600)
    try loop.addWakeup(Wakeup()) {}
    // A file. For a directory, the watch also covers its parent, where other processes may work.
    let (files, watcher) = (["\(CommandLine.arguments[2])/rotunda.toml"], try PathWatcher())
    watcher.observe(files: files)
    watch = try PathWatch(loop: loop)
    watch?.observe(files: files, directories: [], watchedBy: watcher)
    var pair: [Int32] = [0, 0]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)
    try loop.addConnection(pair[0], beforeWait: { .readable }, afterWait: { _ in })
    say("ready")
  }

  /// Starts two hundred programs in order. Every fourth leaves a child, every fifth does not exist.
  private static func starts(_ loop: EventLoop) throws {
    let launcher = ProgramLauncher(loop: loop)
    try launcher.adoptOrphans()
    // The loop opens a timer descriptor with its first deadline and keeps it.
    _ = try loop.addDeadline {}
    let before = descriptorCount()
    var ended = 0
    for index in 0..<200 {
      if index % 5 == 0 { _ = try? launcher.start(Command(["/no/such/program"])) { _ in } }
      let script = index % 4 == 0 ? "sleep 60 & exit 1" : "exit 0"
      _ = try launcher.start(Command(["/bin/sh", "-c", script])) { _ in ended += 1 }
      while launcher.count > 0 { try loop.step() }
    }
    // This process adopts leftover children, and may notice their end after their program's.
    for _ in 0..<400 where zombieCount() > 0 { try loop.step(timeout: 0.05) }
    say("ended \(ended), zombies \(zombieCount()), descriptors \(descriptorCount() - before)")
    loop.stop()
  }

  /// Starts programs in order and kills each one. Every third has a child in another session.
  private static func kills(_ loop: EventLoop, times: Int) throws {
    let launcher = ProgramLauncher(loop: loop)
    try launcher.adoptOrphans()
    _ = try loop.addDeadline {}
    let before = descriptorCount()
    var (ended, memory) = (0, 0)
    for index in 0..<times {
      // By then all one-time allocations have happened.
      if index == times / 5 { memory = residentPages() }
      let script = index % 3 == 0 ? "setsid sleep 0.05 & exec sleep 60" : "exec sleep 60"
      let program = try launcher.start(Command(["/bin/sh", "-c", script])) { _ in ended += 1 }
      program.stop(grace: index % 2 == 0 ? 0 : 5)
      while launcher.count > 0 { try loop.step() }
    }
    for _ in 0..<400 where zombieCount() > 0 { try loop.step(timeout: 0.05) }
    let grown = residentPages() - memory
    // The allocator's variation is below 400 KB. A leak of half a kilobyte in each of a thousand programs is
    // larger.
    say(
      "ended \(ended), zombies \(zombieCount()), descriptors \(descriptorCount() - before), grown \(grown > 100 ? "\(grown) pages" : "no")"
    )
    loop.stop()
  }

  /// The resident pages of this process: the second number of `/proc/PID/statm` (proc(5)).
  private static func residentPages() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var (all, resident) = (0, 0)
    _ = withUnsafeMutablePointer(to: &all) { all in
      withUnsafeMutablePointer(to: &resident) { resident in
        withVaList([all, resident]) { vfscanf(file, "%ld %ld", $0) }
      }
    }
    return resident
  }

  /// Prints the groups and capabilities of two programs and then of the launcher.
  private static func groups(_ loop: EventLoop) throws {
    let launcher = ProgramLauncher(loop: loop)
    let look = "grep -E '^(Groups|CapEff|CapAmb)' /proc/self/status"
    for _ in 0..<2 {
      _ = try launcher.start(Command(["/bin/sh", "-c", look])) { _ in }
      while launcher.count > 0 { try loop.step() }
    }
    var numbers = [gid_t](repeating: 0, count: 64)
    let count = getgroups(Int32(numbers.count), &numbers)
    say("launcher \(numbers.prefix(Int(max(0, count))).sorted())")
    loop.stop()
  }

  /// A launcher in a session. Prints the panel service's responses for the devices in the arguments, and the
  /// descriptors that a later program inherits.
  private static func panels(_ loop: EventLoop) throws {
    let names = ["ROTUNDA_SESSION_SOCKET", "ROTUNDA_SESSION_PANELS"]
    let variables = names.compactMap { name in getenv(name).map { (name, String(cString: $0)) } }
    let link = SessionLink(environment: Dictionary(variables) { $1 })
    for path in CommandLine.arguments.dropFirst(2) {
      say(link.panels.map { "panel \($0.open(path))" } ?? "no panels")
    }
    let launcher = ProgramLauncher(loop: loop)
    let look = "ls -l /proc/self/fd | sed 's/.*-> /program: /'; env | sed 's/^/program: /'"
    _ = try launcher.start(Command(["/bin/sh", "-c", look])) { _ in }
    while launcher.count > 0 { try loop.step() }
    loop.stop()
  }

  /// A daemon that leaves its program's session, and survives until it ends by itself.
  private static func orphans(_ loop: EventLoop) throws {
    let launcher = ProgramLauncher(loop: loop)
    try launcher.adoptOrphans()
    let program = try launcher.start(Command(["/bin/sh", "-c", "setsid sleep 1 & sleep 0.3"])) { _ in }
    while launcher.count > 0 { try loop.step() }
    let orphan = children().first
    say("adopted \(orphan != nil && orphan != program.processID)")
    for _ in 0..<400 where !children().isEmpty { try loop.step(timeout: 0.05) }
    say("buried \(children().isEmpty)")
    loop.stop()
  }

  private static func descriptorCount() -> Int {
    entries(of: "/proc/self/fd").count
  }

  /// Counts ended children that were not reaped.
  private static func zombieCount() -> Int {
    children().filter { child in
      let descriptor = clinux_pidfd_open(child)
      defer { close(descriptor) }
      var result = clinux_child()
      return clinux_peek_child(descriptor, &result) == 0 && result.pid == child
    }.count
  }

  private static func children() -> [Int32] {
    guard let file = fopen("/proc/self/task/\(getpid())/children", "r") else { return [] }
    defer { fclose(file) }
    var result: [Int32] = []
    var word: Int32 = 0
    while withVaList([withUnsafeMutablePointer(to: &word) { $0 }], { vfscanf(file, "%d", $0) }) == 1 {
      result.append(word)
    }
    return result
  }

  private static func entries(of path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var result: [String] = []
    while let entry = readdir(directory) { result.append("\(entry.pointee.d_ino)") }
    return result
  }

  /// Writes a line without buffering.
  private static func say(_ line: String) {
    let line = line + "\n"
    write(STDOUT_FILENO, line, line.utf8.count)
  }
}
