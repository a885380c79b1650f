import Foundation
import Testing

@testable import DisplayRelay

/// The place of programs' sockets, and the users who can reach them.
@MainActor struct ProgramSocketTests {
  private let directory = FileManager.default.temporaryDirectory.appending(
    path: "sockets-\(UUID().uuidString.prefix(8))"
  ).path

  private func status(_ path: String) throws -> stat {
    var result = stat()
    try #require(lstat(path, &result) == 0, "\(path)")
    return result
  }

  private func remove() { try? FileManager.default.removeItem(atPath: directory) }

  @Test func socketIsPrivateToItsUser() throws {
    defer { remove() }
    let path = "\(directory)/a/b"
    let socket = try ProgramSocket(in: ProgramSocketPlace(directory: path), number: 1)
    #expect(socket.path == "\(path)/\(getpid())-1")
    #expect(try status(path).st_mode & 0o7777 == 0o700)
    let made = try status(socket.path)
    #expect(made.st_mode & S_IFMT == S_IFSOCK && made.st_mode & 0o7777 == 0o600)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a socket to a group")) func aGroupMayConnect() throws
  {
    defer { remove() }
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    chmod(directory, 0o750)
    let socket = try ProgramSocket(in: ProgramSocketPlace(directory: directory, group: 4242), number: 1)
    let made = try status(socket.path)
    #expect(made.st_gid == 4242 && made.st_mode & 0o7777 == 0o660)
    // The existing directory keeps its mode.
    #expect(try status(directory).st_mode & 0o7777 == 0o750)
  }

  @Test func socketIsRemovedWithItsOwner() throws {
    defer { remove() }
    let place = ProgramSocketPlace(directory: directory)
    var socket: ProgramSocket? = try ProgramSocket(in: place, number: 1)
    let path = try #require(socket?.path)
    #expect(FileManager.default.fileExists(atPath: path))
    socket = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  /// Process numbers repeat. Files of an ended process have no owner.
  @Test func socketsOfEndedProcessesAreRemoved() throws {
    defer { remove() }
    let place = ProgramSocketPlace(directory: directory)
    let own = try ProgramSocket(in: place, number: 1)
    // All process numbers are lower than this.
    let names = ["4194305-1", "\(getppid())-1", "other", "\(getpid())-2"]
    for name in names { try Data().write(to: URL(filePath: "\(directory)/\(name)")) }
    ProgramSocket.sweep(place)
    let left = Set(try FileManager.default.contentsOfDirectory(atPath: directory))
    #expect(left == ["\(getppid())-1", "other", "\(getpid())-2", "\(getpid())-1"])
    _ = own
    _ = try ProgramSocket(in: place, number: 2)
  }

  /// A directory that other users can write to, a symbolic link, and a plain file.
  @Test func unsafeDirectoryIsRefused() throws {
    defer { remove() }
    try FileManager.default.createDirectory(atPath: "\(directory)/open", withIntermediateDirectories: true)
    chmod("\(directory)/open", 0o777)
    symlink("/tmp", "\(directory)/link")
    try Data().write(to: URL(filePath: "\(directory)/file"))
    for name in ["open", "link", "file", "file/below"] {
      #expect(throws: ProgramSocketError.self, "\(name)") {
        try ProgramSocket(in: ProgramSocketPlace(directory: "\(directory)/\(name)"), number: 1)
      }
    }
    let long = String(repeating: "x", count: 120)
    #expect(throws: ProgramSocketError.self) {
      try ProgramSocket(in: ProgramSocketPlace(directory: "\(directory)/\(long)"), number: 1)
    }
  }

  @Test(
    arguments: [
      (["XDG_RUNTIME_DIR": "/run/user/7"], "/run/user/7/rotunda/display"),
      (["XDG_RUNTIME_DIR": "relative"], "/tmp/rotunda-display-\(getuid())"),
      ([:], "/tmp/rotunda-display-\(getuid())"),
    ] as [([String: String], String)])
  func socketIsInMemoryWherePossible(environment: [String: String], directory: String) {
    #expect(ProgramSocketPlace.own(environment) == ProgramSocketPlace(directory: directory))
  }
}
