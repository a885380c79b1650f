import CLinux
import Glibc
import Hashing
import Programs

/// The user that a root service starts programs as, in units of the machine's manager.
package nonisolated struct ProgramAccount: Hashable, Sendable {
  /// The user's and the group's name.
  package let name: String
  package let user: UInt32
  package let group: UInt32
  /// The user of the launcher that requests the programs.
  package let launcher: UInt32

  /// Looks up an account. Returns nil if it does not exist, or is root's or the launcher's.
  package init?(named name: String, launcher: UInt32) {
    guard let entry = getpwnam(name)?.pointee, entry.pw_uid != 0, entry.pw_uid != launcher else { return nil }
    self.init(name: name, user: entry.pw_uid, group: entry.pw_gid, launcher: launcher)
  }

  init(name: String, user: UInt32, group: UInt32, launcher: UInt32) {
    (self.name, self.user, self.group, self.launcher) = (name, user, group, launcher)
  }
}

/// Directories for programs that run as another user: mounts that are private to each program, and persistent
/// directories.
package nonisolated enum VisitPlace {
  /// A private file system in memory for each program, where browsers find their files. It disappears with
  /// the last process.
  package static let home = "/run/rotunda-visit/home"
  /// The XDG_RUNTIME_DIR, also in memory.
  package static let runtime = "/run/rotunda-visit/runtime"
  /// The directory with the compositor sockets that such programs may connect to.
  package static let sockets = "/run/rotunda-visit/wayland"
  /// The name of a program's compositor socket in its `runtime`, where the sandbox of WebKitGTK looks.
  static let display = "wayland-0"
  /// The parent directory of each persistent home of a tile with `home = "keep"`.
  package static let kept = "/var/lib/rotunda-visitor"

  /// Reports whether a path names a socket directly in `sockets`.
  static func isSocket(_ path: String) -> Bool {
    let name = path.utf8.dropFirst(sockets.utf8.count + 1)
    return path.hasPrefix("\(sockets)/") && (1...64).contains(name.count)
      && name.allSatisfy { isPlain($0) || $0 == UInt8(ascii: "_") }
  }

  /// Reports whether a text is a possible activation token of a compositor.
  static func isToken(_ text: String) -> Bool {
    text.utf8.count <= 1024 && text.utf8.allSatisfy { (33...126).contains($0) }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Returns the name of a tile's directory. It is unique to the tile and never leads elsewhere.
  package static func directory(of tile: String) -> String {
    let words = tile.utf8.map { byte in
      isPlain(byte) ? String(UnicodeScalar(byte)) : "_" + String(UInt16(byte) + 0x100, radix: 16).suffix(2)
    }
    let name = words.joined()
    guard name.utf8.count > mostBytes else { return name.isEmpty ? "_" : name }
    // File names have at most 255 bytes.
    return name.prefix(mostBytes - 18) + "__" + String(FNV1a(name.utf8).value, radix: 16)
  }

  private static let mostBytes = 200
}

/// A tile's command for another user, with its home and variables.
nonisolated struct VisitCommand {
  /// The command to execute. Its profile mark is replaced with a path that exists only inside its unit.
  private(set) var command: Command
  private let files: [String: String]

  init(_ request: ProgramRequest, _ account: ProgramAccount) throws(StartFailure) {
    command = request.command
    files = command.privateDirectory?.files ?? [:]
    var home = VisitPlace.home
    if command.privateDirectory == nil {
      if request.limits.home == .keep {
        home = "\(VisitPlace.kept)/\(VisitPlace.directory(of: request.tile))"
      }
    } else {
      command.arguments = command.arguments.map { $0.replacing(PrivateDirectory.mark, with: home) }
      command.environment = command.environment.mapValues { $0.replacing(PrivateDirectory.mark, with: home) }
      command.privateDirectory = nil
    }
    var variables = PrivateDirectory.homeVariables(home)
    variables["XDG_RUNTIME_DIR"] = VisitPlace.runtime
    (variables["USER"], variables["LOGNAME"]) = (account.name, account.name)
    command.environment.merge(variables) { own, _ in own }
    command.workingDirectory = command.workingDirectory ?? home
  }

  /// Makes the unit write the program's files into its home before it executes the program.
  func addFiles(to unit: inout TransientUnit) throws(StartFailure) {
    guard !files.isEmpty else { return }
    try unit.doFirst([VisitFiles.command, VisitPlace.home])
    unit.input = try VisitFiles.file(with: files)
  }
}

/// Passes files for a program's home into its unit.
///
/// A unit's in-memory file system exists only once its first process runs. That process, this program again,
/// writes the files and then executes the other program.
package nonisolated enum VisitFiles {
  /// The subcommand of this program: `visit-files HOME FILE WORD...`.
  package static let command = "visit-files"
  /// The size limit in bytes: no browser's files need more.
  private static let mostBytes = 1 << 20

  static func file(with files: [String: String]) throws(StartFailure) -> OpenFile {
    let words = files.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    guard let bytes = MessageWords.bytes(words, most: mostBytes) else {
      throw .refused(errno: E2BIG, text: String(cString: strerror(E2BIG)))
    }
    let file = OpenFile(clinux_shared_memory(command, Int64(bytes.count)))
    guard file.descriptor >= 0,
      bytes.withUnsafeBytes({ write(file.descriptor, $0.baseAddress, $0.count) }) == bytes.count,
      lseek(file.descriptor, 0, SEEK_SET) == 0
    else {
      throw .refused(errno: errno, text: String(cString: strerror(errno)))
    }
    return file
  }

  /// Writes the files from standard input, and executes a program in place of this one.
  ///
  /// - Parameter words: the home, the path of the program's file, and its arguments.
  /// - Returns: only on failure, with the exit status that service managers use for it.
  package static func run(_ words: [String]) -> Int32 {
    guard words.count >= 3, let files = read() else { return UnitState.notExecutedStatus }
    do throws(StartFailure) {
      for (name, text) in files { try FileTree.write(text, to: name, below: words[0]) }
    } catch {
      return UnitState.notExecutedStatus
    }
    let nothing = open("/dev/null", O_RDONLY)
    guard nothing >= 0, dup2(nothing, STDIN_FILENO) == STDIN_FILENO else {
      return UnitState.notExecutedStatus
    }
    if nothing != STDIN_FILENO { close(nothing) }
    var arguments = words.dropFirst(2).map { strdup($0) } + [nil]
    execv(words[1], &arguments)
    return UnitState.notExecutedStatus
  }

  private static func read() -> [(String, String)]? {
    var bytes = [UInt8](repeating: 0, count: mostBytes)
    var count = 0
    while count < bytes.count {
      let part = bytes.withUnsafeMutableBytes {
        Glibc.read(STDIN_FILENO, $0.baseAddress! + count, $0.count - count)
      }
      if part < 0, errno == EINTR { continue }
      guard part > 0 else { break }
      count += part
    }
    guard var words = MessageWords(bytes: bytes.prefix(count), most: mostBytes) else { return nil }
    var files: [(String, String)] = []
    while let name = words.next() {
      guard let text = words.next(), !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else {
        return nil
      }
      files.append((name, text))
    }
    return files
  }
}

/// An open descriptor, closed with the last reference.
nonisolated final class OpenFile: Sendable {
  let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
