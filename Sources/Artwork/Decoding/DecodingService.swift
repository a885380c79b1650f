import CLinux
import Glibc
import Scene

/// A decoder's own end: decodes what the launcher sends, confined to that.
///
/// It has not read a byte of a picture before its process can do nothing but compute: see
/// `clinux_confine_process`. The launcher nevertheless checks all that it answers.
package struct DecodingService {
  /// The launcher is at the other end of this descriptor.
  package static let socket: Int32 = 3

  /// Most that a decoder maps for pictures, in bytes. A progressive JPEG with the most pixels takes 300 MiB,
  /// a WebP somewhat more.
  private static let mostMemory: UInt64 = 512 << 20
  /// Seconds of processor time after which the decoder is replaced by another, when it has finished its
  /// picture.
  private static let worn = 5.0
  /// Seconds of processor time after which the kernel ends it: so each picture has ten.
  private static let mostSeconds: UInt32 = 15

  private let socket: Int32
  private var isPrepared = false

  /// Serves until the launcher hangs up. Does nothing where no launcher is at the other end.
  package static func run() {
    var service = DecodingService(socket: socket)
    // It was started as /proc/self/exe.
    clinux_name_thread("rotunda-picture")
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, ArtworkWorker.niceness)
    guard clinux_limit_process(mostMemory, mostSeconds) == 0 else { return }
    while let (message, descriptor) = DecoderMessage.receive(from: socket, waits: true) {
      defer { if descriptor >= 0 { close(descriptor) } }
      guard service.handle(message, descriptor) else { return }
    }
  }

  private init(socket: Int32) { self.socket = socket }

  /// False when there is no sense in going on.
  private mutating func handle(_ message: DecoderMessage, _ descriptor: Int32) -> Bool {
    switch message.kind {
    case .prepare where !isPrepared:
      PicturePreparation(rawValue: message.numbers[0]).load()
      isPrepared = true
      let isConfined = clinux_confine_process() == 0
      return DecoderMessage(.ready, [isConfined ? 1 : 0]).send(to: socket)
    case .picture where isPrepared && descriptor >= 0:
      let room = PixelSize(message.numbers[0], message.numbers[1])
      return decode(descriptor, within: room, covers: message.numbers[2] != 0).send(to: socket)
    default:
      return false
    }
  }

  private func decode(_ descriptor: Int32, within room: PixelSize, covers: Bool) -> DecoderMessage {
    guard let (message, memory) = DecoderMessage.receive(from: socket, waits: true),
      message.kind == .memory, memory >= 0
    else { return .failed(.damaged, "there is no memory for it") }
    defer { close(memory) }
    do throws(IconProblem) {
      let file = try PictureFile(duplicating: descriptor)
      let bitmap = try PictureDecoder.decode(file, within: room, covers: covers, beforeLarge: waitForTurn)
      return write(bitmap, to: memory, capacity: message.numbers[0])
    } catch {
      return DecoderMessage(error)
    }
  }

  private func waitForTurn() {
    guard DecoderMessage(.large).send(to: socket) else { return }
    guard let (_, descriptor) = DecoderMessage.receive(from: socket, waits: true) else { return }
    if descriptor >= 0 { close(descriptor) }
  }

  private func write(_ bitmap: Bitmap, to memory: Int32, capacity: Int) -> DecoderMessage {
    let count = bitmap.bytesPerRow * bitmap.size.height
    let start = count <= capacity ? mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0) : nil
    guard let start, start != MAP_FAILED else { return .failed(.damaged, "there is no memory for it") }
    bitmap.withBytes {
      start.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(start), byteCount: $0.count)
    }
    munmap(start, count)
    let isWorn = Double(clock()) / Double(CLOCKS_PER_SEC) > Self.worn
    return DecoderMessage(
      .pixels, [bitmap.size.width, bitmap.size.height, bitmap.isOpaque ? 1 : 0, isWorn ? 1 : 0])
  }
}

extension DecoderMessage {
  fileprivate static func failed(_ failure: Failure, _ words: String) -> DecoderMessage {
    DecoderMessage(.failure, [failure.rawValue], text: words)
  }

  /// What the launcher hears of a problem; it knows the path itself.
  fileprivate init(_ problem: IconProblem) {
    switch problem {
    case .unusableExtent(_, let extent, _):
      self.init(.failure, [Failure.unusableExtent.rawValue, extent.width, extent.height])
    case .noDecoder: self = .failed(.noLoader, "")
    case .damaged(_, let reason), .unreadable(_, let reason): self = .failed(.damaged, reason)
    default: self = .failed(.damaged, "it changed while it was read")
    }
  }
}
