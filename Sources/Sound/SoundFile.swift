import CSound
import Glibc

/// A sound file of a theme, WAV or OGG. Themes come from anywhere, so its bytes may be hostile.
package nonisolated struct SoundFile: Hashable, Sendable {
  package let path: String
  /// Distinguishes the file from a later one at the same path.
  package let revision: Int64

  package init(path: String, revision: Int64) { (self.path, self.revision) = (path, revision) }

  /// The size limit in bytes.
  package static let sizeLimit = 1 << 20

  /// The decoded sound.
  package struct Samples: Hashable, Sendable {
    /// The samples of one channel.
    package let values: [Int16]
    /// Samples per second.
    package let rate: UInt32

    package init(values: [Int16], rate: UInt32) { (self.values, self.rate) = (values, rate) }

    /// The duration in seconds.
    package var duration: Double { Double(values.count) / Double(max(1, rate)) }
    /// The loudness in LUFS.
    package var loudness: Double { Loudness.measure(values, rate: rate) }
    /// A warning for theme authors; nil if the sound is fine.
    package var remark: String? {
      let excess = loudness - Loudness.limit
      if excess > 0.05 {
        let decibels = (excess * 10).rounded(.up) / 10
        return "is louder than \(Int(Loudness.limit)) LUFS, and is turned down by \(decibels) dB"
      }
      guard duration > Loudness.length * 1.01 else { return nil }
      let most = Int(Loudness.length * 1000)
      return "takes longer than \(most) ms, and may still be heard when the next one is due"
    }
    /// A copy of the sound, attenuated to the launcher's limit.
    package var limited: Samples { Samples(values: Loudness.limited(values, rate: rate), rate: rate) }
  }

  /// The reason why a file cannot be played.
  package enum Fault: Error, CaseIterable {
    case unreadable, tooLarge, damaged, tooLong, unusual, empty, noDecoder

    /// The message for the journal and for theme authors.
    package var message: String {
      switch self {
      case .unreadable: "cannot be read"
      case .tooLarge: "is larger than \(SoundFile.sizeLimit >> 20) MiB"
      case .damaged: "is neither a WAV nor an OGG file, or is damaged"
      case .tooLong: "takes longer than a second"
      case .unusual: "has more than two channels, or a rate that is not between 8 and 96 kHz"
      case .empty: "is silent: it has no samples"
      case .noDecoder: "cannot be checked or played: libsndfile is not installed (libsndfile1)"
      }
    }
  }

  /// Reads and decodes the file. May block on the disk.
  package func decoded() throws(Fault) -> Samples { try Self.decode(try bytes()) }

  private func bytes() throws(Fault) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .unreadable }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .unreadable }
    var bytes = [UInt8](repeating: 0, count: Self.sizeLimit + 1)
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress! + filled, $0.count - filled)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable }
      guard count > 0 else { break }
      filled += count
    }
    guard filled <= Self.sizeLimit else { throw .tooLarge }
    return Array(bytes.prefix(filled))
  }

  /// Decodes the bytes of a file.
  package static func decode(_ bytes: [UInt8]) throws(Fault) -> Samples {
    guard bytes.count <= sizeLimit else { throw .tooLarge }
    var samples: UnsafeMutablePointer<Int16>?
    var (count, rate) = (0, UInt32(0))
    let result = bytes.withUnsafeBufferPointer {
      csound_decode($0.baseAddress, $0.count, &samples, &count, &rate)
    }
    defer { free(samples) }
    switch result {
    case CSOUND_DECODED:
      return Samples(values: Array(UnsafeBufferPointer(start: samples, count: count)), rate: rate)
    case CSOUND_TOO_LONG: throw .tooLong
    case CSOUND_UNUSUAL: throw .unusual
    case CSOUND_EMPTY: throw .empty
    case CSOUND_NO_DECODER: throw .noDecoder
    default: throw .damaged
    }
  }
}
