import CLinux
import Glibc

/// Runs a command and fails if processes that it started survive it: `Subreaper SECONDS COMMAND…`.
///
/// The kernel makes this process the parent of every orphan below the command, in any session, group or
/// environment. A process that is still running some seconds after the command is named on standard error and
/// killed.
@main
enum Subreaper {
  /// EX_USAGE, EX_OSERR and EX_SOFTWARE of <sysexits.h>.
  private static let (usage, noProcess, leftovers): (Int32, Int32, Int32) = (64, 71, 70)

  static func main() {
    let words = CommandLine.arguments
    guard words.count > 2, let patience = Double(words[1]) else {
      say("usage: Subreaper SECONDS COMMAND…")
      exit(usage)
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGCHLD, SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, signal) }
    sigprocmask(SIG_BLOCK, &signals, nil)
    guard clinux_become_subreaper() == 0, let command = start(Array(words[2...])) else {
      say("cannot start \(words[2]): \(String(cString: strerror(errno)))")
      exit(noProcess)
    }
    let status = wait(for: command, signals)
    let named = endLeftovers(patience, signals)
    exit(status == 0 && named ? leftovers : status)
  }

  /// Starts the command with the signal mask that this process had before.
  private static func start(_ words: [String]) -> pid_t? {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var arguments = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    var process: pid_t = 0
    errno = posix_spawnp(&process, words[0], nil, &attributes, &arguments, clinux_environment())
    return errno == 0 ? process : nil
  }

  /// Reaps children until the command ends, and passes signals on to it. Returns its status as a shell
  /// reports it.
  private static func wait(for command: pid_t, _ signals: sigset_t) -> Int32 {
    var signals = signals
    while true {
      var status: Int32 = 0
      while case let process = waitpid(-1, &status, WNOHANG), process > 0 {
        guard process == command else { continue }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
      }
      let signal = sigwaitinfo(&signals, nil)
      if signal > 0, signal != SIGCHLD { kill(command, signal) }
    }
  }

  /// Waits until no process is left. Names and kills those that do not end. Returns whether there were any.
  private static func endLeftovers(_ patience: Double, _ signals: sigset_t) -> Bool {
    let deadline = now + patience
    while hasChildren, now < deadline { pause(signals, deadline - now) }
    var isNamed = false
    // The children of a killed process become children of this one.
    while hasChildren {
      for child in children() {
        say("left behind: process \(child) \(words(of: child))")
        kill(child, SIGKILL)
        isNamed = true
      }
      pause(signals, interval)
    }
    return isNamed
  }

  /// Seconds between two checks of killed processes.
  private static let interval = 0.1

  /// Waits until a child ends or a signal arrives, for some seconds at most.
  private static func pause(_ signals: sigset_t, _ seconds: Double) {
    var signals = signals
    let whole = seconds.rounded(.down)
    var time = timespec(tv_sec: Int(whole), tv_nsec: Int((seconds - whole) * 1e9))
    sigtimedwait(&signals, nil, &time)
  }

  /// Reaps ended children. Returns whether others are left.
  private static var hasChildren: Bool {
    while true {
      let process = waitpid(-1, nil, WNOHANG)
      if process <= 0 { return process == 0 }
    }
  }

  /// The children, from `/proc/PID/stat` (`man 5 proc`).
  private static func children() -> [pid_t] {
    guard let directory = opendir("/proc") else { return [] }
    defer { closedir(directory) }
    var found: [pid_t] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let process = pid_t(name) else { continue }
      let stat = text("/proc/\(name)/stat")
      // The fields after the name in parentheses: state, parent.
      guard let bracket = stat.lastIndex(of: ")") else { continue }
      let fields = stat[bracket...].split(separator: " ")
      if fields.count > 2, fields[1] != "Z", fields[2] == "\(getpid())" { found.append(process) }
    }
    return found
  }

  private static func words(of process: pid_t) -> String {
    text("/proc/\(process)/cmdline").replacing("\0", with: " ")
  }

  private static func text(_ path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    return String(decoding: bytes[..<max(0, read(file, &bytes, bytes.count))], as: UTF8.self)
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func say(_ text: String) {
    let line = text + "\n"
    _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }
}
