import CInput
import Glibc
import Logging

private nonisolated let log = Log("libinput")

/// libinput, following the devices of a seat as they come and go.
final class InputContext {
  /// The `libinput`.
  nonisolated(unsafe) let handle: OpaquePointer
  /// What it asks for descriptors; lives as long as the context.
  private let opener: PanelOpener

  /// libinput keeps the address.
  private nonisolated(unsafe) static let interface: UnsafeMutablePointer<libinput_interface> = {
    let interface = UnsafeMutablePointer<libinput_interface>.allocate(capacity: 1)
    interface.initialize(
      to: libinput_interface(
        open_restricted: { path, _, userData in InputContext.open(path, userData) },
        close_restricted: { descriptor, _ in close(descriptor) }))
    return interface
  }()

  /// Opens the panels of `seat`; nil when libinput does not work here.
  init?(seat: String, opener: PanelOpener) {
    guard let udev = udev_new() else { return nil }
    // The context has a reference of its own.
    defer { udev_unref(udev) }
    let userData = Unmanaged.passUnretained(opener).toOpaque()
    guard let handle = libinput_udev_create_context(Self.interface, userData, udev) else { return nil }
    self.handle = handle
    self.opener = opener
    libinput_log_set_handler(handle) { _, _, format, arguments in InputContext.write(format, arguments) }
    guard libinput_udev_assign_seat(handle, seat) == 0 else { return nil }
  }

  deinit {
    libinput_unref(handle)
  }

  /// Becomes readable when `dispatch` has something to do.
  var descriptor: Int32 { libinput_get_fd(handle) }

  /// Reads what has come and calls `body` with each event, which is gone afterwards; returns 0 or a negative errno.
  func dispatch(_ body: (OpaquePointer) -> Void) -> Int32 {
    let result = libinput_dispatch(handle)
    while let event = libinput_get_event(handle) {
      body(event)
      libinput_event_destroy(event)
    }
    return result
  }

  /// Closes all devices, and follows none until `resume`.
  func suspend() {
    libinput_suspend(handle)
    // What it has to say about that is known.
    _ = dispatch { _ in }
  }

  /// Opens the devices that there are now; false when that does not work.
  func resume() -> Bool {
    libinput_resume(handle) == 0
  }

  private nonisolated static func open(
    _ path: UnsafePointer<CChar>?, _ userData: UnsafeMutableRawPointer?
  ) -> Int32 {
    guard let path, let userData else { return -EINVAL }
    let name = String(cString: path)
    nonisolated(unsafe) let pointer = userData
    return MainActor.assumeIsolated {
      Unmanaged<PanelOpener>.fromOpaque(pointer).takeUnretainedValue().descriptor(name)
    }
  }

  /// libinput's own words; only its errors come here.
  private nonisolated static func write(_ format: UnsafePointer<CChar>?, _ arguments: CVaListPointer?) {
    guard let format, let arguments else { return }
    var text = [CChar](repeating: 0, count: 512)
    vsnprintf(&text, text.count, format, arguments)
    let line = text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    log.warning(line.last == "\n" ? String(line.dropLast()) : line)
  }
}
