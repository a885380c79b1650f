import Configuration
import ConfigurationFile
import Credentials
import Editing
import FileSystem
import State

/// Saves the edited file only where `rotunda check` accepts all files with it.
nonisolated struct EditedFileCheck {
  private let loader: ConfigurationLoader
  private let file: String?

  /// - Parameter file: the configuration file; nil looks in the usual places.
  init(_ loader: ConfigurationLoader, _ file: String?) {
    (self.loader, self.file) = (loader, file)
  }

  /// The first error that all files have with this text in the edited one; nil where there is none.
  func error(with bytes: [UInt8]) -> Diagnostic? {
    let path = loader.editedFile(of: file)
    let loaded = loader.load(file, replacing: ConfigurationText(path: path, bytes: bytes))
    return CheckCommand.problems(of: loaded).filter { $0.severity == .error }.min()
  }

  /// Saves a text, and the hash of a new PIN before it; returns why it did not.
  ///
  /// - Parameter mayWritePIN: whether a PIN's hash may be written to that file.
  func save(
    _ bytes: [UInt8], to edited: EditedFile, newPIN: PIN?, mayWritePIN: (String) -> Bool
  ) -> SaveRefusal? {
    guard bytes.count <= EditedFile.sizeLimit else {
      return .failed(reason: "the file is larger than \(EditedFile.sizeLimit >> 20) MiB")
    }
    if let newPIN, let refusal = write(newPIN, bytes, mayWritePIN) { return refusal }
    if let error = error(with: bytes) { return .invalid(error) }
    return edited.replace(with: bytes).map { .failed(reason: $0) }
  }

  /// Writes the hash of the PIN to the file that the configuration will name.
  private func write(_ pin: PIN, _ bytes: [UInt8], _ mayWrite: (String) -> Bool) -> SaveRefusal? {
    let path = loader.editedFile(of: file)
    let loaded = loader.load(file, replacing: ConfigurationText(path: path, bytes: bytes))
    guard let place = loaded.pinFile, mayWrite(place) else {
      return .failed(reason: "the configuration names no file for the PIN that may be written")
    }
    do throws(CryptError) {
      let hash = try PINHash(pin)
      return PINFile(place).write(hash, group: PINServicePlace.group).map { .failed(reason: "\(place): \($0)") }
    } catch {
      return .failed(reason: "\(error)")
    }
  }
}
