import Archives
import Bundles
import ConfigurationFile
import FileSystem
import Glibc

/// The files of a bundle in a zip archive, all of which obey the rules.
package struct BundleArchive: ~Copyable {
  /// A file, before it is unpacked.
  package struct File: Sendable {
    package let path: BundlePath
    package let size: Int
    fileprivate let index: Int
  }

  package let manifest: BundleManifest
  package let files: [File]
  private let archive: ZipArchive

  /// Checks an archive. It unpacks nothing but the manifest.
  package init(_ bytes: [UInt8]) throws(BundleFault) {
    let archive = try Self.archive(bytes)
    let files = try Self.files(of: archive)
    guard let file = files.first(where: { $0.path.part == nil }),
      let text = archive.contents(at: file.index, size: file.size), text.count == file.size
    else { throw BundleFault(.damaged, "is damaged", at: BundleManifest.fileName) }
    self.init(try BundleManifest(toml: text), files, archive)
  }

  private init(_ manifest: BundleManifest, _ files: [File], _ archive: consuming ZipArchive) {
    (self.manifest, self.files) = (manifest, files)
    self.archive = archive
  }

  private static func archive(_ bytes: [UInt8]) throws(BundleFault) -> ZipArchive {
    guard !bytes.isEmpty else { throw BundleFault(.damaged, "is empty") }
    guard ZipArchive.isInstalled else { throw BundleFault(.disk, "libzip is not installed") }
    do throws(ZipArchive.Fault) {
      return try ZipArchive(bytes)
    } catch {
      throw BundleFault(.damaged, error.message)
    }
  }

  /// Unix modes: the mask of the file type, regular files, folders, and the execute bits.
  private static let (kind, plain, folder, executable): (UInt32, UInt32, UInt32, UInt32) =
    (0o170000, 0o100000, 0o040000, 0o111)

  private static func files(of archive: borrowing ZipArchive) throws(BundleFault) -> [File] {
    let count = archive.count
    guard count <= 2 * BundleFileList.fileLimit else {
      throw BundleFault(.forbidden, "has more than \(BundleFileList.fileLimit) files")
    }
    var (list, files) = (BundleFileList(), [File]())
    for index in 0..<count {
      guard let entry = archive.entry(at: index), let name = entry.name else {
        throw BundleFault(.forbidden, "has a file whose name cannot be read")
      }
      let kind = entry.mode & Self.kind
      // The unpacking makes the folders of files itself.
      if name.hasSuffix("/"), entry.size == 0, kind == 0 || kind == folder { continue }
      let path = try list.add(name, size: entry.size)
      if entry.isEncrypted { throw BundleFault(.forbidden, "is encrypted", at: name) }
      guard kind == 0 || kind == plain else {
        throw BundleFault(.forbidden, "is a link or a device, not a file", at: name)
      }
      if entry.mode & executable != 0 { throw BundleFault(.forbidden, "is executable (chmod -x)", at: name) }
      files.append(File(path: path, size: Int(entry.size), index: index))
    }
    try list.finish()
    return files
  }

  /// Unpacks the parts for a kiosk into an empty directory, and waits until they are on the disk.
  package func unpack(for kiosk: BundleRecipient, into directory: String) throws(BundleFault) {
    var folders: Set<String> = [directory]
    for file in files where file.path.part?.isFor(kiosk) ?? true {
      let path = "\(directory)/\(file.path.text)"
      try Self.makeFolders(of: path, below: directory, &folders)
      guard let bytes = archive.contents(at: file.index, size: file.size), bytes.count == file.size else {
        throw BundleFault(.damaged, "is damaged", at: file.path.text)
      }
      if let reason = AtomicFile(path, .masked).create(with: bytes) {
        throw BundleFault(.disk, reason, at: file.path.text)
      }
    }
    for folder in folders { try BundleStore.sync(folder) }
  }

  private static func makeFolders(
    of path: String, below directory: String, _ folders: inout Set<String>
  ) throws(BundleFault) {
    var folder = directory
    for step in path.dropFirst(directory.count + 1).split(separator: "/").dropLast() {
      folder += "/\(step)"
      guard folders.insert(folder).inserted else { continue }
      guard mkdir(folder, 0o755) == 0 else {
        throw BundleFault(.disk, String(cString: strerror(errno)), at: folder)
      }
    }
  }

  /// Returns the archive of a folder, except hidden files. The same files make the same archive.
  package static func packed(_ folder: String) throws(BundleFault) -> [UInt8] {
    var (list, contents) = (BundleFileList(), [(path: String, bytes: [UInt8])]())
    try collect("", of: folder, depth: 0, into: &list, &contents)
    try list.finish()
    do throws(ZipArchive.Fault) {
      return try ZipArchive.bytes(of: contents)
    } catch {
      throw BundleFault(.damaged, error.message)
    }
  }

  private static func collect(
    _ inner: String, of folder: String, depth: Int, into list: inout BundleFileList,
    _ contents: inout [(path: String, bytes: [UInt8])]
  ) throws(BundleFault) {
    guard depth < BundlePath.depthLimit else {
      throw BundleFault(.forbidden, "has folders that are nested too deep", at: inner)
    }
    let place = inner.isEmpty ? folder : "\(folder)/\(inner)"
    for name in SystemFiles().names(in: place).sorted() where !name.hasPrefix(".") {
      let path = inner.isEmpty ? name : "\(inner)/\(name)"
      var status = stat()
      guard lstat("\(folder)/\(path)", &status) == 0 else {
        throw BundleFault(.disk, String(cString: strerror(errno)), at: path)
      }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: try collect(path, of: folder, depth: depth + 1, into: &list, &contents)
      case S_IFREG:
        if status.st_mode & 0o111 != 0 { throw BundleFault(.forbidden, "is executable (chmod -x)", at: path) }
        try list.add(path, size: UInt64(max(0, status.st_size)))
        do throws(FileFault) {
          contents.append(
            (path, try SystemFiles().read("\(folder)/\(path)", limit: BundleFileList.singleLimit)))
        } catch {
          throw BundleFault(.disk, "\(error)", at: path)
        }
      default: throw BundleFault(.forbidden, "is a link or a device, not a file", at: path)
      }
    }
  }
}
