import Applications
import CLinux
import EventLoop
import Glibc
import Logging
import Programs
import Supervision

private let log = Log("session")

/// A compositor with the launcher in it, from its start to its end.
final class RunningCompositor {
  /// Called once with the reason for the compositor's end.
  private let onEnd: (ExitReason) -> Void
  private let onMessage: (SessionMessage) -> Void
  private let loop: EventLoop
  /// The compositor's descriptor of the connection, which `clinux_spawn_bound` sets up.
  static let socketNumber: Int32 = 3
  /// The compositor's descriptor of the panel service's socket, set up the same way.
  static let panelsNumber: Int32 = 4
  /// The compositor's process ID.
  let processID: Int32
  /// Whether the launcher in it has reported its process ID.
  var hasLauncher: Bool { launcher != nil }
  private var child: ChildSource?
  private var messages: DescriptorSource?
  private var launcher: DescriptorSource?
  private var launcherDescriptor: Int32 = -1
  private var launcherID: Int32?
  private let socket: Int32
  private var reader = SessionMessageReader()
  private var deadline: Deadline?
  private var steps: [Step] = []

  /// One step of a sequence that ends the compositor.
  struct Step {
    enum Target { case launcher, compositor }
    let signal: Int32
    let target: Target
    /// Seconds until the next step.
    let patience: Double
  }

  /// Starts the compositor, and passes it the socket `panels`.
  ///
  /// - Throws: the errno, such as ENOENT if the compositor is not installed.
  init(
    _ command: [String], environment: [String: String], panels: Int32?, loop: EventLoop,
    onMessage: @escaping (SessionMessage) -> Void, onEnd: @escaping (ExitReason) -> Void
  ) throws(EventLoopError) {
    (self.loop, self.onMessage, self.onEnd) = (loop, onMessage, onEnd)
    var ends: [Int32] = [-1, -1]
    // Each start gets its own socket: messages of two launchers must not mix.
    guard clinux_stream_pair(&ends) == 0 else { throw EventLoopError("make a socket", errno: errno) }
    defer { close(ends[1]) }
    socket = ends[0]
    do {
      processID = try Self.spawn(command, environment, passing: [ends[1]] + (panels.map { [$0] } ?? []))
    } catch {
      close(ends[0])
      throw error
    }
    messages = try loop.addDescriptor(ends[0], owned: true) { [weak self] _ in _ = self?.read() }
    deadline = try loop.addDeadline { [weak self] in self?.step() }
    child = try loop.addChild(processID) { [weak self] in self?.ended($0) }
  }

  private static func spawn(
    _ command: [String], _ environment: [String: String], passing descriptors: [Int32]
  ) throws(EventLoopError) -> Int32 {
    var processID: Int32 = 0
    let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let foreign = ForeignVariables().assignments {
      environment[$0] == nil && !SessionVariables.ofTheServiceManager.contains($0)
    }
    let error = CStrings.with(command) { words in
      CStrings.with(variables, bytes: foreign) {
        clinux_spawn_bound(words, $0, descriptors, Int32(descriptors.count), &processID)
      }
    }
    guard error == 0 else { throw EventLoopError("start \(command[0])", errno: error) }
    return processID
  }

  /// The kernel's statistics of the compositor and the launcher, if they run.
  var diskSample: DiskWait.Sample? { Self.diskSample(of: processID) }
  var launcherDiskSample: DiskWait.Sample? { launcherID.flatMap(Self.diskSample) }

  private static func diskSample(of process: Int32) -> DiskWait.Sample? {
    ProcessStatus(of: process).map {
      DiskWait.Sample(majorFaults: $0.majorFaults, isWaiting: $0.isInUninterruptibleSleep)
    }
  }

  /// Reads what one process wrote. Reports whether there may be more.
  private func read() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 1024)
    var sender: Int32 = 0
    let count = clinux_receive_from(socket, &bytes, bytes.count, &sender)
    guard count > 0 else {
      // No process holds the other end now.
      if count == 0 { messages?.cancel() }
      return false
    }
    // The compositor and its other children also hold the launcher's end.
    if launcherID == nil || sender == launcherID {
      reader.read(bytes.prefix(count)) { handle($0, from: sender) }
    }
    return true
  }

  private func handle(_ message: SessionMessage, from sender: Int32) {
    guard case .launcher(let processID) = message else { return onMessage(message) }
    if processID == sender { watchLauncher(processID) }
  }

  /// Watches for the launcher's end: not every compositor ends with it.
  private func watchLauncher(_ processID: Int32) {
    guard launcher == nil else { return }
    let descriptor = clinux_pidfd_open(processID)
    guard descriptor >= 0 else { return }
    (launcherDescriptor, launcherID) = (descriptor, processID)
    launcher = try? loop.addDescriptor(descriptor, owned: true) { [weak self] _ in self?.launcherEnded() }
    if launcher == nil { close(descriptor) }
  }

  private func launcherEnded() {
    launcher?.cancel()
    launcher = nil
    guard child != nil else { return }
    log.info("the launcher ended")
    // cage and weston now end by themselves; the others need a signal.
    guard steps.isEmpty else { return step() }
    end([
      Step(signal: SIGTERM, target: .compositor, patience: 2),
      Step(signal: SIGKILL, target: .compositor, patience: 2),
    ])
  }

  /// Performs the steps until the compositor has ended.
  func end(_ steps: [Step]) {
    self.steps = steps
    step()
  }

  private func step() {
    guard let next = steps.first, child != nil else { return }
    steps.removeFirst()
    switch next.target {
    case .launcher:
      guard launcher != nil else { return step() }
      _ = clinux_pidfd_send_signal(launcherDescriptor, next.signal)
    case .compositor:
      // Signal only the compositor: after its end, the launcher ends its programs in order.
      child?.send(signal: next.signal)
      child?.send(signal: SIGCONT)
    }
    deadline?.set(EventLoop.now + next.patience)
  }

  private func ended(_ reason: ExitReason) {
    guard let child else { return }
    self.child = nil
    // Messages that are still unread precede the end.
    while read() {}
    child.reap()
    messages?.cancel()
    launcher?.cancel()
    deadline?.cancel()
    onEnd(reason)
  }
}

/// The processes that the compositor and the launcher leave behind. Orphans become children of this process,
/// so none escapes.
final class Descendants {
  private let deadline: Deadline
  private let orphans: OrphanReaper
  private var whenGone: (() -> Void)?
  private var kills = 0
  /// The child that other code waits for.
  var watched: Int32?

  /// Seconds between two SIGKILLs: later ones reach processes that the first ones orphaned.
  private static let killInterval = 0.1
  /// The most SIGKILLs. A process that survives them is stuck in the kernel, or is part of a fork bomb. The
  /// service manager then handles the rest.
  private static let killLimit = 50

  /// Becomes the parent of all orphans. Blocks SIGCHLD.
  init(_ loop: EventLoop) throws(EventLoopError) {
    var (due, keeps): (() -> Void, (Int32) -> Bool) = ({}, { _ in false })
    deadline = try loop.addDeadline { due() }
    orphans = try OrphanReaper(loop) { keeps($0) }
    due = { [weak self] in self?.kill() }
    keeps = { [weak self] in self?.watched == $0 }
    orphans.onChange = { [weak self] in self?.finishWhenAlone() }
  }

  /// Calls `done` when no child is left. Kills the remaining children after `grace` seconds.
  func end(grace: Double, _ done: @escaping () -> Void) {
    whenGone = done
    kills = 0
    deadline.set(EventLoop.now + grace)
    orphans.reap()
  }

  private func finishWhenAlone() {
    // PAM's process lives as long as this one. It runs as another user, and so is invisible in /proc.
    guard whenGone != nil, !orphans.hasChildren || living().isEmpty else { return }
    finish()
  }

  private func living() -> [Int32] {
    let parent = getpid()
    return ProcessStatus.all().filter { $0.parent == parent && !$0.isZombie && $0.processID != watched }
      .map(\.processID)
  }

  private func kill() {
    guard whenGone != nil else { return }
    orphans.reap()
    let children = living()
    guard whenGone != nil, !children.isEmpty else { return finish() }
    guard kills < Self.killLimit else {
      log.error("\(children.count) processes survive SIGKILL")
      return finish()
    }
    if kills == 0 { log.notice("killing \(children.count) processes that were left behind") }
    kills += 1
    for child in children { Glibc.kill(child, SIGKILL) }
    deadline.set(EventLoop.now + Self.killInterval)
  }

  private func finish() {
    guard let done = whenGone else { return }
    whenGone = nil
    deadline.set(nil)
    done()
  }
}
