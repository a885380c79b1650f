import Artwork
import EventLoop
import Glibc
import Shell

/// Takes pictures of what the launcher shows, one at a time, and writes them into files of others.
final class ScreenPhotographer {
  /// What became of the call with that number.
  var onEnd: ((Int, ControlAnswer) -> Void)?

  private let loop: EventLoop
  private let stagehand: Stagehand
  private let deadline: Deadline
  /// Waits for the next frame.
  private var sitting: (number: Int, descriptor: Int32)?
  /// Whether a picture is being written.
  private var isDeveloping = false

  /// Seconds that the next frame may take; a launcher that is seen has one within a few hundredths.
  private static let patience = 5.0

  init(_ loop: EventLoop, _ stagehand: Stagehand) throws(EventLoopError) {
    (self.loop, self.stagehand) = (loop, stagehand)
    var due: () -> Void = {}
    deadline = try loop.addDeadline { due() }
    due = { [weak self] in self?.callOff() }
  }

  /// Whether another picture has to wait.
  var isBusy: Bool { sitting != nil || isDeveloping }

  /// Takes a picture of the next frame; the descriptor is closed when it is written.
  func take(_ number: Int, into descriptor: Int32) {
    guard PictureFile.canTake(descriptor) else {
      close(descriptor)
      return end(number, .refused(.invalid("a picture goes into a file, a pipe or a socket")))
    }
    sitting = (number, descriptor)
    deadline.set(EventLoop.now + Self.patience)
    stagehand.photographNextFrame { [weak self] in self?.develop($0) }
  }

  /// There is nothing to be seen that a picture could be taken of.
  func callOff() {
    guard let (number, descriptor) = sitting else { return }
    sitting = nil
    deadline.set(nil)
    stagehand.photographNextFrame(nil)
    close(descriptor)
    end(number, .refused(.notSeen))
  }

  private func develop(_ picture: Photograph) {
    guard let (number, descriptor) = sitting else { return }
    sitting = nil
    deadline.set(nil)
    isDeveloping = true
    do throws(EventLoopError) {
      // Packing a picture takes as long as several frames, and whoever reads a pipe may take his time.
      try loop.inBackground {
        defer { close(descriptor) }
        return PictureFile.write(picture, to: descriptor)
      } done: { [weak self] problem in
        self?.isDeveloping = false
        self?.end(number, problem.map { .refused(.failed($0)) } ?? .done)
      }
    } catch {
      isDeveloping = false
      close(descriptor)
      end(number, .refused(.failed("\(error)")))
    }
  }

  private func end(_ number: Int, _ answer: ControlAnswer) { onEnd?(number, answer) }
}

/// A file of somebody else's that a picture is written into.
private nonisolated enum PictureFile {
  /// Bytes at a time: what a pipe that is ready takes without waiting (PIPE_BUF of pipe(7)).
  private static let chunk = 4096
  /// Milliseconds that whoever reads may let pass.
  private static let patience: Int32 = 10_000

  /// Whether it can be written and is of a kind that takes pictures: not a device, for example.
  static func canTake(_ descriptor: Int32) -> Bool {
    var status = stat()
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, flags & O_ACCMODE != O_RDONLY, fstat(descriptor, &status) == 0 else {
      return false
    }
    return [S_IFREG, S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }

  /// Packs a picture and writes it; answers what went wrong.
  static func write(_ picture: Photograph, to descriptor: Int32) -> String? {
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
      guard answer > 0 else { return "nobody takes the picture" }
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
