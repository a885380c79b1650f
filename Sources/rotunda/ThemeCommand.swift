import Commands
import Configuration
import ConfigurationFile
import FileSystem
import Glibc
import State
import Themes

/// `rotunda theme`: lists, checks, packs and installs themes. `PreviewCommand` shows them.
enum ThemeCommand {
  static func run(_ task: ThemeTask) -> Int32 {
    switch task {
    case .list: list()
    case .check(let folder): check(folder)
    case .pack(let folder, let output): pack(folder, into: output)
    case .install(let file): install(file)
    }
  }

  private static var environment: [String: String] { ProcessEnvironment.current.variables }

  /// The launcher refuses themes that another user can change. A designer may work on any theme.
  private static var library: ThemeLibrary { ThemeLibrary(environment: environment, user: nil) }

  private static func list() -> Int32 {
    let library = library
    let languages = ProcessEnvironment.current.languages
    let lines = library.names.map { name in
      guard let folder = library.folder(of: name), let theme = library.read(folder: folder).definition else {
        return "\(name)\n"
      }
      let words = [theme.name.resolved(for: languages), theme.version, theme.author, theme.licence, folder]
      return ([name] + words.map { $0.isEmpty ? "-" : $0 }).joined(separator: "\t") + "\n"
    }
    return StandardStream.output.write(lines.joined()) ? ExitStatus.success : ExitStatus.system
  }

  private static func check(_ folder: String) -> Int32 {
    let problems = ThemeFolder(ConfigurationLoader.absolute(path: folder), library).check()
    guard StandardStream.output.write(problems.map { "\($0)\n" }.joined()) else { return ExitStatus.system }
    return problems.contains { $0.severity == .error } ? ExitStatus.invalidConfiguration : ExitStatus.success
  }

  private static func pack(_ folder: String, into output: String?) -> Int32 {
    let theme = ThemeFolder(ConfigurationLoader.absolute(path: folder), library)
    do throws(ThemeFailure) {
      let bytes = try theme.packed()
      let path = output ?? "\(theme.name)\(ThemePackage.ending)"
      if let failure = AtomicFile(path, .masked).replace(with: bytes) {
        return fail("rotunda: \(path): \(failure)\n", ExitStatus.system)
      }
      return StandardStream.output.write("\(path)\n") ? ExitStatus.success : ExitStatus.system
    } catch {
      return fail(error)
    }
  }

  private static func install(_ file: String) -> Int32 {
    // The launcher of a kiosk runs as another user than the one who installs.
    umask(0o022)
    guard let directory = ThemeLibrary.installDirectory(environment: environment) else {
      return fail("rotunda: there is no place for themes, because HOME is not set\n", ExitStatus.system)
    }
    let bytes: [UInt8]
    do throws(FileFault) {
      bytes = try SystemFiles().read(file, limit: ThemePackage.sizeLimit)
    } catch {
      return fail(
        "\(Diagnostic(.error, file: file, message: "cannot be read: \(error)"))\n", ExitStatus.badInput)
    }
    do throws(ThemeFailure) {
      let folder = try ThemeInstallation.install(bytes, named: file, into: directory, library)
      return StandardStream.output.write("\(folder)\n") ? ExitStatus.success : ExitStatus.system
    } catch {
      return fail(error)
    }
  }

  private static func fail(_ failure: ThemeFailure) -> Int32 {
    fail(failure.diagnostics.map { "\($0)\n" }.joined(), ExitStatus.invalidConfiguration)
  }

  private static func fail(_ lines: String, _ status: Int32) -> Int32 {
    StandardStream.error.write(lines)
    return status
  }
}
