import Bus
import Commands
import Control
import EventLoop
import FileSystem
import Glibc

/// The pictures of `rotunda ctl watch --pictures`: numbered files in a directory.
///
/// A picture that equals the one before it is not kept. A kiosk that shows the same all night fills no disk.
final class CtlPictureSeries {
  /// A result that the watch prints.
  enum Event {
    case written(file: String, source: String)
    case missing(reason: String)
  }

  private let settings: CtlOptions.Pictures
  private let client: CtlClient
  private let bus: BusConnection
  private let tell: (Event) -> Void
  private var deadline: Deadline?
  private var number: Int
  private var last: [UInt8] = []
  /// The reason why the latest picture is missing; nil if it is there.
  private var reason: String?

  /// Numbers with more digits than the most are not numbers of pictures.
  private static let (ending, digits, mostDigits) = (".png", 6, 12)
  /// The most bytes of a picture. The launcher writes it, and it may be taken over.
  private static let largest = 1 << 27
  /// The time limit for a picture, in seconds.
  private static let patience = 25.0

  /// Numbers continue after those in the directory.
  init(
    _ settings: CtlOptions.Pictures, _ client: CtlClient, _ bus: BusConnection,
    tell: @escaping (Event) -> Void
  ) throws(EventLoopError) {
    (self.settings, self.client, self.bus, self.tell) = (settings, client, bus, tell)
    number = SystemFiles().names(in: settings.directory).compactMap { Self.number(of: $0) }.max() ?? 0
    // The watch ends with the process, and so does the series.
    deadline = try client.loop.addDeadline { self.take() }
  }

  private static func number(of name: String) -> Int? {
    guard name.hasSuffix(ending) else { return nil }
    let word = name.dropLast(ending.count)
    let isNumber = word.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isNumber && (digits...mostDigits).contains(word.utf8.count) ? Int(word) : nil
  }

  private static func name(of number: Int) -> String {
    let word = String(number)
    return String(repeating: "0", count: max(0, digits - word.count)) + word + ending
  }

  /// Takes a picture, and the next ones until the loop ends.
  func take() {
    let start = EventLoop.now
    let draft = settings.directory + "/.rotunda-picture"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { return fail(settings.directory) }
    let call = BusCall(
      "Screenshot", of: ControlInterface.name, at: ControlInterface.path, destination: client.name,
      [.descriptor(descriptor)])
    bus.call(call, timeout: Self.patience) { [self] answer in
      defer { close(descriptor) }
      switch answer {
      case .success(let values): keep(draft, source: values.first?.text ?? "")
      case .failure(let error):
        unlink(draft)
        miss(error.message.isEmpty ? error.name : error.message)
      }
      deadline?.set(max(start + settings.interval, EventLoop.now))
    }
  }

  private func keep(_ draft: String, source: String) {
    guard let picture = SystemFiles().contents(of: draft, limit: Self.largest) else {
      unlink(draft)
      return miss("the picture is too large, or cannot be read")
    }
    reason = nil
    guard picture != last else {
      unlink(draft)
      return
    }
    number += 1
    let file = settings.directory + "/" + Self.name(of: number)
    guard rename(draft, file) == 0 else { return fail(file) }
    last = picture
    tell(.written(file: file, source: source))
  }

  /// Reports a missing picture once, until there is one again.
  private func miss(_ reason: String) {
    guard reason != self.reason else { return }
    self.reason = reason
    tell(.missing(reason: reason))
  }

  private func fail(_ path: String) {
    let problem = String(cString: strerror(errno))
    StandardStream.error.write("rotunda ctl: \(path): \(problem)\n")
    client.loop.stop(status: ExitStatus.system)
  }
}
