import Glibc
import Programs

/// The file that a command means.
nonisolated struct Executable {
  /// What to hand to the kernel: absolute, or relative to the directory that the program starts in.
  let path: String
  /// The same file seen from the launcher's own directory.
  private let ownPath: String

  /// Looks the first word of a command up: at its path when it holds a slash, else in `searchPath`.
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

  /// The first file of that name that may be executed; a forbidden one only tells why nothing was found.
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

  /// What it means that another user could not execute it.
  var failureToExecute: StartFailure {
    failure(errno: access(ownPath, F_OK) == 0 && access(ownPath, X_OK) != 0 ? EACCES : ENOENT)
  }

  /// What it means that the kernel refused this file with `errno`.
  func failure(errno: Int32) -> StartFailure {
    switch errno {
    case ENOENT where access(ownPath, F_OK) == 0:
      // The file is there, so what is missing is what it wants to be run by.
      .refused(errno: errno, text: "its interpreter or loader is missing")
    case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG: .notFound
    case EACCES, ENOEXEC: .notExecutable
    default: .refused(errno: errno, text: String(cString: strerror(errno)))
    }
  }
}

/// Whether a file has all that the kernel wants for executing it.
nonisolated extension Executable {
  /// What the kernel looks at (BINPRM_BUF_SIZE of Linux), and as much as program headers ever take.
  private static let headSize = 4096

  /// Whether it may be executed and what is to run it is there: the interpreter of a script, the loader of a
  /// program.
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

  /// The interpreter that a file names in its first line or its program headers; nil when it names none.
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

  /// A number of so many bytes, the lowest first; 0 where it would lie outside.
  private static func number(_ bytes: [UInt8], _ place: Int, _ size: Int) -> Int {
    guard place >= 0, place < bytes.count, size <= bytes.count - place else { return 0 }
    let value = bytes[place..<place + size].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(truncatingIfNeeded: value & 0x7fff_ffff)
  }
}

/// The files that a start needs: its directory, its program and what runs that.
///
/// They may be on a file system that does not answer, and a start holds up its thread until they have. So
/// they are looked at on another one first; what is wrong with them is for the start to find.
package nonisolated struct StartFiles: Sendable {
  private let command: Command
  private let searchPath: [String]

  @MainActor package init(of command: Command) {
    self.command = command
    searchPath = ProgramEnvironment(for: command).searchPath
  }

  /// Looks at them, for as long as their disks take.
  package func inspect() {
    try? Spawn.checkDirectory(command.workingDirectory)
    _ = (try? Executable(command, searchPath: searchPath))?.isComplete
  }
}
