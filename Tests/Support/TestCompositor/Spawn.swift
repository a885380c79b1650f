import Glibc

/// A program to start as a client.
struct Spawn {
  private let path: String
  private let arguments: [String]
  private let environment: [String: String]

  init(_ path: String, _ arguments: [String], _ environment: [String: String]) {
    (self.path, self.arguments) = (path, [path] + arguments)
    self.environment = environment
  }

  /// Starts the program in its own process group, with no signal blocked or ignored.
  func run(socket: Int32, output: Int32) -> Result<pid_t, StartError> {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, output, 2)
    // It keeps its number: another could be that of a descriptor that the program inherits.
    posix_spawn_file_actions_adddup2(&actions, socket, socket)
    let environment = environment.merging(["WAYLAND_SOCKET": String(socket)]) { $1 }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    prepare(&attributes)
    var id: pid_t = 0
    let code = withStrings(arguments) { arguments in
      withStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
        posix_spawn(&id, path, &actions, &attributes, arguments, environment)
      }
    }
    return code == 0 ? .success(id) : .failure(StartError(code: code))
  }

  private func prepare(_ attributes: inout posix_spawnattr_t) {
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
  }

  private func withStrings<R>(
    _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> R
  ) -> R {
    var pointers = strings.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress.unsafelyUnwrapped) }
  }
}
