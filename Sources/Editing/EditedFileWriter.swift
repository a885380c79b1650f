import Configuration
import ConfigurationFile
import Credentials
import FileSystem
import Glibc

/// Saves the edited file if `rotunda check` accepts all files together.
package struct EditedFileWriter: Sendable {
  package let loader: ConfigurationLoader
  private let main: String?
  private let versions: String?
  private let check: @Sendable (LoadedConfiguration) -> [Diagnostic]

  /// - Parameters:
  ///   - main: the configuration file; nil for the default locations.
  ///   - versions: the directory of earlier versions; if nil, none are kept.
  ///   - check: returns all errors and warnings of a configuration.
  package init(
    _ loader: ConfigurationLoader, main: String? = nil, versions: String?,
    check: @escaping @Sendable (LoadedConfiguration) -> [Diagnostic]
  ) {
    (self.loader, self.main, self.versions, self.check) = (loader, main, versions, check)
  }

  package var file: EditedFile { EditedFile(loader.editedFile(of: main), versions: versions) }

  /// Returns the first error in all files if the edited file has these bytes; nil if they have none.
  package func error(with bytes: [UInt8]) -> Diagnostic? {
    check(load(bytes)).filter { $0.severity == .error }.min()
  }

  /// Saves the hash of a new PIN, then the text. Returns the reason if it does not save them.
  ///
  /// - Parameters:
  ///   - base: the version of the file that was changed. The file must still have it.
  ///   - mayWritePIN: whether the service may write the PIN's hash to this path.
  package func save(
    _ bytes: [UInt8], from base: EditedVersion, newPIN: PIN? = nil,
    mayWritePIN: (String) -> Bool = { _ in false }
  ) -> SaveRefusal? {
    file.exclusively {
      do throws(FileFault) {
        let now = try file.read()
        // The caller may not have heard of its last save.
        guard EditedVersion(of: now) == base || now == bytes else { return .outdated(lost: 0) }
      } catch {
        return .failed(reason: "\(error)")
      }
      return put(bytes, newPIN, mayWritePIN)
    }
  }

  private func put(_ bytes: [UInt8], _ newPIN: PIN?, _ mayWritePIN: (String) -> Bool) -> SaveRefusal? {
    guard bytes.count <= EditedFile.sizeLimit else {
      return .failed(reason: "the file is larger than \(EditedFile.sizeLimit >> 10) KiB")
    }
    if let newPIN {
      // Check everything else before writing the PIN. The only error allowed is its missing file.
      let place = load(bytes).pinFile
      guard let place, mayWritePIN(place) else {
        return .failed(reason: "the configuration names no PIN file that the service can write")
      }
      let others = check(load(bytes)).filter { error in
        error.severity == .error && error.key != ConfigurationKey.pinFile.dottedName
      }
      if let error = others.min() { return .invalid(error) }
      if let reason = write(newPIN, to: place) { return .failed(reason: "\(place): \(reason)") }
      let refusal = write(bytes)
      // Without a saved configuration, a PIN file would end the first run but lock nothing.
      if refusal != nil { unlink(place) }
      return refusal
    }
    return write(bytes)
  }

  private func write(_ bytes: [UInt8]) -> SaveRefusal? {
    if let error = error(with: bytes) { return .invalid(error) }
    return file.replace(with: bytes).map { .failed(reason: $0) }
  }

  /// Restores the previous version if `check` accepts it. Returns the reason if it does not.
  package func undo() -> SaveRefusal? {
    file.exclusively {
      guard let previous = file.previous else { return .failed(reason: "no earlier version is kept") }
      if let error = error(with: previous) { return .invalid(error) }
      return file.undo().map { .failed(reason: $0) }
    }
  }

  private func load(_ bytes: [UInt8]) -> LoadedConfiguration {
    loader.load(main, replacing: ConfigurationText(path: loader.editedFile(of: main), bytes: bytes))
  }

  private func write(_ pin: PIN, to place: String) -> String? {
    AtomicFile(place).makeDirectories()
    do throws(CryptError) {
      return PINFile(place).write(try PINHash(pin), group: PINServicePlace.group)
    } catch {
      return "\(error)"
    }
  }
}
