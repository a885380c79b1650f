import CSound
import EventLoop
import Logging

private let log = Log("sound")

/// Watches the sockets for headsets. Without such a socket, or without libasound, it reports nothing.
package final class HeadsetWatch {
  /// A headset was plugged in or unplugged. The first call says how it is.
  package var onChange: ((_ isPlugged: Bool, _ isFirst: Bool) -> Void)?

  private let loop: EventLoop
  private let needsCard: Bool
  private var sockets: Sockets?
  private var sources: [DescriptorSource] = []
  private var isPlugged: Bool?
  private var isOpening = false

  /// The sockets of the cards; closed when nothing refers to them.
  private nonisolated final class Sockets: @unchecked Sendable {
    let raw: OpaquePointer

    init?(needsCard: Bool) {
      guard let raw = csound_jacks_open(needsCard) else { return nil }
      self.raw = raw
    }

    deinit { csound_jacks_close(raw) }
  }

  /// - Parameter needsCard: whether only cards of the kernel count, and libasound is loaded for no other.
  package init(loop: EventLoop, needsCard: Bool = true) { (self.loop, self.needsCard) = (loop, needsCard) }

  /// Whether sockets are watched. Cards are looked for on a thread of its own.
  package var isOn = false {
    didSet {
      guard isOn != oldValue else { return }
      isPlugged = nil
      if isOn { open() } else { close() }
    }
  }

  private func open() {
    guard !isOpening else { return }
    isOpening = true
    do throws(EventLoopError) {
      try loop.inBackground { [needsCard] in
        Sockets(needsCard: needsCard)
      } done: { [weak self] in
        self?.opened($0)
      }
    } catch {
      isOpening = false
      log.warning("\(error)")
    }
  }

  private func opened(_ sockets: Sockets?) {
    isOpening = false
    guard isOn, let sockets else { return }
    self.sockets = sockets
    var descriptors = [Int32](repeating: -1, count: CSOUND_MOST_JACKS)
    let count = csound_jacks_descriptors(sockets.raw, &descriptors)
    do throws(EventLoopError) {
      for descriptor in descriptors.prefix(count) {
        sources.append(try loop.addDescriptor(descriptor) { [weak self] _ in self?.read() })
      }
    } catch {
      log.warning("headsets are not noticed: \(error)")
      return close()
    }
    read()
  }

  private func read() {
    guard let sockets else { return }
    let state = csound_jacks_read(sockets.raw)
    // A card that is gone has no headset.
    let isPlugged = state == CSOUND_JACK_PLUGGED
    if state == CSOUND_JACK_LOST { close() }
    guard isPlugged != self.isPlugged else { return }
    let isFirst = self.isPlugged == nil
    self.isPlugged = isPlugged
    onChange?(isPlugged, isFirst)
  }

  private func close() {
    for source in sources { source.cancel() }
    (sources, sockets) = ([], nil)
  }
}
