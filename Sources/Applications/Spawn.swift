import CLinux
import Glibc
import Logging
import Programs

/// Everything that one `posix_spawn` needs.
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

  /// A NUL would end a word early for the kernel, and `=` would end a variable's name.
  static func checkWords(_ command: Command) throws(StartFailure) {
    let names = command.environment.keys
    let words = command.arguments + names + command.environment.values + [command.workingDirectory ?? ""]
    guard words.allSatisfy({ !$0.utf8.contains(0) }),
      names.allSatisfy({ !$0.isEmpty && !$0.utf8.contains(61) })
    else {
      throw .refused(errno: EINVAL, text: String(cString: strerror(EINVAL)))
    }
  }

  /// Checked here because the kernel's answer would not tell a missing directory from a missing program.
  nonisolated static func checkDirectory(_ directory: String?) throws(StartFailure) {
    guard let directory else { return }
    var status = stat()
    guard stat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, access(directory, X_OK) == 0
    else {
      throw .workingDirectory(directory)
    }
  }

  /// Starts the program in a session and process group of its own and returns its process id.
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
    // The launcher may have all of its memory stay, which programs must not inherit.
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

  /// The loop blocks signals and ignores SIGPIPE; a program must not inherit either.
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

/// Arrays of C strings as exec(3) wants them.
package nonisolated enum CStrings {
  /// Calls `body` with the strings, those that are bytes without a NUL behind the others, and a null at their
  /// end; the memory is gone afterward.
  package static func with<Result>(
    _ strings: [String], bytes: [[UInt8]] = [],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let foreign = bytes.map { strdup(($0 + [0]).map(CChar.init(bitPattern:))) }
    let pointers = strings.map { strdup($0) } + foreign + [nil]
    defer { pointers.forEach { free($0) } }
    return pointers.withUnsafeBufferPointer { buffer in
      // A buffer with the final null in it is never empty.
      body(buffer.baseAddress.unsafelyUnwrapped)
    }
  }
}

/// The output of a program that ends.
package nonisolated enum ProgramOutput {
  /// Runs a program, looked up in `PATH`, and reads its output and its errors; nil if it cannot be
  /// started.
  ///
  /// - Parameters:
  ///   - mostBytes: the most that is read. A program that prints more is killed.
  ///   - milliseconds: how long it may take. It is killed then, and what it has printed counts.
  package static func read(_ words: [String], mostBytes: Int, milliseconds: Int32) -> String? {
    var bytes = [CChar](repeating: 0, count: mostBytes)
    let count = CStrings.with(words) { clinux_read_output($0, &bytes, mostBytes, milliseconds) }
    guard count >= 0 else { return nil }
    return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// Entries of the journal with a field of their own, which `journalctl ROTUNDA_TILE=plan` finds.
///
/// A user's service manager does not pass fields of its units on, so the launcher writes what happens to
/// programs itself. It speaks the journal's native protocol, because sd_journal_sendv(3) waits for a journal
/// that does not read.
enum TileJournal {
  /// LOG_INFO of syslog(3).
  private static let priority = "6"
  /// Where the journal listens: "Native Journal Protocol" of systemd's documentation.
  private static let socket = "/run/systemd/journal/socket"
  /// Most bytes of a message or a tile's identifier: a datagram has room for both.
  private static let mostBytes = 8 << 10

  /// Writes an entry; whether there is a journal. One that is too busy to take it does not get it.
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

  /// A line feed would end the field.
  private static func line(_ text: String) -> String {
    let bytes = text.utf8.prefix(mostBytes).map { $0 < 0x20 ? 0x20 : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
