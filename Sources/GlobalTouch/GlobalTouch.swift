import CInput
import EventLoop
import Gestures
import Glibc
import Logging
import RotundaGeometry

private let log = Log("global-touch")

/// The fingers on the touch panels while another program's window has them: libinput beside the compositor's.
///
/// Nothing is grabbed, and no device but touch panels is opened. While it is not listening no device is open
/// and nothing wakes the loop. Reading panels takes a permission that the user, and so every program, must
/// not have: a `PanelService`, which has it, opens them for the launcher.
///
/// ```swift
/// let touch = GlobalTouch(loop: loop, seat: "seat0")
/// touch.onFrame = { recognizer.handle($0, at: EventLoop.now, into: &gestures) }
/// touch.mapping = PanelMapping(size: Size(1280, 800))
/// touch.listen()
/// ```
package final class GlobalTouch {
  /// Called with the fingers on the screen of `mapping`, from the loop, and once from `ignore` and a change
  /// of the mapping when fingers are down. A finger that was down before `listen` does not count.
  package var onFrame: (TouchFrame) -> Void = { _ in }
  /// Whether there are panels that can be read, as of the last time it listened.
  package private(set) var availability = GlobalTouchAvailability.unknown {
    didSet { if availability != oldValue { report() } }
  }
  package var isListening: Bool { source != nil }

  private let loop: EventLoop
  private let seat: String
  private let opener: PanelOpener
  /// The descriptors of panels that another process opens.
  private let descriptors: PanelDescriptors?
  private var context: InputContext?
  private var source: DescriptorSource?
  private var panels: [OpaquePointer: TouchPanel] = [:]
  private var nextNumber: Int32 = 0
  private var gatherer = PanelGatherer()

  /// The panels of `seat`, a name of logind's ("seat0"); none of them is opened before `listen`.
  ///
  /// `open` is asked for a descriptor of the panel at a path and answers with a negative errno when there is
  /// none; it is called on a thread, and may take its time. Without, this process opens panels itself.
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

  /// `isPanel` tells panels from other devices.
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

  /// Where the panels' places are on the surface. A change ends the contacts that are down.
  package var mapping: PanelMapping {
    get { gatherer.mapping }
    set { if let frame = gatherer.setMapping(newValue) { onFrame(frame) } }
  }

  /// Opens the panels and follows them until `ignore`; more are found when they are plugged in.
  ///
  /// Failure is no error: `availability` tells, and so does the journal, once.
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
    // The panels that are there are reported in the first events.
    dispatch()
    descriptors?.clear()
  }

  /// Closes the panels; fingers that are down are reported as lost.
  package func ignore() {
    descriptors?.cancel()
    guard isListening else { return }
    close()
    context?.suspend()
  }

  /// A panel was plugged in. libinput asks for it again only with all others.
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

  /// A descriptor that stays readable would be worse than no way home.
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
    // Only now: the listener may stop listening at once.
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
      // Closes it: whatever it is, it is none of our business.
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

/// Whether touches can be seen beside the compositor.
package nonisolated enum GlobalTouchAvailability: Hashable, Sendable {
  /// The panels have not been looked for yet.
  case unknown
  /// So many touch panels are read.
  case available(panels: Int)
  /// There is no touch panel; one that is plugged in is found.
  case noPanels
  /// There are touch panels, and none of them may be read.
  case forbidden
  /// libinput does not work here.
  case broken
}
