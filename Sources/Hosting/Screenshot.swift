import Artwork
import Display
import EventLoop
import Glibc
import Scene
import Shell

/// The pixels of a frame.
package nonisolated struct Screenshot: Sendable {
  package let size: PixelSize
  /// RGBA bytes, row by row from the top.
  package private(set) var pixels: [UInt8]

  package init(size: PixelSize, pixels: [UInt8]) {
    (self.size, self.pixels) = (size, pixels)
  }

  /// Returns a picture of at most `widest` pixels across. Each pixel is the mean of a square of whole pixels.
  package func reduced(to widest: Int) -> Screenshot {
    let widest = max(1, widest)
    guard size.width > widest else { return self }
    let side = (size.width - 1) / widest + 1
    let small = PixelSize(size.width / side, size.height / side)
    var result = [UInt8](repeating: 0, count: small.width * small.height * 4)
    for row in 0..<small.height {
      for column in 0..<small.width {
        for channel in 0..<4 {
          var sum = 0
          for y in row * side..<(row + 1) * side {
            for x in column * side..<(column + 1) * side {
              sum += Int(pixels[(y * size.width + x) * 4 + channel])
            }
          }
          result[(row * small.width + column) * 4 + channel] = UInt8(sum / (side * side))
        }
      }
    }
    return Screenshot(size: small, pixels: result)
  }

  /// Draws a picture over this one with its upper left corner at `column` and `row`. Clips it to this one.
  package mutating func put(_ picture: Screenshot, column: Int, row: Int) {
    let first = max(0, -column)
    let last = min(picture.size.width, size.width - column)
    guard first < last else { return }
    for line in 0..<picture.size.height where (0..<size.height).contains(row + line) {
      let source = (line * picture.size.width + first) * 4
      let target = ((row + line) * size.width + column + first) * 4
      let length = (last - first) * 4
      pixels.replaceSubrange(target..<target + length, with: picture.pixels[source..<source + length])
    }
  }
}

/// Takes screenshots, one at a time, and writes them to other processes' files.
package final class ScreenshotService {
  /// Begins a copy of the screen. Returns nil if none is possible.
  package typealias Copier = (_ done: @escaping (ScreenImage?) -> Void) -> ScreenCopy?

  /// Called with the result of the request with that number.
  package var onEnd: ((Int, ControlAnswer) -> Void)?

  private let loop: EventLoop
  private let host: WindowHost
  private let copier: Copier
  private let deadline: Deadline
  /// The request that waits for its picture.
  private var pending: (number: Int, descriptor: Int32, widest: Int)?
  /// The copy of the screen for that request; nil while it waits for a frame of the launcher.
  private var copy: ScreenCopy?
  private var isWriting = false

  /// Seconds in which the next frame must come. A visible launcher draws one within a few hundredths.
  private static let patience = 5.0

  /// - Parameter copier: copies the screen; nil copies the one that the host's window is on.
  package init(
    _ loop: EventLoop, _ host: WindowHost, copier: Copier? = nil
  ) throws(EventLoopError) {
    (self.loop, self.host) = (loop, host)
    self.copier = copier ?? { [session = host.session] in ScreenCopy(of: session, loop, done: $0) }
    var due: () -> Void = {}
    deadline = try loop.addDeadline { due() }
    due = { [weak self] in self?.cancel() }
  }

  /// Whether another screenshot is in progress.
  package var isBusy: Bool { pending != nil || isWriting }

  /// Takes a picture of the whole screen if the compositor gives one, otherwise of the launcher's next frame.
  /// The descriptor is closed when the picture is written.
  ///
  /// - Parameters:
  ///   - isOwn: takes the picture of the launcher in any case.
  ///   - widest: the most pixels across; a wider picture is made smaller.
  package func take(_ number: Int, into descriptor: Int32, isOwn: Bool = false, widest: Int = .max) {
    guard PictureFile.canTake(descriptor) else {
      close(descriptor)
      return end(number, .refused(.invalid("the picture needs a file, a pipe or a socket")))
    }
    pending = (number, descriptor, widest)
    if !isOwn { copy = copier { [weak self] in self?.copied($0) } }
    if copy == nil { takeOwn() }
  }

  private func copied(_ image: ScreenImage?) {
    copy = nil
    guard let image else { return takeOwn() }
    write(.screen, discard: image.discard) {
      image.takePixels().map { Screenshot(size: PixelSize($0.width, $0.height), pixels: $0.bytes) }
    }
  }

  private func takeOwn() {
    guard !host.session.isCovered else { return cancel() }
    deadline.set(EventLoop.now + Self.patience)
    host.captureNextFrame { [weak self] picture in self?.write(.launcher) { picture } }
  }

  /// Ends a request for the launcher's own picture, because the launcher has left the screen.
  package func cancel() {
    guard copy == nil, let (number, descriptor, _) = pending else { return }
    pending = nil
    deadline.set(nil)
    host.captureNextFrame(nil)
    close(descriptor)
    end(number, .refused(.notSeen))
  }

  /// - Parameter discard: frees the picture if nothing writes it.
  private func write(
    _ source: PictureSource, discard: () -> Void = {}, _ picture: @escaping @Sendable () -> Screenshot?
  ) {
    guard let (number, descriptor, widest) = pending else { return discard() }
    pending = nil
    deadline.set(nil)
    isWriting = true
    do throws(EventLoopError) {
      // Compression takes as long as several frames, and the reader of a pipe may be slow.
      try loop.inBackground { () -> String? in
        defer { close(descriptor) }
        guard let picture = picture() else { return "memory is short" }
        return PictureFile.write(picture.reduced(to: widest), to: descriptor)
      } done: { [weak self] problem in
        self?.isWriting = false
        self?.end(number, problem.map { .refused(.failed($0)) } ?? .photographed(source))
      }
    } catch {
      isWriting = false
      discard()
      close(descriptor)
      end(number, .refused(.failed("\(error)")))
    }
  }

  private func end(_ number: Int, _ answer: ControlAnswer) { onEnd?(number, answer) }
}

/// Writes a picture to a file that another process opened.
private nonisolated enum PictureFile {
  /// Bytes per write: what a ready pipe accepts without blocking (PIPE_BUF of pipe(7)).
  private static let chunk = 4096
  /// The time-out in milliseconds for a slow reader.
  private static let patience: Int32 = 10_000

  /// Reports whether the descriptor is writable and a file, pipe or socket, but for example not a device.
  static func canTake(_ descriptor: Int32) -> Bool {
    var status = stat()
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, flags & O_ACCMODE != O_RDONLY, fstat(descriptor, &status) == 0 else {
      return false
    }
    return [S_IFREG, S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }

  /// Encodes and writes a picture. Returns a fault, or nil.
  static func write(_ picture: Screenshot, to descriptor: Int32) -> String? {
    do throws(PNGFile.Failure) {
      return put(try PNGFile(size: picture.size, pixels: picture.pixels).bytes(), descriptor)
    } catch {
      return error.description
    }
  }

  private static func put(_ bytes: [UInt8], _ descriptor: Int32) -> String? {
    var start = 0
    while start < bytes.count {
      var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      let answer = poll(&ready, 1, patience)
      if answer < 0, errno == EINTR { continue }
      guard answer > 0 else { return "the receiver of the picture does not read it" }
      let count = bytes[start...].prefix(chunk).withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return String(cString: strerror(errno)) }
      start += count
    }
    return nil
  }
}
