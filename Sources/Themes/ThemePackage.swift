import Archives
import Configuration
import ConfigurationFile

/// The files of a theme, from a package or a folder, after checks that they are plain data inside one folder.
package struct ThemePackage: Sendable {
  package struct File: Hashable, Sendable {
    /// The path inside the theme's folder, with slashes.
    package let path: String
    package let bytes: [UInt8]
  }

  /// The reason why something is not a theme.
  package struct Fault: Error, Hashable {
    /// The faulty file; nil for the whole theme.
    package let path: String?
    package let message: String

    init(_ message: String, at path: String? = nil) { (self.message, self.path) = (message, path) }
  }

  /// The file extension of packages.
  package static let ending = ".rotunda-theme"
  /// The largest total size of all files, and the largest size of a package, in bytes.
  package static let sizeLimit = 64 << 20
  /// The largest number of files, the deepest nesting of folders, and the longest path in bytes.
  package static let (fileLimit, depthLimit, pathLimit) = (1000, 8, 255)
  /// File extensions that are allowed everywhere in a theme: pictures and texts.
  package static let endings: Set<String> = ["toml", "png", "jpg", "jpeg", "webp", "svg", "txt", "md"]
  /// Other file extensions, and the folders that they are allowed in.
  private static let folders = ["ogg": "sounds", "wav": "sounds", "ttf": "fonts", "otf": "fonts"]

  /// The files, ordered by path.
  package let files: [File]

  /// Creates a theme from files.
  package init(files: [File]) throws(Fault) {
    var collector = Collector()
    for file in files {
      try collector.check(file.path, size: UInt64(file.bytes.count))
      try collector.add(file)
    }
    self.files = try collector.finish()
  }

  /// Reads the theme in a package.
  package init(package bytes: [UInt8]) throws(Fault) {
    guard bytes.count <= Self.sizeLimit else { throw Fault("is larger than \(Self.sizeLimit >> 20) MiB") }
    guard !bytes.isEmpty else { throw Fault("is not a theme package: it is empty") }
    let archive: ZipArchive
    do throws(ZipArchive.Fault) {
      archive = try ZipArchive(bytes)
    } catch {
      throw Fault("is not a theme package: \(error.message)")
    }
    let count = archive.count
    guard count <= 2 * Self.fileLimit else { throw Fault("has more than \(Self.fileLimit) files") }
    var collector = Collector()
    for index in 0..<count {
      guard let entry = archive.entry(at: index), let name = entry.name else {
        throw Fault("has a file whose name cannot be read")
      }
      // Folders are created with their files.
      if name.hasSuffix("/"), entry.size == 0 {
        try collector.check(String(name.dropLast()) + "/folder.txt", size: 0)
        continue
      }
      try collector.check(name, size: entry.size)
      try Self.check(entry, name)
      guard let contents = archive.contents(at: index, size: Int(entry.size)), contents.count == entry.size
      else {
        throw Fault("is damaged", at: name)
      }
      try collector.add(File(path: name, bytes: contents))
    }
    files = try collector.finish()
  }

  /// Unix modes: the mask of the file type, the type of regular files, and the execute bits.
  private static let (kind, plain, executable): (UInt32, UInt32, UInt32) = (0o170000, 0o100000, 0o111)

  private static func check(_ entry: ZipArchive.Entry, _ name: String) throws(Fault) {
    if entry.isEncrypted { throw Fault("is encrypted", at: name) }
    let kind = entry.mode & Self.kind
    guard kind == 0 || kind == plain else { throw Fault("is a link or a device, not a file", at: name) }
    if entry.mode & executable != 0 { throw Fault("is executable (chmod -x)", at: name) }
  }

  /// Collects files, as long as they can belong to a theme.
  private struct Collector {
    private var files: [File] = []
    private var (paths, folders): (Set<String>, Set<String>) = ([], [])
    private var size: UInt64 = 0

    /// Checks a file before it is unpacked.
    mutating func check(_ path: String, size: UInt64) throws(Fault) {
      if let objection = ThemePackage.objection(to: path) {
        throw Fault(objection, at: ThemePackage.shown(path))
      }
      guard size <= UInt64(ThemePackage.sizeLimit), self.size + size <= UInt64(ThemePackage.sizeLimit) else {
        throw Fault("has more than \(ThemePackage.sizeLimit >> 20) MiB when it is unpacked")
      }
      self.size += size
    }

    mutating func add(_ file: File) throws(Fault) {
      // Some file systems ignore case.
      guard paths.insert(file.path.lowercased()).inserted else {
        throw Fault("appears twice", at: file.path)
      }
      guard paths.count <= ThemePackage.fileLimit else {
        throw Fault("has more than \(ThemePackage.fileLimit) files")
      }
      let steps = file.path.lowercased().split(separator: "/")
      for count in 1..<steps.count { folders.insert(steps.prefix(count).joined(separator: "/")) }
      if let objection = ThemePackage.objection(to: file.bytes, of: file.path) {
        throw Fault(objection, at: file.path)
      }
      files.append(file)
    }

    func finish() throws(Fault) -> [File] {
      if let path = paths.first(where: folders.contains) { throw Fault("is a file and a folder", at: path) }
      guard paths.contains(ThemeLibrary.fileName) else {
        throw Fault("has no \(ThemeLibrary.fileName) in its uppermost folder")
      }
      return files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }
  }

  /// Returns the reason why a theme cannot have a file at a path.
  private static func objection(to path: String) -> String? {
    guard path.utf8.count <= pathLimit else { return "has a path of more than \(pathLimit) bytes" }
    guard path.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 && $0 != "\\" && $0 != ":" })
    else {
      return "has a character in its name that files of themes cannot have"
    }
    // Bytes, as the kernel reads them: a combining mark makes one character of a slash or a dot and itself.
    let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard names.allSatisfy({ !$0.isEmpty && $0.first != UInt8(ascii: ".") }) else {
      return "leads out of the theme's folder, or is hidden"
    }
    let steps = path.split(separator: "/")
    guard steps.count == names.count else {
      return "has a character in its name that files of themes cannot have"
    }
    guard steps.count <= depthLimit else { return "lies more than \(depthLimit) folders deep" }
    let parts = steps[steps.count - 1].split(separator: ".")
    let ending = parts.count > 1 ? parts[parts.count - 1].lowercased() : ""
    if let folder = folders[ending] {
      guard steps.count == 2, steps[0] == folder else {
        return "is \(ending.uppercased()), but is not in the folder '\(folder)'"
      }
      return nil
    }
    guard endings.contains(ending) else {
      return "is neither a picture nor a text: names end with \(endings.sorted().joined(separator: ", "))"
    }
    return nil
  }

  /// The first bytes of file formats.
  private static let beginnings: [String: [[UInt8]]] = [
    "png": [[0x89, 0x50, 0x4e, 0x47]], "jpg": [[0xff, 0xd8, 0xff]], "jpeg": [[0xff, 0xd8, 0xff]],
    "webp": [Array("RIFF".utf8)], "wav": [Array("RIFF".utf8)], "ogg": [Array("OggS".utf8)],
    "ttf": [[0, 1, 0, 0], Array("true".utf8)], "otf": [Array("OTTO".utf8), [0, 1, 0, 0]],
  ]

  /// Returns the reason why the content does not match the file extension.
  private static func objection(to bytes: [UInt8], of path: String) -> String? {
    let ending = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    guard let beginnings = beginnings[ending] else {
      // Readable text, and pictures that are text.
      return String(validating: bytes, as: UTF8.self) == nil || bytes.contains(0) ? "is not a text" : nil
    }
    return beginnings.contains { bytes.starts(with: $0) } ? nil : "is not a valid \(ending.uppercased()) file"
  }

  private static func shown(_ path: String) -> String {
    String(
      String.UnicodeScalarView(
        path.unicodeScalars.prefix(80).map { $0.value < 32 || $0.value == 127 ? "?" : $0 }))
  }

  /// Returns the package. The same files result in the same package.
  package func packed() throws(Fault) -> [UInt8] {
    do throws(ZipArchive.Fault) {
      return try ZipArchive.bytes(of: files.map { ($0.path, $0.bytes) })
    } catch {
      throw Fault(error.message)
    }
  }
}
