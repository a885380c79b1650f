import Foundation
import Testing

@testable import FileSystem

@Suite struct FileProgressTests {
  @Test func pendingPathIsKnown() {
    let progress = FileProgress()
    #expect(progress.path(silentFor: 0) == nil)
    progress.ask("/a/b") { #expect(progress.path(silentFor: 0) == "/a/b") }
    progress.ask("/a/b") { #expect(progress.path(silentFor: 60) == nil) }
    #expect(progress.path(silentFor: 0) == nil)
  }

  @Test(arguments: [
    ("/tmp/away", true), ("/tmp/away/a", true), ("/tmp/away/a/b", true), ("/tmp/awayward", false),
    ("/tmp", false),
  ])
  func silentPathsAreNotAccessed(path: String, isSilent: Bool) {
    let progress = FileProgress(silent: ["/elsewhere", "/tmp/away"])
    #expect((progress.ask(path) { true } == nil) == isSilent)
  }

  @Test func silentFilesCountAsMissing() throws {
    let directory = NSTemporaryDirectory() + "progress-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try "text".write(toFile: directory + "/file", atomically: false, encoding: .utf8)
    let (there, silent) = (SystemFiles(), SystemFiles(FileProgress(silent: [directory])))
    #expect(
      there.kind(of: directory + "/file")?.isFile == true && silent.kind(of: directory + "/file") == nil)
    #expect(there.names(in: directory) == ["file"] && silent.names(in: directory) == [])
    #expect(
      there.listingFault(of: directory) == nil
        && silent.listingFault(of: directory) == .failed(errno: ETIMEDOUT))
    #expect(throws: FileFault.failed(errno: ETIMEDOUT)) { try silent.read(directory + "/file", limit: 10) }
    #expect(there.revision(of: directory + "/file") != 0 && silent.revision(of: directory + "/file") == 0)
    #expect(silent.steps(to: directory + "/file") == [])
  }

  @Test func networkMountsAreRecognized() {
    let list = """
      21 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
      30 21 0:40 / /srv/photos rw shared:2 - nfs4 server:/photos rw
      31 21 0:41 / /srv/photos/new\\040ones rw - fuse.sshfs user@host: rw
      32 21 0:42 / /home rw - ext4 /dev/vda2 rw
      broken line
      """
    let mounts = NetworkMounts(mountinfo: Array(list.utf8))
    #expect(mounts.place(of: "/srv/photos/a.png") == "/srv/photos")
    #expect(mounts.place(of: "/srv/photos") == "/srv/photos")
    #expect(mounts.place(of: "/srv/photos/new ones/b.png") == "/srv/photos/new ones")
    #expect(mounts.place(of: "/srv/photoshop") == nil)
    #expect(mounts.place(of: "/home/kiosk") == nil && mounts.place(of: "/etc") == nil)
  }
}
