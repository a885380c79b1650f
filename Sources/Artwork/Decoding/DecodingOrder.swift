import Glibc
import Scene

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
