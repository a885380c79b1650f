import CFontconfig
import CLinux
import CPixbuf
import Glibc
import Scene

/// What a decoder has to have loaded before it is confined: afterward no file can be opened.
struct PicturePreparation: OptionSet, Hashable {
  let rawValue: Int

  static let webp = PicturePreparation(rawValue: 1 << 0)
  static let svg = PicturePreparation(rawValue: 1 << 1)
  /// Drawings with writing on them.
  static let fonts = PicturePreparation(rawValue: 1 << 2)

  /// Loads it. What is not installed is missed when a picture needs it.
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

  /// Which fonts there are is read now; which ones a drawing needs is not known before it is drawn.
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

/// What a decoder is asked for, and what it may answer.
struct DecodingOrder {
  private let path: String
  private let format: PictureFormat
  private let descriptor: Int32
  private let room: PixelSize
  private let covers: Bool

  /// For as long as `file` is open.
  init(_ file: borrowing PictureFile, within room: PixelSize, covers: Bool) {
    path = file.path
    format = file.format
    descriptor = file.descriptor
    self.room = room
    self.covers = covers
  }

  /// Most bytes of pixels. What covers its room reaches beyond it to two sides.
  var capacity: Int {
    room.width * room.height * Bitmap.bytesPerPixel * (covers ? PixelSize.mostCut : 1)
  }

  /// False when the decoder is gone.
  func send(to process: DecoderProcess, _ memory: Int32) -> Bool {
    process.send(DecoderMessage(.picture, [room.width, room.height, covers ? 1 : 0]), with: descriptor)
      && process.send(DecoderMessage(.memory, [capacity]), with: memory)
  }

  /// What a decoder's last word amounts to, with the pixels in `memory`.
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
    // Copied, because the decoder may go on writing.
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

/// What the launcher and a decoder say to each other. Each takes it that the other may say anything.
struct DecoderMessage: Equatable {
  /// What it is about.
  enum Kind: Int64 {
    /// To the decoder: get ready for a `PicturePreparation`, and confine yourself.
    case prepare
    /// To the decoder: decode the file that comes with it. Numbers: width and height of the room, whether it
    /// is covered.
    case picture
    /// To the decoder, after `picture`: the memory for its pixels. Number: its bytes.
    case memory
    /// To the decoder: go on with a large picture.
    case proceed
    /// From the decoder: it can decode. Number: whether it is confined.
    case ready
    /// From the decoder: the picture is large, and it waits for `proceed`.
    case large
    /// From the decoder: the pixels are in the memory. Numbers: width, height, whether they are opaque,
    /// whether the decoder should be replaced.
    case pixels
    /// From the decoder: the picture cannot be had. Numbers: a `Failure`, then what belongs to it. Text:
    /// words.
    case failure
  }

  /// Why a decoder has no pixels.
  enum Failure: Int {
    /// Numbers: width and height.
    case unusableExtent
    case noLoader
    case damaged
  }

  private static let numberCount = 4
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

  /// Sends it, with a descriptor if there is one; false when the other end is gone.
  func send(to socket: Int32, with descriptor: Int32 = -1) -> Bool {
    let bytes = bytes
    return bytes.withUnsafeBytes { clinux_send(socket, $0.baseAddress, $0.count, descriptor) } == bytes.count
  }

  /// The next message and the descriptor that came with it, which is the caller's to close, or -1; nil when
  /// there is none, when it is no message, or when the other end is gone.
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
