import EventLoop
import FileSystem
import Foundation
import Logging
import State
import Synchronization
import Testing

/// Files that are replaced atomically, trusted by their owner, and written in the background.
@MainActor
@Suite(.serialized) struct StateFileTests {
  private let place: StateDirectory

  init() throws { place = try StateDirectory() }

  private func mode(of name: String) -> mode_t {
    var status = stat()
    return stat(place[name], &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test(arguments: [(AtomicFile.Access.owner, 0o600, 0o700), (.everybody, 0o644, 0o755)])
  func replacedFileKeepsItsReaders(
    access: AtomicFile.Access, file: mode_t, directory: mode_t
  ) {
    let target = AtomicFile(place["new/below/file"], access)
    #expect(target.replace(with: [1]) == nil)
    #expect(target.replace(with: [2, 3]) == nil)
    #expect(target.read(limit: 10) == [2, 3])
    #expect(mode(of: "new/below/file") == file && mode(of: "new") == directory)
    #expect(!FileManager.default.fileExists(atPath: place["new/below/file.new"]))
  }

  @Test func fileIsCreatedOnlyIfMissing() throws {
    let file = AtomicFile(place["tiles.toml"], .masked)
    #expect(file.create(with: Array("mine".utf8)) == nil)
    #expect(file.create(with: Array("other".utf8)) == AtomicFile.exists)
    #expect(place.text(of: "tiles.toml") == "mine")
  }

  @Test func failedWriteKeepsTheOldContents() throws {
    try place.write("old", to: "file")
    // The path of its temporary file is a directory.
    try FileManager.default.createDirectory(atPath: place["file.new"], withIntermediateDirectories: false)
    #expect(AtomicFile(place["file"]).replace(with: [1]) == String(cString: strerror(EISDIR)))
    #expect(place.text(of: "file") == "old")
  }

  @Test func worldWritableFileIsNotTrusted() throws {
    try place.write("text", to: "file", mode: 0o600)
    #expect(AtomicFile(place["file"]).read(limit: 10) == Array("text".utf8))
    chmod(place["file"], 0o666)
    #expect(AtomicFile(place["file"]).read(limit: 10) == nil)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can change a file's owner"))
  func anotherUsersFileIsNotTrusted() throws {
    try place.write("text", to: "file", mode: 0o600)
    chown(place["file"], 12_345, 12_345)
    #expect(AtomicFile(place["file"]).read(limit: 10) == nil)
  }

  @Test func onlyTheLatestWaitingWriteRuns() throws {
    let queue = WriteQueue(place.loop)
    let written = Mutex<[Int]>([])
    let gate = DispatchSemaphore(value: 0)
    var done: [Int] = []
    for number in 0..<4 {
      queue.add {
        if number == 0 { gate.wait() }
        written.withLock { $0.append(number) }
        return number == 3 ? "the disk is full" : nil
      } done: { problem in
        #expect((problem != nil) == (number > 0), "its replacement failed")
        done.append(number)
      }
    }
    try place.turn(seconds: 0.1)
    #expect(done.isEmpty)
    gate.signal()
    #expect(try place.wait { done.count == 4 })
    #expect(done == [0, 1, 2, 3])
    #expect(written.withLock { $0 } == [0, 3])
  }

  @Test func nilContentsKeepTheFile() throws {
    try place.write("old", to: "file")
    let file = StateFile(place["file"], place.loop, Log("test"))
    var isDone = false
    file.write(done: { problem in isDone = problem == nil }) { nil }
    #expect(try place.wait { isDone })
    #expect(place.text(of: "file") == "old")
  }
}
