import CFontconfig
import CLinux
import CPixbuf
import Glibc
import Scene

/// The libraries and files that a decoder must load before it is confined, because it cannot open files
/// afterward.
struct PicturePreparation: OptionSet, Hashable {
  let rawValue: Int

  static let webp = PicturePreparation(rawValue: 1 << 0)
  static let svg = PicturePreparation(rawValue: 1 << 1)
  /// Fonts, for drawings that contain text.
  static let fonts = PicturePreparation(rawValue: 1 << 2)

  /// Loads them. A missing one causes an error only when a picture needs it.
  func load() {
    load(.png)
    load(.jpeg)
    if contains(.webp) { load(.webp) }
    if contains(.svg) { load(.svg) }
    if contains(.fonts) { loadFonts() }
  }

  private func load(_ format: PictureFormat) {
    guard let loader = gdk_pixbuf_loader_new_with_type(format.rawValue, nil) else { return }
    gdk_pixbuf_loader_close(loader, nil)
    rotunda_pixbuf_object_unref(loader)
  }

  /// Reads the list of fonts and keeps their files open, because the fonts that a drawing needs are unknown
  /// until it is drawn.
  private func loadFonts() {
    guard FcInit() != 0 else { return }
    FcConfigSetRescanInterval(nil, 0)
    guard let fonts = FcConfigGetFonts(nil, FcSetSystem) else { return }
    for index in 0..<Int(fonts.pointee.nfont) {
      var path: UnsafeMutablePointer<FcChar8>?
      guard FcPatternGetString(fonts.pointee.fonts[index], FC_FILE, 0, &path) == FcResultMatch, let path
      else {
        continue
      }
      path.withMemoryRebound(to: CChar.self, capacity: 1) { clinux_keep_file($0) }
    }
  }
}

/// A request to a decoder, and the limits of its answer.
struct DecodingOrder {
  private let path: String
  private let format: PictureFormat
  private let descriptor: Int32
  private let room: PixelSize
  private let covers: Bool

  /// Valid while `file` is open.
  init(_ file: borrowing PictureFile, within room: PixelSize, covers: Bool) {
    path = file.path
    format = file.format
    descriptor = file.descriptor
    self.room = room
    self.covers = covers
  }

  /// The largest number of bytes for pixels. A picture that covers its room exceeds it in one direction.
  var capacity: Int {
    room.width * room.height * Bitmap.bytesPerPixel * (covers ? PixelSize.mostCut : 1)
  }

  /// Sends the request. Returns false if the decoder has ended.
  func send(to process: DecoderProcess, _ memory: Int32) -> Bool {
    process.send(DecoderMessage(.picture, [room.width, room.height, covers ? 1 : 0]), with: descriptor)
      && process.send(DecoderMessage(.memory, [capacity]), with: memory)
  }

  /// Converts the decoder's final message to a result, with the pixels from `memory`.
  func result(of message: DecoderMessage, _ memory: Int32) throws(DecoderFailure) -> Result<
    Bitmap, IconProblem
  > {
    switch message.kind {
    case .pixels: try bitmap(message, memory)
    case .failure: .failure(try problem(message))
    default: throw .brokenAnswer
    }
  }

  private func bitmap(
    _ message: DecoderMessage, _ memory: Int32
  ) throws(DecoderFailure) -> Result<Bitmap, IconProblem> {
    let most = covers ? PixelSize.mostCut : 1
    let (width, height) = (message.numbers[0], message.numbers[1])
    guard (1...room.width * most).contains(width), (1...room.height * most).contains(height),
      width * height * Bitmap.bytesPerPixel <= capacity
    else { throw .brokenAnswer }
    guard let storage = PixelStorage(PixelSize(width, height)) else {
      return .failure(.damaged(path: path, reason: "there is no memory for it"))
    }
    // Copied, because the decoder may still write to the memory.
    guard Self.fill(storage.bytes, from: memory) else { throw .brokenAnswer }
    return .success(Bitmap(storage, isOpaque: message.numbers[2] == 1))
  }

  private static func fill(_ bytes: UnsafeMutableRawBufferPointer, from memory: Int32) -> Bool {
    var place = 0
    while place < bytes.count {
      let got = pread(memory, bytes.baseAddress?.advanced(by: place), bytes.count - place, place)
      if got < 0 && errno == EINTR { continue }
      guard got > 0 else { return false }
      place += got
    }
    return true
  }

  private func problem(_ message: DecoderMessage) throws(DecoderFailure) -> IconProblem {
    switch DecoderMessage.Failure(rawValue: message.numbers[0]) {
    case .unusableExtent:
      .unusableExtent(
        path: path, extent: PixelSize(message.numbers[1], message.numbers[2]),
        pixelLimit: format.mostPixels ?? 0)
    case .noLoader: .noDecoder(path: path, format: format.rawValue)
    case .damaged: .damaged(path: path, reason: message.text)
    case nil: throw .brokenAnswer
    }
  }
}

/// A message between the launcher and a decoder. Neither side trusts the other's messages.
struct DecoderMessage: Equatable {
  enum Kind: Int64 {
    /// To the decoder: load a `PicturePreparation`, and confine the process.
    case prepare
    /// To the decoder: decode the attached file. Numbers: width and height of the room, whether to cover it.
    case picture
    /// To the decoder, after `picture`: the memory for the pixels. Number: its size in bytes.
    case memory
    /// To the decoder: continue with a large picture.
    case proceed
    /// From the decoder: it is ready. Number: whether it is confined.
    case ready
    /// From the decoder: the picture is large. The decoder waits for `proceed`.
    case large
    /// From the decoder: the pixels are in the memory. Numbers: width, height, whether they are opaque,
    /// whether to replace the decoder.
    case pixels
    /// From the decoder: decoding failed. Numbers: a `Failure`, then its details. Text: a description.
    case failure
  }

  /// The reason why decoding failed.
  enum Failure: Int {
    /// Numbers: width and height.
    case unusableExtent
    case noLoader
    case damaged
  }

  private static let numberCount = 4
  /// The largest size of the text, in bytes.
  static let longestText = 512
  private static let headerCount = (1 + numberCount) * MemoryLayout<Int64>.size

  let kind: Kind
  /// Always `numberCount` numbers.
  let numbers: [Int]
  let text: String

  init(_ kind: Kind, _ numbers: [Int] = [], text: String = "") {
    self.kind = kind
    self.numbers = numbers + Array(repeating: 0, count: Self.numberCount - numbers.count)
    self.text = text
  }

  /// Parses a message; nil if the bytes are not valid.
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

  /// Sends the message, with a descriptor if it is not -1. Returns false if the other end is closed.
  func send(to socket: Int32, with descriptor: Int32 = -1) -> Bool {
    let bytes = bytes
    return bytes.withUnsafeBytes { clinux_send(socket, $0.baseAddress, $0.count, descriptor) } == bytes.count
  }

  /// Returns the next message and its descriptor, or -1. The caller must close the descriptor. Returns nil if
  /// no message is available, if it is invalid, or if the other end is closed.
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
