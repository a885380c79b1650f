import Applications
import CLinux
import EventLoop
import Glibc
import Programs
import Session

/// A process of its own for what tests cannot do in theirs: real signals, rest, adopted orphans.
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

  /// Everything a launcher at rest has open, and nothing due. The other word is the directory that it
  /// watches.
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
    // A file, because of a directory the one above is watched as well, in which other processes may be at
    // work.
    let (files, watcher) = (["\(CommandLine.arguments[2])/rotunda.toml"], try PathWatcher())
    watcher.observe(files: files)
    watch = try PathWatch(loop: loop)
    watch?.observe(files: files, directories: [], watchedBy: watcher)
    var pair: [Int32] = [0, 0]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)
    try loop.addConnection(pair[0], beforeWait: { .readable }, afterWait: { _ in })
    say("ready")
  }

  /// Two hundred programs one after the other, every fourth with a leftover, every fifth missing.
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
    // Leftovers are adopted by this process, and their end may be heard after their program's.
    for _ in 0..<400 where zombieCount() > 0 { try loop.step(timeout: 0.05) }
    say("ended \(ended), zombies \(zombieCount()), descriptors \(descriptorCount() - before)")
    loop.stop()
  }

  /// So many programs one after the other, each killed, every third with a child that has left its session.
  private static func kills(_ loop: EventLoop, times: Int) throws {
    let launcher = ProgramLauncher(loop: loop)
    try launcher.adoptOrphans()
    _ = try loop.addDeadline {}
    let before = descriptorCount()
    var (ended, memory) = (0, 0)
    for index in 0..<times {
      // What is allocated once has been by then.
      if index == times / 5 { memory = residentPages() }
      let script = index % 3 == 0 ? "setsid sleep 0.05 & exec sleep 60" : "exec sleep 60"
      let program = try launcher.start(Command(["/bin/sh", "-c", script])) { _ in ended += 1 }
      program.stop(grace: index % 2 == 0 ? 0 : 5)
      while launcher.count > 0 { try loop.step() }
    }
    for _ in 0..<400 where zombieCount() > 0 { try loop.step(timeout: 0.05) }
    let grown = residentPages() - memory
    // The allocator's own ways are less than 400 kilobytes; half a kilobyte lost for each of a thousand is
    // more.
    say(
      "ended \(ended), zombies \(zombieCount()), descriptors \(descriptorCount() - before), grown \(grown > 100 ? "\(grown) pages" : "no")"
    )
    loop.stop()
  }

  /// Pages of this process in memory: the second number of proc(5), `/proc/PID/statm`.
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

  /// What two programs and then the launcher have of groups and capabilities.
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

  /// A launcher in a session: what the panel service answers about the devices that the other words name, and
  /// what a program that it then starts has of that.
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

  /// A daemon that leaves its program's session, and so survives it until it ends by itself.
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

  /// What has ended and was not reaped.
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

  /// A line at once, whatever standard output is.
  private static func say(_ line: String) {
    let line = line + "\n"
    write(STDOUT_FILENO, line, line.utf8.count)
  }
}
