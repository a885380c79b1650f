import CInput
import EventLoop
import Gestures
import Glibc
import Logging
import RotundaGeometry

private let log = Log("global-touch")

/// Observes touches while a program's window gets them: through libinput, in parallel with the compositor.
///
/// It grabs no device, and opens only touch panels. While not listening, no device is open and nothing wakes
/// the loop. Reading panels requires a permission that the user, and so every program, must not have. A
/// `PanelService` with that permission opens the panels for the launcher.
///
/// ```swift
/// let touch = GlobalTouch(loop: loop, seat: "seat0")
/// touch.onFrame = { recognizer.handle($0, at: EventLoop.now, into: &gestures) }
/// touch.mapping = PanelMapping(size: Size(1280, 800))
/// touch.listen()
/// ```
package final class GlobalTouch {
  /// Called from the loop with touches on the screen of `mapping`. Also called from `ignore` and from a
  /// change of the mapping if fingers are down. Fingers that were down before `listen` are ignored.
  package var onFrame: (TouchFrame) -> Void = { _ in }
  /// Whether panels can be read, according to the last `listen`.
  package private(set) var availability = GlobalTouchAvailability.unknown {
    didSet { if availability != oldValue { report() } }
  }
  package var isListening: Bool { source != nil }

  private let loop: EventLoop
  private let seat: String
  private let opener: PanelOpener
  /// The panel descriptors that another process opens.
  private let descriptors: PanelDescriptors?
  private var context: InputContext?
  private var source: DescriptorSource?
  private var panels: [OpaquePointer: TouchPanel] = [:]
  private var nextNumber: Int32 = 0
  private var gatherer = PanelGatherer()

  /// Creates an observer for the panels of `seat`, a logind name such as "seat0". Opens none before `listen`.
  ///
  /// - Parameter open: returns a descriptor of the panel at a path, or a negative errno. Called on a
  ///   thread, and may block. Without it, this process opens the panels.
  package convenience init(loop: EventLoop, seat: String, open: (@Sendable (String) -> Int32)? = nil) {
    guard let open else {
      let opener = PanelOpener { PanelOpener.openPanel($0, of: seat, with: PanelOpener.openForReading) }
      self.init(loop: loop, seat: seat, opener: opener)
      return
    }
    let source = PanelDescriptors.Source(
      paths: { TouchDevice.all().filter { $0.seat == seat && !$0.isKeyboard }.map(\.path) }, open: open)
    self.init(
      loop: loop, seat: seat, source: source, isPanel: { PanelOpener.openPanel($0, of: seat) { _ in 0 } == 0 }
    )
  }

  /// `isPanel` distinguishes panels from other devices.
  convenience init(
    loop: EventLoop, seat: String, source: PanelDescriptors.Source, isPanel: @escaping (String) -> Bool
  ) {
    let descriptors = PanelDescriptors(loop: loop, source: source)
    let opener = PanelOpener { isPanel($0) ? descriptors.claim($0) : -ENODEV }
    self.init(loop: loop, seat: seat, opener: opener, descriptors: descriptors)
  }

  init(loop: EventLoop, seat: String, opener: PanelOpener, descriptors: PanelDescriptors? = nil) {
    self.loop = loop
    self.seat = seat
    self.opener = opener
    self.descriptors = descriptors
  }

  /// The mapping from the panels to the surface. A change ends the current contacts.
  package var mapping: PanelMapping {
    get { gatherer.mapping }
    set { if let frame = gatherer.setMapping(newValue) { onFrame(frame) } }
  }

  /// Opens the panels and reads them until `ignore`. Detects panels that are plugged in later.
  ///
  /// Failures are not thrown: `availability` and one line in the journal report them.
  package func listen() {
    guard !isListening else { return }
    guard let descriptors else { return begin() }
    if !descriptors.isAwaited { descriptors.fill { [weak self] in self?.begin() } }
  }

  private func begin() {
    opener.forget()
    guard open(), let context else { return fail("libinput cannot be used") }
    do throws(EventLoopError) {
      source = try loop.addDescriptor(context.descriptor) { [weak self] _ in self?.dispatch() }
    } catch {
      return fail("\(error)")
    }
    // The first events report the existing panels.
    dispatch()
    descriptors?.clear()
  }

  /// Closes the panels. Reports fingers that are down as lost.
  package func ignore() {
    descriptors?.cancel()
    guard isListening else { return }
    close()
    context?.suspend()
  }

  /// Reopens all panels after one was plugged in: libinput requests it again only together with the others.
  private func beginAgain() {
    guard isListening else { return }
    close()
    context?.suspend()
    begin()
  }

  private func open() -> Bool {
    if let context { return context.resume() }
    context = InputContext(seat: seat, opener: opener)
    return context != nil
  }

  private func close() {
    source?.cancel()
    source = nil
    panels = [:]
    if let frame = gatherer.reset() { onFrame(frame) }
  }

  /// Stops after a failure: a descriptor that stays readable would keep the loop busy, which is worse than no
  /// way home.
  private func fail(_ reason: String) {
    log.warning("touches are not seen beside the compositor: \(reason)")
    close()
    context = nil
    availability = .broken
  }

  private func dispatch() {
    guard let context else { return }
    var frames: [TouchFrame] = []
    let result = context.dispatch { event in
      if let frame = frame(for: event) { frames.append(frame) }
    }
    if let frame = gatherer.flush() { frames.append(frame) }
    // Not earlier: the handler may stop listening.
    for frame in frames where isListening { onFrame(frame) }
    guard isListening else { return }
    if result < 0 { return fail("libinput fails with errno \(-result)") }
    updateAvailability()
    if let descriptors, descriptors.lacks, !descriptors.isAwaited {
      descriptors.fill { [weak self] in self?.beginAgain() }
    }
  }

  private func frame(for event: OpaquePointer) -> TouchFrame? {
    guard let device = libinput_event_get_device(event) else { return nil }
    switch libinput_event_get_type(event) {
    case LIBINPUT_EVENT_DEVICE_ADDED: add(device)
    case LIBINPUT_EVENT_DEVICE_REMOVED:
      guard let panel = panels.removeValue(forKey: device) else { return nil }
      log.info("\(panel.name) is gone")
      return gatherer.handle(.removed(panel: panel.number))
    default:
      guard let panel = panels[device], panel.belongs(to: mapping.output) else { return nil }
      return PanelEvent(event, panel: panel.number).flatMap { gatherer.handle($0) }
    }
    return nil
  }

  private func add(_ device: OpaquePointer) {
    guard libinput_device_has_capability(device, LIBINPUT_DEVICE_CAP_TOUCH) != 0 else {
      // Close the device: it is not a touch panel.
      _ = libinput_device_config_send_events_set_mode(
        device, LIBINPUT_CONFIG_SEND_EVENTS_DISABLED.rawValue)
      return
    }
    panels[device] = TouchPanel(device, number: nextNumber)
    nextNumber &+= 1
  }

  private func updateAvailability() {
    availability =
      if !panels.isEmpty { .available(panels: panels.count) } else {
        opener.refusals.isEmpty ? .noPanels : .forbidden
      }
  }

  private func report() {
    switch availability {
    case .unknown, .broken: break
    case .available:
      let names = panels.values.sorted { $0.number < $1.number }.map(\.name)
      log.info("touches are seen beside the compositor on \(names.joined(separator: ", "))")
    case .noPanels: log.info("there is no touch panel beside the compositor")
    case .forbidden:
      let paths = opener.refusals.keys.sorted().joined(separator: ", ")
      log.warning(
        "touches are not seen beside the compositor: no permission to read \(paths), and rotunda-panels.service does not open them"
      )
    }
  }
}

/// Whether touches can be observed in parallel with the compositor.
package nonisolated enum GlobalTouchAvailability: Hashable, Sendable {
  /// The panels have not been searched yet.
  case unknown
  /// This many touch panels are read.
  case available(panels: Int)
  /// No touch panel exists yet. A new one is detected.
  case noPanels
  /// Touch panels exist, but none is readable.
  case forbidden
  /// libinput does not work on this machine.
  case broken
}
