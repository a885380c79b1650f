import CSound
import Glibc

/// A sound of a theme: a WAV or OGG file. It comes with the theme, from anywhere, and so its bytes may be
/// anything.
package nonisolated struct SoundFile: Hashable, Sendable {
  package let path: String
  /// What tells it from a file that has taken its place since.
  package let revision: Int64

  package init(path: String, revision: Int64) { (self.path, self.revision) = (path, revision) }

  /// The most bytes of a file.
  package static let sizeLimit = 1 << 20

  /// What is heard of it.
  package struct Samples: Hashable, Sendable {
    /// One channel.
    package let values: [Int16]
    /// So many a second.
    package let rate: UInt32

    package init(values: [Int16], rate: UInt32) { (self.values, self.rate) = (values, rate) }

    /// Seconds that they take.
    package var duration: Double { Double(values.count) / Double(max(1, rate)) }
    /// How loud they are, in LUFS.
    package var loudness: Double { Loudness.measure(values, rate: rate) }
    /// For those who make themes: what of it is not as it should be; nil where all is.
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
    /// The same, no louder than sounds of the launcher are.
    package var limited: Samples { Samples(values: Loudness.limited(values, rate: rate), rate: rate) }
  }

  /// Why nothing is heard of it.
  package enum Fault: Error, CaseIterable {
    case unreadable, tooLarge, damaged, tooLong, unusual, empty, noDecoder

    /// For the journal and for those who make themes.
    package var message: String {
      switch self {
      case .unreadable: "cannot be read"
      case .tooLarge: "is larger than \(SoundFile.sizeLimit >> 20) MiB"
      case .damaged: "is no WAV and no OGG file, or is damaged"
      case .tooLong: "takes longer than a second"
      case .unusual: "has more than two channels, or a rate that is not between 8 and 96 kHz"
      case .empty: "is silent: it has no samples"
      case .noDecoder: "cannot be checked and is not heard: libsndfile is not installed (libsndfile1)"
      }
    }
  }

  /// Reads and decodes it. May take as long as its disk likes.
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
