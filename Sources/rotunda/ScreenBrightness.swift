import Bus
import EventLoop
import Logging
import Shell
import State

private let log = Log("brightness")

/// The brightness of the screen, which operators set. The launcher reads it at its start and after each
/// change: waking up to look for other changes would cost energy at rest.
final class ScreenBrightness {
  /// A change that an operator requested.
  private struct Request {
    let percent: Int
    let done: (ControlAnswer) -> Void
  }

  /// The brightness in percent, as it was read last; nil if the screen has no brightness control.
  private(set) var percent: Int?

  private let loop: EventLoop
  private let logind: Logind
  private let directory: String?
  /// The changes in their order. The first one is under way: the last change must win.
  private var requests: [Request] = []
  private var latestReading = 0

  /// - Parameter directory: the directory of the seat's backlights; nil if the seat can have none.
  init(_ loop: EventLoop, _ logind: Logind, directory: String?) {
    (self.loop, self.logind, self.directory) = (loop, logind, directory)
  }

  /// Reads the brightness. `percent` has it later.
  func read() {
    do throws(EventLoopError) {
      try find { _ in }
    } catch {
      log.warning("the brightness is not read: \(error)")
    }
  }

  /// Sets the brightness. Calls `done` with the answer for the operator.
  func set(percent: Int, done: @escaping (ControlAnswer) -> Void) {
    requests.append(Request(percent: percent, done: done))
    if requests.count == 1 { begin() }
  }

  private func begin() {
    guard let request = requests.first else { return }
    do throws(EventLoopError) {
      try find { [weak self] in self?.apply(request.percent, to: $0) }
    } catch {
      end(.refused(.failed("\(error)")))
    }
  }

  private func apply(_ percent: Int, to backlight: Backlight?) {
    guard let backlight else {
      return end(.refused(.unavailable("this screen has no brightness control")))
    }
    logind.setBrightness(of: backlight.name, to: backlight.value(percent: percent)) { [weak self] error in
      guard let error else {
        self?.finish()
        return
      }
      self?.end(.refused(.failed(Self.words(error))))
    }
  }

  /// Reads what the driver made of the change, and answers.
  private func finish() {
    do throws(EventLoopError) {
      try find { [weak self] _ in self?.end(.done) }
    } catch {
      log.warning("the brightness is not read: \(error)")
      end(.done)
    }
  }

  private func end(_ answer: ControlAnswer) {
    let request = requests.removeFirst()
    request.done(answer)
    begin()
  }

  /// Finds the backlight. A driver may be slow, so it is not asked on the thread that draws.
  private func find(_ done: @escaping (Backlight?) -> Void) throws(EventLoopError) {
    latestReading += 1
    let number = latestReading
    try loop.inBackground { [directory] () -> Backlight? in
      directory.flatMap { Backlight(in: $0) }
    } done: { [weak self] (backlight: Backlight?) in
      if number == self?.latestReading { self?.percent = backlight?.percent }
      done(backlight)
    }
  }

  private static func words(_ error: BusError) -> String {
    switch error.name {
    case "org.freedesktop.DBus.Error.ServiceUnknown": "there is no logind on this machine"
    case _ where error.isSilence: "logind does not answer"
    case _ where error.isOfTheSystem: "the message bus of the machine cannot be reached: \(error)"
    default: "logind refuses: \(error)"
    }
  }
}
