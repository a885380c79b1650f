import Configuration
import ConfigurationFile
import FileSystem
import Glibc
import State

/// `rotunda config upgrade FILE`: rewrites a configuration file of an earlier release, and keeps its
/// comments.
enum ConfigUpgradeCommand {
  static func run(_ file: String) -> Int32 {
    // Rewrites the target of a link, not the link.
    guard let resolved = realpath(file, nil) else { return fail(file, String(cString: strerror(errno))) }
    defer { free(resolved) }
    let path = String(cString: resolved)
    do throws(Failure) {
      guard let bytes = try upgraded(path) else {
        return printLine("\(path): is already up to date")
      }
      try replace(path, with: bytes)
      return printLine("\(path): has been rewritten")
    } catch {
      StandardStream.error.write("rotunda: \(error.line)\n")
      return error.status
    }
  }

  private struct Failure: Error {
    let line: String
    let status: Int32
  }

  private static func upgraded(_ path: String) throws(Failure) -> [UInt8]? {
    let bytes: [UInt8]
    do throws(FileFault) {
      bytes = try SystemFiles().read(path, limit: ConfigurationLoader.sizeLimit)
    } catch {
      throw Failure(line: "\(path): \(error)", status: ExitStatus.badInput)
    }
    do throws(Diagnostic) {
      return try ConfigurationText(path: path, bytes: bytes).upgraded(layout: layout(around: path))
    } catch {
      throw Failure(line: "\(error)", status: ExitStatus.badInput)
    }
  }

  /// Returns the layout of the configuration file that a drop-in belongs to; nil for any other file.
  private static func layout(around path: String) -> String? {
    let steps = path.split(separator: "/", omittingEmptySubsequences: false)
    guard steps.count > 2, steps[steps.count - 2] == "rotunda.d" else { return nil }
    let main = (steps.dropLast(2) + ["rotunda.toml"]).joined(separator: "/")
    let bytes = try? SystemFiles().read(main, limit: ConfigurationLoader.sizeLimit)
    return bytes.flatMap { ConfigurationText(path: main, bytes: $0).layout }
  }

  /// Replaces the file atomically, even if the power fails. Keeps its mode, and its owner if permitted.
  private static func replace(_ path: String, with bytes: [UInt8]) throws(Failure) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw lastFailure(path) }
    // The launcher does not read a drop-in with this suffix.
    var template = Array("\(path).XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw lastFailure(path) }
    defer { close(descriptor) }
    // If the owner may not be changed, the calling user becomes the file's owner.
    _ = fchown(descriptor, status.st_uid, status.st_gid)
    guard fchmod(descriptor, status.st_mode & 0o7777) == 0, AtomicFile.put(bytes, into: descriptor) == nil,
      rename(template, path) == 0
    else {
      let failure = lastFailure(path)
      unlink(template)
      throw failure
    }
  }

  private static func lastFailure(_ path: String) -> Failure {
    Failure(line: "\(path): \(String(cString: strerror(errno)))", status: ExitStatus.system)
  }

  private static func fail(_ file: String, _ reason: String) -> Int32 {
    StandardStream.error.write("rotunda: \(file): \(reason)\n")
    return ExitStatus.badInput
  }

  private static func printLine(_ line: String) -> Int32 {
    StandardStream.output.write(line + "\n") ? ExitStatus.success : ExitStatus.system
  }
}
