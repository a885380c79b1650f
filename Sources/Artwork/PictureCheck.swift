import CLinux
import Glibc
import Scene

/// Whether bytes from elsewhere are a picture: a confined decoder decodes all of it.
package enum PictureCheck {
  /// A kind of picture that may come from elsewhere. A drawing (SVG) may not: it can contain programs.
  package enum Kind: String, Hashable, Sendable {
    case png, jpeg, webp

    /// The ending of its files.
    package var ending: String { self == .jpeg ? "jpg" : rawValue }
    package var mediaType: String { "image/\(rawValue)" }
  }

  /// The size to which the picture is decoded. The decoder reads all bytes, and keeps few pixels.
  private static let room = PixelSize(64, 64)

  /// Returns the kind by the first bytes; nil for any other.
  package static func kind(of bytes: some Collection<UInt8>) -> Kind? {
    PictureFormat(bytes).flatMap { Kind(rawValue: $0.rawValue) }
  }

  /// Returns the reason why bytes are not a usable picture; nil if they are one. Waits for the decoder.
  package static func problem(of bytes: [UInt8], _ program: DecoderProgram) -> IconProblem? {
    let memory = clinux_shared_memory("upload", Int64(bytes.count))
    guard memory >= 0 else { return .notDecoded(path: "", .notStarted(reason: systemError())) }
    defer { close(memory) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(memory, $0.baseAddress, $0.count) }
      guard count > 0 else { return .notDecoded(path: "", .notStarted(reason: systemError())) }
      rest = rest.dropFirst(count)
    }
    lseek(memory, 0, SEEK_SET)
    do throws(IconProblem) {
      let file = try PictureFile(duplicating: memory)
      let decoder = IsolatedDecoder(program, turn: LargePictureLimit(), stopSwitch: DecoderSwitch())
      _ = try decoder.decode(file, within: room, covers: false, isForeign: true)
      return nil
    } catch {
      return error
    }
  }
}
