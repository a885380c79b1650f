/// Memory for pixels, which stays where it is until it has to hold more.
final class PixelMemory {
  /// The first one.
  private(set) var start: UnsafeMutablePointer<UInt32>
  private(set) var count = 0
  private var capacity = 1

  init() { start = .allocate(capacity: 1) }

  deinit { start.deallocate() }

  /// Makes room for so many; what they hold is unknown.
  func resize(to count: Int) {
    self.count = count
    guard count > capacity else { return }
    start.deallocate()
    start = .allocate(capacity: count)
    capacity = count
  }
}
