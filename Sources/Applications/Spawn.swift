import CLinux
import Glibc
import Logging
import Programs

/// The arguments of one `posix_spawn` call.
struct Spawn {
  private let command: Command
  private let executable: Executable
  private let environment: ProgramEnvironment
  private let output: (standard: Int32, error: Int32)

  init(_ command: Command, output: (standard: Int32, error: Int32)) throws(StartFailure) {
    self.command = command
    self.output = output
    environment = ProgramEnvironment(for: command)
    try Self.checkWords(command)
    try Self.checkDirectory(command.workingDirectory)
    executable = try Executable(command, searchPath: environment.searchPath)
  }

  /// Rejects NUL, which would end a word early, and `=` in a variable's name, which would end the name.
  static func checkWords(_ command: Command) throws(StartFailure) {
    let names = command.environment.keys
    let words = command.arguments + names + command.environment.values + [command.workingDirectory ?? ""]
    guard words.allSatisfy({ !$0.utf8.contains(0) }),
      names.allSatisfy({ !$0.isEmpty && !$0.utf8.contains(61) })
    else {
      throw .refused(errno: EINVAL, text: String(cString: strerror(EINVAL)))
    }
  }

  /// Checks the working directory first: the kernel's error does not distinguish it from a missing program.
  nonisolated static func checkDirectory(_ directory: String?) throws(StartFailure) {
    guard let directory else { return }
    var status = stat()
    guard stat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, access(directory, X_OK) == 0
    else {
      throw .workingDirectory(directory)
    }
  }

  /// Starts the program in its own session and process group. Returns its process ID.
  func start(without group: inout WithheldGroup) throws(StartFailure) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    prepare(&actions)
    prepare(&attributes)

    var processID: Int32 = 0
    let result = CStrings.with(command.arguments) { arguments in
      CStrings.with(environment.assignments, bytes: environment.foreign) { environment in
        group.withhold {
          OutOfMemoryScore.givingToPrograms {
            posix_spawn(&processID, executable.path, &actions, &attributes, arguments, environment)
          }
        }
      }
    }
    guard result == 0 else { throw executable.failure(errno: result) }
    // The launcher may lock all its memory, which programs must not inherit.
    clinux_limit_locked_memory(processID)
    return processID
  }

  private func prepare(_ actions: inout posix_spawn_file_actions_t) {
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output.standard, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output.error, STDERR_FILENO)
    _ = clinux_spawn_close_from(&actions, STDERR_FILENO + 1)
    if let directory = command.workingDirectory {
      _ = clinux_spawn_change_directory(&actions, directory)
    }
  }

  /// The loop blocks signals and ignores SIGPIPE. A program must not inherit either.
  private func prepare(_ attributes: inout posix_spawnattr_t) {
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | clinux_spawn_setsid
    posix_spawnattr_setflags(&attributes, flags)
  }
}

/// Arrays of C strings for exec(3).
package nonisolated enum CStrings {
  /// Calls `body` with an array of `strings`, then `bytes` (without NULs), then a null pointer. The memory is
  /// valid only during the call.
  package static func with<Result>(
    _ strings: [String], bytes: [[UInt8]] = [],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let foreign = bytes.map { strdup(($0 + [0]).map(CChar.init(bitPattern:))) }
    let pointers = strings.map { strdup($0) } + foreign + [nil]
    defer { pointers.forEach { free($0) } }
    return pointers.withUnsafeBufferPointer { buffer in
      // The buffer is never empty, because it contains the final null.
      body(buffer.baseAddress.unsafelyUnwrapped)
    }
  }
}

/// The output of a short-lived program.
package nonisolated enum ProgramOutput {
  /// Runs a program from `PATH`, and reads its standard output and standard error. Returns nil if it cannot
  /// start.
  ///
  /// - Parameters:
  ///   - mostBytes: the most bytes to read. A program that prints more is killed.
  ///   - milliseconds: the time limit. The program is then killed, and its output so far is the result.
  package static func read(_ words: [String], mostBytes: Int, milliseconds: Int32) -> String? {
    var bytes = [CChar](repeating: 0, count: mostBytes)
    let count = CStrings.with(words) { clinux_read_output($0, &bytes, mostBytes, milliseconds) }
    guard count >= 0 else { return nil }
    return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// Writes journal entries with their own field, which `journalctl ROTUNDA_TILE=plan` finds.
///
/// A user's service manager does not pass on the fields of its units, so the launcher itself logs what
/// happens to programs. It uses the journal's native protocol, because sd_journal_sendv(3) blocks if the
/// journal does not read.
enum TileJournal {
  /// LOG_INFO of syslog(3).
  private static let priority = "6"
  /// The journal's socket: "Native Journal Protocol" of systemd's documentation.
  private static let socket = "/run/systemd/journal/socket"
  /// The most bytes of a message or a tile's identifier: a datagram has room for both.
  private static let mostBytes = 8 << 10

  /// Writes an entry, or drops it if the journal is too busy. Reports whether a journal exists.
  static func write(_ text: String, tile: String) -> Bool {
    let fields = [
      ("MESSAGE", "programs: \(text)"), ("PRIORITY", priority), ("SYSLOG_IDENTIFIER", "rotunda"),
      ("ROTUNDA_TILE", tile),
    ]
    let entry = Array(fields.map { "\($0.0)=\(line($0.1))\n" }.joined().utf8)
    guard clinux_datagram(socket, entry, entry.count) < 0 else { return true }
    guard errno == EAGAIN || errno == ENOBUFS else { return false }
    Log.countDropped()
    return true
  }

  /// Replaces control characters: a line feed would end the field.
  private static func line(_ text: String) -> String {
    let bytes = text.utf8.prefix(mostBytes).map { $0 < 0x20 ? 0x20 : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
