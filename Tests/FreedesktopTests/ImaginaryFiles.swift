import Freedesktop

/// Files that exist only in the test. Their paths imply the directories, and nil as a value means a program.
struct ImaginaryFiles: FileAccess {
  var files: [String: String]
  var programs: Set<String> = []

  init(_ files: [String: String], programs: Set<String> = []) {
    self.files = files
    self.programs = programs
  }

  init(paths: [String]) {
    files = Dictionary(uniqueKeysWithValues: paths.map { ($0, "") })
  }

  func kind(of path: String) -> FileKind? {
    if programs.contains(path) { return .file(isExecutable: true) }
    if files[path] != nil { return .file(isExecutable: false) }
    return (Array(files.keys) + programs).contains { $0.hasPrefix("\(path)/") } ? .directory : nil
  }

  func contents(of path: String, limit: Int) -> [UInt8]? {
    files[path].map { Array($0.utf8) }.flatMap { $0.count <= limit ? $0 : nil }
  }

  func names(in directory: String) -> [String] {
    let below = files.keys.filter { $0.hasPrefix("\(directory)/") }.map { $0.dropFirst(directory.count + 1) }
    return Array(Set(below.map { String($0.prefix { $0 != "/" }) }))
  }
}
