import RotundaGeometry

/// The velocities of the contacts of one touch sequence, where every event brings the samples of all contacts.
///
/// This is Android's bookkeeping, for its recordings and for devices that report like it. `GestureRecognizer` keeps a
/// trace per contact instead, since Wayland reports only contacts that moved.
public struct VelocityTracker: Sendable {
  /// Pauses longer than this mean that the fingers have stopped, in seconds. Android.
  public var stopAfter = 0.040

  private struct Entry: Sendable {
    let contact: Int32
    var trace: VelocityTrace
  }

  private var entries: [Entry] = []
  private var newestTime: Double?

  /// A tracker without contacts.
  public init() {}

  /// A sample of a contact at `time`, in seconds. A pause before it forgets all samples of all contacts.
  public mutating func add(_ position: Point, of contact: Int32, at time: Double) {
    if index(of: contact) != nil, hasStopped(at: time) { clear() }
    newestTime = time
    if let index = index(of: contact) {
      entries[index].trace.add(position, at: time)
    } else {
      var trace = VelocityTrace()
      trace.add(position, at: time)
      entries.append(Entry(contact: contact, trace: trace))
    }
  }

  /// A contact lifts at `time`, which is no sample. A pause before it forgets all samples of all contacts.
  public mutating func lift(at time: Double) {
    if hasStopped(at: time) { clear() }
  }

  /// Forgets a contact: it has landed anew, or was taken back.
  public mutating func clear(_ contact: Int32) { entries.removeAll { $0.contact == contact } }

  /// Forgets all contacts.
  public mutating func clear() { entries.removeAll(keepingCapacity: true) }

  /// Units of length per second; nil when the samples do not tell.
  public func velocity(of contact: Int32, _ strategy: VelocityStrategy = .leastSquares) -> Point? {
    index(of: contact).flatMap { entries[$0].trace.velocity(strategy) }
  }

  private func index(of contact: Int32) -> Int? { entries.firstIndex { $0.contact == contact } }

  private func hasStopped(at time: Double) -> Bool {
    guard let newestTime else { return false }
    return time - newestTime > stopAfter + VelocityRules.rounding
  }
}
