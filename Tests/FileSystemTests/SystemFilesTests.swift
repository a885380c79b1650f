import FileSystem
import Foundation
import Freedesktop
import Testing

@Suite struct SystemFilesTests {
  private let files = SystemFiles()

  @Test func fileKindsAreDistinguished() {
    #expect(files.kind(of: "/") == .directory)
    #expect(files.kind(of: "/bin/sh") == .file(isExecutable: true))
    #expect(files.kind(of: "/dev/null") == .other)
    #expect(files.kind(of: "/no/such/file") == nil)
    #expect(files.kind(of: "/bin/sh\0") == nil)
  }

  @Test func onlyRegularFilesAreRead() {
    #expect(throws: FileFault.isDirectory) { try files.read("/", limit: 10) }
    #expect(throws: FileFault.notRegular) { try files.read("/dev/zero", limit: 10) }
    #expect(throws: FileFault.failed(errno: ENOENT)) { try files.read("/no/such/file", limit: 10) }
    #expect(FileFault.failed(errno: ENOENT).isMissing)
    #expect(!FileFault.isDirectory.isMissing)
  }

  @Test func aFileIsReadUpToItsLimit() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "rotunda-\(UUID()).txt").path
    #expect(FileManager.default.createFile(atPath: path, contents: Data(repeating: 65, count: 100_000)))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try files.read(path, limit: 100_000).count == 100_000)
    #expect(throws: FileFault.tooLarge) { try files.read(path, limit: 99_999) }
    #expect(files.contents(of: path, limit: 1) == nil)
  }

  @Test func fileThatClaimsToBeEmptyIsLimited() throws {
    #expect(throws: FileFault.tooLarge) { try files.read("/proc/self/status", limit: 10) }
    #expect(try !files.read("/proc/self/status", limit: 100_000).isEmpty)
  }

  @Test func aDirectoryIsListedWithoutItsDots() {
    let names = files.names(in: "/usr")
    #expect(names.contains("bin") && names.contains("share"))
    #expect(!names.contains(".") && !names.contains(".."))
    #expect(files.names(in: "/no/such/directory").isEmpty)
  }

  @Test func everyInstalledDesktopEntryIsUnderstood() throws {
    let catalog = DesktopEntryCatalog(files: files, directories: DataDirectories(environment: [:]))
    for id in catalog.ids() {
      do { _ = try catalog.entry(id).command(terminal: ["foot"]) } catch {
        switch error {
        case DesktopEntryError.hidden, .noExec, .notAnApplication, .unknownType: continue
        default: Issue.record("\(id): \(error)")
        }
      }
    }
  }
}
