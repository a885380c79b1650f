import Configuration
import ConfigurationFile
import Credentials
import FileSystem
import Glibc

/// Saves the edited file only where `rotunda check` accepts all files with it.
package struct EditedFileWriter: Sendable {
  /// Reads all files.
  package let loader: ConfigurationLoader
  private let main: String?
  private let versions: String?
  private let check: @Sendable (LoadedConfiguration) -> [Diagnostic]

  /// - Parameters:
  ///   - main: the configuration file; nil looks in the usual places.
  ///   - versions: the directory of earlier versions; nil keeps none.
  ///   - check: all that is wrong with a configuration.
  package init(
    _ loader: ConfigurationLoader, main: String? = nil, versions: String?,
    check: @escaping @Sendable (LoadedConfiguration) -> [Diagnostic]
  ) {
    (self.loader, self.main, self.versions, self.check) = (loader, main, versions, check)
  }

  /// The file that is written.
  package var file: EditedFile { EditedFile(loader.editedFile(of: main), versions: versions) }

  /// The first error that all files have with these bytes in the edited one; nil where there is none.
  package func error(with bytes: [UInt8]) -> Diagnostic? {
    check(load(bytes)).filter { $0.severity == .error }.min()
  }

  /// Saves a text, and first the hash of a new PIN; returns why it did not.
  ///
  /// - Parameter mayWritePIN: whether the PIN's hash may be written to that file.
  package func save(
    _ bytes: [UInt8], newPIN: PIN? = nil, mayWritePIN: (String) -> Bool = { _ in false }
  ) -> SaveRefusal? {
    guard bytes.count <= EditedFile.sizeLimit else {
      return .failed(reason: "the file is larger than \(EditedFile.sizeLimit >> 10) KiB")
    }
    if let newPIN {
      // Whether the rest is right is known before the PIN counts: without its file, only that is wrong.
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
      // A PIN file that no configuration names would end the first run, and lock nothing.
      if refusal != nil { unlink(place) }
      return refusal
    }
    return write(bytes)
  }

  private func write(_ bytes: [UInt8]) -> SaveRefusal? {
    if let error = error(with: bytes) { return .invalid(error) }
    return file.replace(with: bytes).map { .failed(reason: $0) }
  }

  /// Restores the previous version, if it is accepted; returns the reason if not.
  package func undo() -> SaveRefusal? {
    guard let previous = file.previous else { return .failed(reason: "no earlier version is kept") }
    if let error = error(with: previous) { return .invalid(error) }
    return file.undo().map { .failed(reason: $0) }
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
