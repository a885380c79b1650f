import CFontconfig
import Configuration
import ConfigurationFile
import FileSystem
import Glibc
import Sound

/// A theme's folder on a disk: checks, packs and reads it.
package struct ThemeFolder: Sendable {
  package let path: String
  private let library: ThemeLibrary

  /// Creates a value for the folder at a path. Inherited themes come from the library.
  package init(_ path: String, _ library: ThemeLibrary) {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    self.library = library
  }

  package var name: String { String(path.split(separator: "/").last ?? "") }

  /// Returns all problems of the theme, and every color that must be corrected.
  package func check() -> [Diagnostic] {
    var reading = library.read(folder: path)
    if !ThemeDefinition.isID(name) {
      reading.diagnostics.append(
        Diagnostic(
          .error, file: path, message: "a theme's folder has small letters, digits and hyphens in its name"))
    }
    do throws(ThemePackage.Fault) {
      _ = try contents()
    } catch {
      reading.diagnostics.append(diagnostic(error))
    }
    let file = "\(path)/\(ThemeLibrary.fileName)"
    var named: Set<String> = []
    // The first color of a token is enough.
    for correction in reading.definition?.corrections ?? [] where named.insert(correction.token).inserted {
      let contrast = (correction.contrast * 10).rounded(.down) / 10
      let place = reading.places[correction.token]
      reading.diagnostics.append(
        Diagnostic(
          .warning, file: file, line: place?.line, column: place?.column, key: correction.token,
          message:
            "has a contrast of \(contrast), and needs \(correction.least): \(correction.new.hexText) is used")
      )
    }
    reading.diagnostics += checkSounds() + checkFonts()
    return reading.diagnostics.sorted()
  }

  /// Returns the problems of the sound files.
  private func checkSounds() -> [Diagnostic] {
    let folder = "\(path)/\(ThemeSound.folder)"
    let cues = ThemeSound.Cue.allCases.map(\.fileName)
    return SystemFiles().names(in: folder).sorted().prefix(ThemePackage.fileLimit).compactMap { name in
      let parts = name.split(separator: ".")
      guard let ending = parts.last, ThemeSound.fileEndings.contains(ending.lowercased()) else { return nil }
      guard parts.count == 2, cues.contains(String(parts[0])), ThemeSound.fileEndings.contains(String(ending))
      else {
        let known = cues.joined(separator: ", ")
        return Diagnostic(
          .warning, file: "\(folder)/\(name)", message: "is not played: sounds are called \(known)")
      }
      do throws(SoundFile.Fault) {
        let samples = try SoundFile(path: "\(folder)/\(name)", revision: 0).decoded()
        return samples.remark.map { Diagnostic(.warning, file: "\(folder)/\(name)", message: $0) }
      } catch {
        let severity: Diagnostic.Severity = error == .noDecoder ? .warning : .error
        return Diagnostic(severity, file: "\(folder)/\(name)", message: error.message)
      }
    }
  }

  /// Returns the problems of the fonts.
  private func checkFonts() -> [Diagnostic] {
    let folder = "\(path)/\(ThemeFont.folder)"
    let names = SystemFiles().names(in: folder).prefix(ThemePackage.fileLimit).filter(ThemeFont.isFont)
    let tooMany = Diagnostic(.error, file: folder, message: "has more than \(ThemeFont.limit) fonts")
    guard names.count <= ThemeFont.limit else { return [tooMany] }
    return names.sorted().compactMap { name in
      var status = stat()
      guard stat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      if status.st_size > ThemeFont.sizeLimit {
        let most = ThemeFont.sizeLimit >> 20
        return Diagnostic(.error, file: "\(folder)/\(name)", message: "is larger than \(most) MiB")
      }
      guard FontFile.families(at: "\(folder)/\(name)").isEmpty else { return nil }
      return Diagnostic(
        .error, file: "\(folder)/\(name)", message: "is not a readable font")
    }
  }

  private func diagnostic(_ fault: ThemePackage.Fault) -> Diagnostic {
    Diagnostic(.error, file: fault.path.map { "\(path)/\($0)" } ?? path, message: fault.message)
  }

  /// Returns the package of the folder. Throws its problems.
  package func packed() throws(ThemeFailure) -> [UInt8] {
    let errors = check().filter { $0.severity == .error }
    guard errors.isEmpty else { throw ThemeFailure(errors) }
    do throws(ThemePackage.Fault) {
      return try contents().packed()
    } catch {
      throw ThemeFailure([diagnostic(error)])
    }
  }

  /// Returns all files in the folder, except hidden ones.
  private func contents() throws(ThemePackage.Fault) -> ThemePackage {
    var files: [ThemePackage.File] = []
    var size = 0
    try collect("", depth: 0, into: &files, &size)
    return try ThemePackage(files: files)
  }

  private func collect(
    _ folder: String, depth: Int, into files: inout [ThemePackage.File], _ size: inout Int
  ) throws(ThemePackage.Fault) {
    guard depth < ThemePackage.depthLimit else {
      throw .init("has folders that are nested too deep", at: folder)
    }
    for name in SystemFiles().names(in: "\(path)/\(folder)").sorted() where !name.hasPrefix(".") {
      let place = folder.isEmpty ? name : "\(folder)/\(name)"
      var status = stat()
      guard lstat("\(path)/\(place)", &status) == 0 else { throw .init("cannot be read", at: place) }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: try collect(place, depth: depth + 1, into: &files, &size)
      case S_IFREG:
        if status.st_mode & 0o111 != 0 { throw .init("is executable (chmod -x)", at: place) }
        guard files.count < ThemePackage.fileLimit else {
          throw .init("has more than \(ThemePackage.fileLimit) files")
        }
        let room = ThemePackage.sizeLimit - size
        guard let bytes = SystemFiles().contents(of: "\(path)/\(place)", limit: room) else {
          throw .init("cannot be read, or is too large", at: place)
        }
        size += bytes.count
        files.append(ThemePackage.File(path: place, bytes: bytes))
      default: throw .init("is a link or a device, not a file", at: place)
      }
    }
  }
}

/// The reasons why a theme cannot be packed or installed.
package struct ThemeFailure: Error {
  package let diagnostics: [Diagnostic]

  init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  init(_ file: String, _ message: String) { self.init([Diagnostic(.error, file: file, message: message)]) }
}

/// Installs packages where the launcher finds them.
package enum ThemeInstallation {
  /// Unpacks a package into a folder below `directory`, replaces a theme with the same id, and returns the
  /// folder's path. The folder appears only after the whole package is checked.
  package static func install(
    _ bytes: [UInt8], named file: String, into directory: String, _ library: ThemeLibrary
  ) throws(ThemeFailure) -> String {
    let package: ThemePackage
    do throws(ThemePackage.Fault) {
      package = try ThemePackage(package: bytes)
    } catch {
      throw ThemeFailure(error.path.map { "\(file): \($0)" } ?? file, error.message)
    }
    let id = try id(of: package, file)
    guard makeDirectories(directory) else { throw lastFailure(directory) }
    var template = Array("\(directory)/.install-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw lastFailure(directory) }
    let work = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    defer { remove(work) }
    let folder = "\(work)/\(id)"
    for entry in package.files { try write(entry, below: folder) }
    let errors = ThemeFolder(folder, library).check().filter { $0.severity == .error }
    guard errors.isEmpty else {
      throw ThemeFailure(
        errors.map { error in
          var error = error
          // The unpacking directory no longer exists.
          if error.file.hasPrefix(folder) { error.file = "\(file):\(error.file.dropFirst(folder.count + 1))" }
          return error
        })
    }
    let target = "\(directory)/\(id)"
    // If the new theme cannot take its place, the old one returns.
    let hasFormer = rename(target, "\(work)/former") == 0
    guard rename(folder, target) == 0 else {
      let failure = lastFailure(target)
      if hasFormer { rename("\(work)/former", target) }
      throw failure
    }
    return target
  }

  /// Returns the theme's id, or else the name of its package.
  private static func id(of package: ThemePackage, _ file: String) throws(ThemeFailure) -> String {
    let text = package.files.first { $0.path == ThemeLibrary.fileName }?.bytes ?? []
    let name = String(file.split(separator: "/").last ?? "")
    let id =
      ThemeLibrary.id(in: text)
      ?? String(name.dropLast(name.hasSuffix(ThemePackage.ending) ? ThemePackage.ending.count : 0))
    guard ThemeDefinition.isID(id) else {
      throw ThemeFailure(
        "\(file):\(ThemeLibrary.fileName)", "theme.id must consist of small letters, digits and hyphens")
    }
    return id
  }

  private static func write(_ file: ThemePackage.File, below folder: String) throws(ThemeFailure) {
    let path = "\(folder)/\(file.path)"
    let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
      separator: "/")
    guard makeDirectories(parent) else { throw lastFailure(parent) }
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw lastFailure(path) }
    defer { close(descriptor) }
    var done = 0
    while done < file.bytes.count {
      let count = file.bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress! + done, $0.count - done)
      }
      guard count > 0 else { throw lastFailure(path) }
      done += count
    }
  }

  private static func makeDirectories(_ path: String) -> Bool {
    var made = ""
    for step in path.split(separator: "/") {
      made += "/\(step)"
      if mkdir(made, 0o755) != 0, errno != EEXIST { return false }
    }
    return true
  }

  /// Removes a directory that the installation created, with all its contents. Does not follow links.
  private static func remove(_ directory: String) {
    for name in SystemFiles().names(in: directory) where name != "." && name != ".." {
      let path = "\(directory)/\(name)"
      var status = stat()
      if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { remove(path) } else { unlink(path) }
    }
    rmdir(directory)
  }

  private static func lastFailure(_ path: String) -> ThemeFailure {
    ThemeFailure(path, String(cString: strerror(errno)))
  }
}

/// A font of a theme, read with fontconfig.
private enum FontFile {
  /// Returns the font families in a file; empty if the file is not a readable font.
  static func families(at path: String) -> [String] {
    guard let set = FcFontSetCreate() else { return [] }
    defer { FcFontSetDestroy(set) }
    // -1 selects all faces of a collection, and all variations of a variable font.
    guard FcFreeTypeQueryAll(path, UInt32.max, nil, nil, set) > 0 else { return [] }
    var names: Set<String> = []
    for index in 0..<Int(set.pointee.nfont) {
      var name: UnsafeMutablePointer<FcChar8>?
      guard FcPatternGetString(set.pointee.fonts[index], FC_FAMILY, 0, &name) == FcResultMatch, let name
      else { continue }
      names.insert(String(cString: name))
    }
    return names.sorted()
  }
}
