import Applications
import CLinux
import Glibc

/// Starts child processes in this process's session: all end together.
enum ChildProcess {
  /// Returns this process's environment without `names`, and with `others`.
  static func environment(without names: Set<String>, with others: [String: String] = [:]) -> [String] {
    var result = others.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    guard var next = clinux_environment() else { return result }
    while let entry = next.pointee {
      next += 1
      let text = String(cString: entry)
      let name = String(text.prefix { $0 != "=" })
      if !names.contains(name), others[name] == nil { result.append(text) }
    }
    return result
  }

  /// Starts a program, from `PATH` unless `file` names it.
  ///
  /// - Parameters:
  ///   - passing: descriptors that the program gets, numbered from 3 on.
  ///   - blocksEnd: whether to block signals that request the end. The launcher kills the program when it is
  ///     not needed anymore.
  static func start(
    _ words: [String], file: String? = nil, environment: [String], passing descriptors: [Int32] = [],
    blocksEnd: Bool = false
  ) throws(XFailure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // First move them to numbers that cannot conflict.
    let spare = descriptors.map { fcntl($0, F_DUPFD_CLOEXEC, 16) }
    defer { spare.forEach { close($0) } }
    for (index, descriptor) in spare.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, STDERR_FILENO + 1 + Int32(index))
    }
    _ = clinux_spawn_close_from(&actions, STDERR_FILENO + 1 + Int32(descriptors.count))
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var blocked = sigset_t()
    sigemptyset(&blocked)
    if blocksEnd { for signal in XProgram.requestsToEnd { sigaddset(&blocked, signal) } }
    posix_spawnattr_setsigmask(&attributes, &blocked)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var process: pid_t = 0
    let error = CStrings.with(words) { words in
      CStrings.with(environment) { environment in
        if let file { return posix_spawn(&process, file, &actions, &attributes, words, environment) }
        return posix_spawnp(
          &process, words[0].map { String(cString: $0) } ?? "", &actions, &attributes, words, environment)
      }
    }
    guard error == 0 else {
      throw XFailure(description: "\(file ?? words[0]): \(String(cString: strerror(error)))")
    }
    return process
  }
}
