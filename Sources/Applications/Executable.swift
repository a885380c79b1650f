import Glibc
import Programs

/// The executable file of a command.
nonisolated struct Executable {
  /// The path for the kernel: absolute, or relative to the program's working directory.
  let path: String
  /// The path of the same file, relative to the launcher's own working directory.
  private let ownPath: String

  /// Looks up the first word of a command: as a path if it contains a slash, otherwise in `searchPath`.
  init(_ command: Command, searchPath: [String]) throws(StartFailure) {
    guard let name = command.arguments.first, !name.isEmpty else { throw .notFound }
    if name.contains("/") {
      path = name
      let directory = name.hasPrefix("/") ? nil : command.workingDirectory
      ownPath = directory.map { "\($0)/\(name)" } ?? name
      return
    }
    path = try Self.find(name, in: searchPath)
    ownPath = path
  }

  /// Returns the first executable file with that name. A file without execute permission only changes the
  /// error.
  private static func find(_ name: String, in directories: [String]) throws(StartFailure) -> String {
    var failure = StartFailure.notFound
    for directory in directories {
      let candidate = "\(directory)/\(name)"
      guard isRegularFile(candidate) else { continue }
      if access(candidate, X_OK) == 0 { return candidate }
      failure = .notExecutable
    }
    throw failure
  }

  private static func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The failure when another user could not execute the file.
  var failureToExecute: StartFailure {
    failure(errno: access(ownPath, F_OK) == 0 && access(ownPath, X_OK) != 0 ? EACCES : ENOENT)
  }

  /// Returns the failure for an `errno` with which the kernel refused the file.
  func failure(errno: Int32) -> StartFailure {
    switch errno {
    case ENOENT where access(ownPath, F_OK) == 0:
      // The file exists, so its interpreter is missing.
      .refused(errno: errno, text: "its interpreter or loader is missing")
    case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG: .notFound
    case EACCES, ENOEXEC: .notExecutable
    default: .refused(errno: errno, text: String(cString: strerror(errno)))
    }
  }
}

/// Checks whether an executable file has its interpreter.
nonisolated extension Executable {
  /// The bytes to read: at least what the kernel reads (BINPRM_BUF_SIZE of Linux), and enough for the program
  /// headers.
  private static let headSize = 4096

  /// Whether the file and its interpreter (of a script) or loader (of a program) are executable.
  var isComplete: Bool {
    guard access(ownPath, X_OK) == 0, let head = Self.head(of: ownPath) else { return false }
    guard let interpreter = Self.interpreter(in: head) else { return true }
    return access(interpreter, X_OK) == 0
  }

  private static func head(of path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: headSize)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  /// Returns the interpreter that the first line or the program headers name; nil if there is none.
  static func interpreter(in head: [UInt8]) -> String? {
    if head.starts(with: Array("#!".utf8)) {
      let line = head.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") }.drop { $0 == 0x20 || $0 == 0x09 }
      return String(decoding: line.prefix { $0 != 0x20 && $0 != 0x09 && $0 != 0 }, as: UTF8.self)
    }
    guard head.starts(with: [0x7f] + Array("ELF".utf8)), head.count > 64, head[4] == 2, head[5] == 1 else {
      return nil
    }
    // Elf64_Ehdr and Elf64_Phdr of elf(5), little-endian.
    let (start, size, count) = (number(head, 32, 8), number(head, 54, 2), number(head, 56, 2))
    for index in 0..<min(count, 64) {
      let place = start &+ index &* size
      guard number(head, place, 4) == 3 else { continue }
      let (name, length) = (number(head, place + 8, 8), number(head, place + 32, 8))
      guard name < head.count, length <= head.count - name else { return nil }
      return String(decoding: head[name..<name + length].prefix { $0 != 0 }, as: UTF8.self)
    }
    return nil
  }

  /// Returns the little-endian number of `size` bytes at `place`; 0 if it lies outside `bytes`.
  private static func number(_ bytes: [UInt8], _ place: Int, _ size: Int) -> Int {
    guard place >= 0, place < bytes.count, size <= bytes.count - place else { return 0 }
    let value = bytes[place..<place + size].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(truncatingIfNeeded: value & 0x7fff_ffff)
  }
}

/// The files that a start needs: the working directory, the program and its interpreter.
///
/// They may be on a file system that does not answer, and a start blocks its thread until it does. A
/// background thread therefore accesses them first. The start itself reports any faults.
package nonisolated struct StartFiles: Sendable {
  private let command: Command
  private let searchPath: [String]

  @MainActor package init(of command: Command) {
    self.command = command
    searchPath = ProgramEnvironment(for: command).searchPath
  }

  /// Accesses the files. Blocks for as long as their disks take.
  package func inspect() {
    try? Spawn.checkDirectory(command.workingDirectory)
    _ = (try? Executable(command, searchPath: searchPath))?.isComplete
  }
}
