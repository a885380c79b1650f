import Configuration
import Credentials
import FileSystem
import Foundation
import Testing

struct PINFileTests {
  private static let hash = PINHash(
    "$y$j9T$F5Jx5fExrKuPp53xLKQ..1$UWd9ZKknHrDoLx03Tv5s0HKYHhYNt0pXx67Wl3IOWZ2")!

  private func path() -> String { NSTemporaryDirectory() + "rotunda-pin-\(UUID().uuidString.prefix(8))" }

  private func mode(_ path: String) -> (mode: mode_t, user: uid_t, group: gid_t) {
    var status = stat()
    return stat(path, &status) == 0
      ? (status.st_mode & 0o7777, status.st_uid, status.st_gid) : (0, .max, .max)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files to another group"))
  func hashIsForRootAndTheServicesGroup() throws {
    let (path, group) = (path(), try #require(getgrnam("daemon")?.pointee.gr_gid))
    defer { unlink(path) }
    // The write replaces an existing file, whatever its mode.
    try "old".write(toFile: path, atomically: true, encoding: .utf8)
    chmod(path, 0o666)
    #expect(PINFile(path).write(Self.hash, group: "daemon") == nil)
    #expect(mode(path) == (0o640, 0, group))
    #expect(try PINFile(path).read() == Self.hash)
    #expect(!FileManager.default.fileExists(atPath: path + ".new"))
  }

  @Test func withoutGroupTheHashIsTheOwners() throws {
    let path = path()
    defer { unlink(path) }
    #expect(PINFile(path).write(Self.hash, group: "rotunda-nobody-is-called-so") == nil)
    #expect(mode(path).mode == 0o600)
  }

  @Test func failedWriteSaysWhyAndKeepsTheOld() throws {
    let path = path()
    #expect(PINFile(path + "/pin").write(Self.hash, group: "root") == String(cString: strerror(ENOENT)))
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(PINFile(path).write(Self.hash, group: "root") != nil)
    #expect(!FileManager.default.fileExists(atPath: path + ".new"))
  }

  @Test func aLinkIsNotWrittenThrough() throws {
    let (path, target) = (path(), path())
    defer { unlink(path) }
    #expect(symlink(target, path + ".new") == 0)
    #expect(PINFile(path).write(Self.hash, group: "root") == nil)
    #expect(!FileManager.default.fileExists(atPath: target))
    #expect(throws: PINFile.Fault.unreadable(.failed(errno: ENOENT))) { try PINFile(target).read() }
  }
}
