import CInput
import CLinux
import Gestures
import Glibc

/// Reads gamepads and remote controls as they come and go, and writes their button events to a socket. It
/// runs on its own thread or in its own process.
///
/// It writes only the buttons in `ControllerButton`, so no reader learns what is typed. It does not open
/// devices that can type, and the kernel passes on no other codes. It grabs no device.
nonisolated final class ControllerWatch {
  /// The available devices, and how to open them.
  struct Source: Sendable {
    /// Returns the paths of input devices, including other ones than controllers.
    let paths: @Sendable () -> [String]
    /// Opens a controller. Returns a non-blocking descriptor or a negative errno.
    let open: @Sendable (String) -> Int32
    /// Creates the decoder for a descriptor; nil if it is not a controller.
    let describe: @Sendable (Int32) -> ControllerDecoder?
    /// The directory with the device nodes.
    let directory: String
  }

  /// The owner of the screen, in one byte from the launcher.
  enum Mode: UInt8 {
    /// The launcher: all buttons of gamepads are reported.
    case launcher = 0
    /// A program: only buttons that lead home are reported, and that a visitor is active.
    case program = 1
  }

  private struct Device {
    let path: String
    let descriptor: Int32
    var decoder: ControllerDecoder
  }

  private let socket: Int32
  private let source: Source
  private let directoryWatch: Int32
  private var devices: [Device] = []
  private var mode = Mode.launcher
  /// The time of another search without a change in the directory.
  private var nextSearch: Double?
  /// The time until which activity in a program is not reported again.
  private var quietUntil = -Double.infinity
  private var events: [ControllerEvent] = []
  private var isOver = false

  /// The most devices, more than visitors hold.
  private static let mostDevices = 16
  /// Seconds after which to search again: a device appears before udev has classified it.
  private static let settling = 1.0
  /// Seconds between two reports of activity in a program: enough for all delays of `[idle]`.
  private static let quietTime = 1.0
  /// The size in bytes of one `struct input_event` on a 64-bit machine: time, type, code and value.
  static let reportSize = 2 * MemoryLayout<Int>.size + 8
  /// The most reports to read at one time: a flood from one device must not delay the others.
  private static let reportsAtOnce = 64

  /// Writes to `socket`, and takes ownership of it.
  init(socket: Int32, source: Source) {
    (self.socket, self.source) = (socket, source)
    directoryWatch = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    let changes = UInt32(IN_CREATE | IN_ATTRIB | IN_DELETE)
    if directoryWatch >= 0 { _ = inotify_add_watch(directoryWatch, source.directory, changes) }
  }

  deinit {
    for device in devices { close(device.descriptor) }
    if directoryWatch >= 0 { close(directoryWatch) }
    close(socket)
  }

  /// Reads controllers until the other end is closed.
  func run() {
    search()
    while !isOver { step() }
  }

  private func step() {
    var waiting = [pollfd(fd: socket, events: Int16(POLLIN), revents: 0)]
    waiting.append(pollfd(fd: directoryWatch, events: Int16(POLLIN), revents: 0))
    for device in devices { waiting.append(pollfd(fd: device.descriptor, events: Int16(POLLIN), revents: 0)) }
    guard poll(&waiting, nfds_t(waiting.count), timeout) >= 0 || errno == EINTR else {
      isOver = true
      return
    }
    if waiting[0].revents != 0 { listen() }
    // In reverse order: removing a device shifts those after it.
    for index in devices.indices.reversed() where waiting[index + 2].revents != 0 { read(index) }
    advance()
    if waiting[1].revents != 0 {
      drainDirectory()
      search()
      nextSearch = Self.now + Self.settling
    } else if let due = nextSearch, due <= Self.now {
      nextSearch = nil
      search()
    }
  }

  /// Milliseconds until the next deadline; -1 for none.
  private var timeout: Int32 {
    let due = devices.compactMap(\.decoder.deadline).min()
    guard let due = [due, nextSearch].compactMap({ $0 }).min() else { return -1 }
    return Int32(max(0, min(((due - Self.now) * 1000).rounded(.up), 60_000)))
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  // MARK: The launcher

  private func listen() {
    var byte: UInt8 = 0
    let count = recv(socket, &byte, 1, Int32(MSG_DONTWAIT))
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    guard count > 0, let mode = Mode(rawValue: byte) else {
      isOver = true
      return
    }
    self.mode = mode
    // Buttons that are still down were meant for the previous owner of the screen.
    for index in devices.indices { devices[index].decoder.stopRepeating() }
  }

  private func sendEvents() {
    defer { events.removeAll(keepingCapacity: true) }
    for event in events {
      guard case .button(let button, _) = event else { continue }
      if mode == .program, !button.isSystem {
        sendUse()
      } else if let bytes = event.bytes {
        send(bytes)
      }
    }
  }

  private func sendUse() {
    let now = Self.now
    guard now >= quietUntil, let bytes = ControllerEvent.inUse.bytes else { return }
    quietUntil = now + Self.quietTime
    send(bytes)
  }

  /// Sends without blocking: a launcher that does not read loses events.
  private func send(_ bytes: [UInt8]) {
    if clinux_send(socket, bytes, bytes.count, -1) < 0, errno != EAGAIN, errno != EINTR { isOver = true }
  }

  // MARK: Devices

  private func search() {
    for path in source.paths() where devices.count < Self.mostDevices {
      guard !devices.contains(where: { $0.path == path }) else { continue }
      let descriptor = source.open(path)
      guard descriptor >= 0 else { continue }
      if let decoder = source.describe(descriptor) {
        devices.append(Device(path: path, descriptor: descriptor, decoder: decoder))
      } else {
        close(descriptor)
      }
    }
  }

  /// Discards the events: a search finds the changes.
  private func drainDirectory() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while Glibc.read(directoryWatch, &bytes, bytes.count) > 0 {}
  }

  private func read(_ index: Int) {
    var bytes = [UInt8](repeating: 0, count: Self.reportSize * Self.reportsAtOnce)
    let count = Glibc.read(devices[index].descriptor, &bytes, bytes.count)
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    guard count > 0 else {
      devices[index].decoder.releaseAll(into: &events)
      close(devices[index].descriptor)
      devices.remove(at: index)
      return sendEvents()
    }
    let now = Self.now
    bytes.withUnsafeBytes { raw in
      var start = 0
      while start + Self.reportSize <= count {
        let report = start + 2 * MemoryLayout<Int>.size
        devices[index].decoder.handle(
          type: raw.loadUnaligned(fromByteOffset: report, as: UInt16.self),
          code: raw.loadUnaligned(fromByteOffset: report + 2, as: UInt16.self),
          value: raw.loadUnaligned(fromByteOffset: report + 4, as: Int32.self), at: now, into: &events)
        start += Self.reportSize
      }
    }
    sendEvents()
  }

  private func advance() {
    let now = Self.now
    for index in devices.indices { devices[index].decoder.advance(to: now, into: &events) }
    sendEvents()
  }
}

nonisolated extension ControllerWatch.Source {
  /// Returns the controllers of a seat, by its logind name.
  static func machine(seat: String) -> ControllerWatch.Source {
    let directory = "/dev/input"
    return ControllerWatch.Source(
      paths: { eventDevices(in: directory) },
      open: { PanelOpener.openController($0, of: seat) },
      describe: { ControllerDecoder(descriptor: $0) }, directory: directory)
  }

  private static func eventDevices(in directory: String) -> [String] {
    guard let handle = opendir(directory) else { return [] }
    defer { closedir(handle) }
    var paths: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix("event") { paths.append("\(directory)/\(name)") }
    }
    return paths.sorted()
  }
}

nonisolated extension ControllerDecoder {
  /// Identifies an open device, and makes the kernel drop all its events except buttons. Returns nil if it is
  /// not a controller.
  fileprivate init?(descriptor: Int32) {
    let found = clinux_describe_controller(descriptor)
    let kind: Kind
    switch Int(found.kind) {
    case Int(clinux_gamepad): kind = .gamepad
    case Int(clinux_remote_control): kind = .remoteControl
    default: return nil
    }
    let buttons = ControllerButton.allCases.filter { (kind == .gamepad) == ($0 != .remoteHome) }
    let codes = buttons.flatMap(\.codes)
    // Before Linux 4.4, only the decoder drops the other events.
    _ = clinux_mask_controller(descriptor, codes, Int32(codes.count))
    func range(_ values: (Int32, Int32)) -> ClosedRange<Int32>? {
      values.0 < values.1 ? values.0...values.1 : nil
    }
    self.init(kind, horizontal: range(found.horizontal), vertical: range(found.vertical))
  }
}
