import CSound
import EventLoop
import Glibc
import Logging

private let log = Log("sound")

/// Watches the headset jacks of all sound cards, also of cards that appear later. Without a jack, or without
/// libasound, it reports nothing.
package final class HeadsetWatch {
  /// Reports whether a headset is plugged in, when that changes. The first call reports the current state.
  package var onChange: ((_ isPlugged: Bool, _ isFirst: Bool) -> Void)?

  private let loop: EventLoop
  private let cards: String
  /// The inotify(7) descriptor that reports sound cards as they come and go.
  private var notices: DescriptorSource?
  private var sockets: Sockets?
  /// The devices when the jacks were opened; nil if the jacks must be opened again.
  private var devices: Devices?
  private var sources: [DescriptorSource] = []
  private var isPlugged: Bool?
  private var isOpening = false
  /// Whether the cards changed while a thread opened them.
  private var isOutdated = false

  /// The open jacks of the cards. The last reference closes them.
  private nonisolated final class Sockets: @unchecked Sendable {
    let raw: OpaquePointer

    init?() {
      guard let raw = csound_jacks_open() else { return nil }
      self.raw = raw
    }

    deinit { csound_jacks_close(raw) }
  }

  /// The control devices of the cards with their permissions. Sound playback changes the directory, but not
  /// these.
  private nonisolated struct Devices: Equatable {
    private struct Device: Equatable {
      let name: String
      let mode: mode_t
      let group: gid_t
    }

    private let controls: [Device]

    /// Whether the kernel has no sound card.
    var isEmpty: Bool { controls.isEmpty }

    init(_ directory: String) {
      var found = glob_t()
      defer { globfree(&found) }
      guard glob("\(directory)/controlC*", 0, nil, &found) == 0, let paths = found.gl_pathv else {
        controls = []
        return
      }
      controls = (0..<Int(found.gl_pathc)).compactMap { index in
        var status = stat()
        guard let path = paths[index], stat(path, &status) == 0 else { return nil }
        return Device(name: String(cString: path), mode: status.st_mode, group: status.st_gid)
      }
    }
  }

  /// - Parameter cards: the directory with the devices of the kernel's sound cards.
  package init(loop: EventLoop, cards: String = "/dev/snd") { (self.loop, self.cards) = (loop, cards) }

  /// Whether jacks are watched. A background thread looks for cards.
  package var isOn = false {
    didSet {
      guard isOn != oldValue else { return }
      isPlugged = nil
      if isOn {
        watchCards()
        open()
      } else {
        stopWatchingCards()
        close()
      }
    }
  }

  /// Watches the directory of the cards, or the one above it until the first card comes. Other changes there,
  /// such as writes, do not wake the launcher.
  private func watchCards() {
    stopWatchingCards()
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else {
      return log.warning("new headsets are not noticed: \(EventLoopError("watch files", errno: errno))")
    }
    let changes = UInt32(IN_CREATE | IN_DELETE | IN_ATTRIB)
    if inotify_add_watch(descriptor, cards, changes) < 0 {
      let parent = cards.split(separator: "/").dropLast().joined(separator: "/")
      _ = inotify_add_watch(descriptor, "/\(parent)", UInt32(IN_CREATE))
      // The first card may have come in between.
      _ = inotify_add_watch(descriptor, cards, changes)
    }
    do throws(EventLoopError) {
      notices = try loop.addDescriptor(descriptor, owned: true) { [weak self] _ in
        // The directory itself may have come or gone.
        self?.watchCards()
        self?.open()
      }
    } catch {
      Glibc.close(descriptor)
      log.warning("new headsets are not noticed: \(error)")
    }
  }

  private func stopWatchingCards() {
    notices?.cancel()
    notices = nil
  }

  private func open() {
    guard !isOpening else {
      isOutdated = true
      return
    }
    (isOpening, isOutdated) = (true, false)
    do throws(EventLoopError) {
      try loop.inBackground { [cards, devices] in
        let now = Devices(cards)
        // Without a card in the kernel, libasound is not needed.
        return (now, now == devices || now.isEmpty ? nil : Sockets())
      } done: { [weak self] in
        self?.opened($0, $1)
      }
    } catch {
      isOpening = false
      log.warning("\(error)")
    }
  }

  private func opened(_ devices: Devices, _ sockets: Sockets?) {
    isOpening = false
    guard isOn else { return }
    if isOutdated { open() }
    guard devices != self.devices else { return }
    close()
    self.devices = devices
    guard let sockets else { return report(false) }
    self.sockets = sockets
    var descriptors = [Int32](repeating: -1, count: CSOUND_MOST_JACKS)
    let count = csound_jacks_descriptors(sockets.raw, &descriptors)
    do throws(EventLoopError) {
      for descriptor in descriptors.prefix(count) {
        sources.append(try loop.addDescriptor(descriptor) { [weak self] _ in self?.read() })
      }
    } catch {
      log.warning("headsets are not detected: \(error)")
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
    report(isPlugged)
  }

  private func report(_ isPlugged: Bool) {
    // The first report needs an open jack.
    guard isPlugged != self.isPlugged, sockets != nil || self.isPlugged != nil else { return }
    let isFirst = self.isPlugged == nil
    self.isPlugged = isPlugged
    onChange?(isPlugged, isFirst)
  }

  private func close() {
    for source in sources { source.cancel() }
    (sources, sockets, devices) = ([], nil, nil)
  }
}
