import CLinux
import Glibc
import Scene

/// A decoder's side: decodes the pictures that the launcher sends, in a confined process.
///
/// The process confines itself before it reads a byte of a picture: see `clinux_confine_process`. The
/// launcher nevertheless checks all answers.
package struct DecodingService {
  /// The descriptor of the connection to the launcher.
  package static let socket: Int32 = 3

  /// The largest amount of memory that a decoder maps, in bytes. A progressive JPEG with the most pixels
  /// needs 300 MiB, and a WebP somewhat more.
  private static let mostMemory: UInt64 = 512 << 20
  /// Seconds of processor time after which the launcher replaces the decoder, once its picture is finished.
  private static let worn = 5.0
  /// Seconds of processor time after which the kernel kills the process. Each picture therefore has ten.
  private static let mostSeconds: UInt32 = 15

  private let socket: Int32
  private var isPrepared = false

  /// Serves until the launcher closes the connection. Returns at once if no launcher is connected.
  package static func run() {
    var service = DecodingService(socket: socket)
    // Otherwise the name would be that of /proc/self/exe.
    clinux_name_thread("rotunda-picture")
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, ArtworkWorker.niceness)
    guard clinux_limit_process(mostMemory, mostSeconds) == 0 else { return }
    while let (message, descriptor) = DecoderMessage.receive(from: socket, waits: true) {
      defer { if descriptor >= 0 { close(descriptor) } }
      guard service.handle(message, descriptor) else { return }
    }
  }

  private init(socket: Int32) { self.socket = socket }

  /// Handles a message. Returns false if the service must end.
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

  /// Creates the message for a problem. The launcher knows the path itself.
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
