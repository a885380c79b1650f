import Threads

/// One large picture is decoded at a time: so no two take their memory at once.
final class LargePictureTurn: Sendable {
  private let isTaken = Monitor(false)

  /// Waits for the turn and takes it.
  func take() {
    isTaken.wait { isTaken -> Void? in
      guard !isTaken else { return nil }
      isTaken = true
      return ()
    }
  }

  /// The next may have it.
  func giveBack() {
    isTaken.withLock { $0 = false }
    isTaken.wakeUp()
  }
}
