import CLinux
import Glibc

/// What the launcher and a decoder say to each other. Each takes it that the other may say anything.
struct DecoderMessage: Equatable {
  /// What it is about.
  enum Kind: Int64 {
    /// To the decoder: get ready for a `PicturePreparation`, and confine yourself.
    case prepare
    /// To the decoder: decode the file that comes with it. Numbers: width and height of the room, whether it is covered.
    case picture
    /// To the decoder, after `picture`: the memory for its pixels. Number: its bytes.
    case memory
    /// To the decoder: go on with a large picture.
    case proceed
    /// From the decoder: it can decode. Number: whether it is confined.
    case ready
    /// From the decoder: the picture is large, and it waits for `proceed`.
    case large
    /// From the decoder: the pixels are in the memory. Numbers: width, height, whether they are opaque, whether the decoder
    /// should be replaced.
    case pixels
    /// From the decoder: the picture cannot be had. Numbers: a `Failure`, then what belongs to it. Text: words.
    case failure
  }

  /// Why a decoder has no pixels.
  enum Failure: Int {
    /// Numbers: width and height.
    case unusableExtent
    case noLoader
    case damaged
  }

  static let numberCount = 4
  /// Bytes of text that are passed on.
  static let longestText = 512
  private static let headerCount = (1 + numberCount) * MemoryLayout<Int64>.size

  let kind: Kind
  /// As many as `numberCount`.
  let numbers: [Int]
  let text: String

  init(_ kind: Kind, _ numbers: [Int] = [], text: String = "") {
    self.kind = kind
    self.numbers = numbers + Array(repeating: 0, count: Self.numberCount - numbers.count)
    self.text = text
  }

  /// Nil for what is no message.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.headerCount else { return nil }
    let words = bytes.withUnsafeBytes { bytes in
      (0...Self.numberCount).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: Int64.self) }
    }
    guard let kind = Kind(rawValue: words[0]) else { return nil }
    self.kind = kind
    numbers = words.dropFirst().map { Int($0) }
    text = String(decoding: bytes.dropFirst(Self.headerCount), as: UTF8.self)
  }

  var bytes: [UInt8] {
    let words = [kind.rawValue] + numbers.map { Int64($0) }
    return words.withUnsafeBytes { Array($0) } + text.utf8.prefix(Self.longestText)
  }
}

extension DecoderMessage {
  /// Sends it, with a descriptor if there is one; false when nobody is there any more.
  func send(to socket: Int32, with descriptor: Int32 = -1) -> Bool {
    let bytes = bytes
    return bytes.withUnsafeBytes { clinux_send(socket, $0.baseAddress, $0.count, descriptor) } == bytes.count
  }

  /// The next message and the descriptor that came with it, which is the caller's to close, or -1; nil when there is none, when
  /// it is no message, or when nobody is there any more.
  static func receive(from socket: Int32, waits: Bool) -> (message: DecoderMessage, descriptor: Int32)? {
    var descriptor: Int32 = -1
    let bytes = [UInt8](unsafeUninitializedCapacity: headerCount + longestText) { buffer, count in
      count = max(0, clinux_receive(socket, buffer.baseAddress, buffer.count, waits ? 1 : 0, &descriptor))
    }
    if let message = DecoderMessage(bytes) { return (message, descriptor) }
    if descriptor >= 0 { close(descriptor) }
    return nil
  }
}
