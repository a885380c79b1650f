import Foundation

/// The descriptors of a spawned process.
enum SpawnRole {
  /// Output to a file, no standard input.
  case program(log: String)
  /// The read end of the test's lifeline as standard input.
  case watchdog(input: Int32)
}

/// Starts a process in its own group with default signal handling.
///
/// - Returns: Its process ID.
/// - Throws: `CompositorFailure` if it cannot be started.
func spawn(_ arguments: [String], _ environment: [String: String], _ role: SpawnRole) throws -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  switch role {
  case .program(let log):
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o644)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
  case .watchdog(let input):
    posix_spawn_file_actions_adddup2(&actions, input, 0)
  }

  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var none = sigset_t()
  var all = sigset_t()
  sigemptyset(&none)
  sigfillset(&all)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setsigdefault(&attributes, &all)
  posix_spawnattr_setpgroup(&attributes, 0)
  posix_spawnattr_setflags(
    &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

  let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
  let variables = environment.merging(["PATH": path]) { $1 }
  var argv = arguments.map { strdup($0) } + [nil]
  var envp = variables.map { strdup("\($0)=\($1)") } + [nil]
  defer { (argv + envp).forEach { free($0) } }
  var pid: pid_t = 0
  let error = posix_spawnp(&pid, arguments[0], &actions, &attributes, &argv, &envp)
  guard error == 0 else {
    throw CompositorFailure("cannot start \(arguments): \(String(cString: strerror(error)))")
  }
  return pid
}
