import Glibc

/// A directory that is removed with its files.
final class TemporaryDirectory {
  let path: String

  init() throws {
    var template = Array("/tmp/rotunda-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw CancellationError() }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    guard let directory = opendir(path) else { return }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      unlink(path + "/" + name)
    }
    closedir(directory)
    rmdir(path)
  }

  func write(_ name: String, _ text: String) {
    guard let file = fopen(path + "/" + name, "w") else { return }
    fputs(text, file)
    fclose(file)
  }
}
