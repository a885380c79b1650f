import CInputStub
import EventLoop
import RotundaGeometry
import Gestures
import Glibc

@testable import GlobalTouch

/// A launcher's global touch input with panels that a test plugs in.
@MainActor
final class Panels {
  let loop: EventLoop
  let touch: GlobalTouch
  private(set) var frames: [TouchFrame] = []
  /// The requested paths, and the errors for refused ones.
  private(set) var asked: [String] = []
  var refusals: [String: Int32] = [:]

  init(_ mapping: PanelMapping = PanelMapping(size: Size(1000, 500)), seat: String = "seat0") throws {
    input_stub_reset()
    loop = try EventLoop()
    var answer: (String) -> Int32 = { _ in -ENODEV }
    touch = GlobalTouch(loop: loop, seat: seat, opener: PanelOpener { answer($0) })
    answer = { [weak self] in self?.descriptor($0) ?? -ENODEV }
    touch.onFrame = { [weak self] in self?.frames.append($0) }
    touch.mapping = mapping
  }

  private func descriptor(_ path: String) -> Int32 {
    asked.append(path)
    if let errno = refusals[path] { return -errno }
    return open("/dev/null", O_RDONLY | O_CLOEXEC)
  }

  /// Processes all waiting input, and returns the events since the last call.
  func told() throws -> [TouchEvent] {
    for _ in 0..<8 { try loop.step(timeout: 0) }
    defer { frames = [] }
    return frames.flatMap(\.events)
  }

  /// A connected panel.
  struct Panel {
    let number: Int32

    init(
      _ name: String = "panel", _ path: String = "/dev/input/event0", output: String? = nil,
      hasTouch: Bool = true, calibration: [Float]? = nil
    ) {
      number = input_stub_plug(name, path, output, hasTouch ? 1 : 0, calibration)
    }

    func down(_ slot: Int32, _ x: Double, _ y: Double, at time: UInt64 = 0) {
      input_stub_send(number, INPUT_STUB_DOWN, slot, time, x, y)
    }
    func motion(_ slot: Int32, _ x: Double, _ y: Double, at time: UInt64 = 0) {
      input_stub_send(number, INPUT_STUB_MOTION, slot, time, x, y)
    }
    func up(_ slot: Int32, at time: UInt64 = 0) {
      input_stub_send(number, INPUT_STUB_UP, slot, time, 0, 0)
    }
    func cancel(_ slot: Int32) { input_stub_send(number, INPUT_STUB_CANCEL, slot, 0, 0, 0) }
    func frame() { other(504) }
    /// Sends an event with libinput's number.
    func other(_ type: Int32) { input_stub_send_other(number, type) }
    func unplug() { input_stub_unplug(number) }
  }
}
