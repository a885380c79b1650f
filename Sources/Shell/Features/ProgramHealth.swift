import Configuration
import Programs

/// A summary of the screen's picture, to compare it with others.
package struct ScreenLook: Hashable, Sendable {
  /// Equal for equal pictures.
  package let digest: UInt64
  /// Whether nearly all of the screen has one color.
  package let isPlain: Bool

  package init(digest: UInt64, isPlain: Bool) { (self.digest, self.isPlain) = (digest, isPlain) }
}

/// Recognizes a program that hangs by what the screen shows, if its tile wants that.
///
/// It looks at the screen once after the program's start, and while a visitor touches. Without touches and
/// without such a program, nothing wakes the launcher.
struct ProgramHealth: Hashable, Sendable {
  /// The program on the screen.
  private struct Watch: Hashable {
    let program: ProgramID
    let limit, since: Double
    /// Whether the screen may still be plain since the program got it.
    var isNew = true
    /// The latest picture; nil for none with which to compare.
    var look: Look?
    var lastTouch = -Double.infinity
    var nextLook = -Double.infinity

    struct Look: Hashable {
      let digest: UInt64
      /// When the first picture with it was seen.
      let since: Double
    }

    init(_ program: ProgramID, limit: Double, since: Double) {
      (self.program, self.limit, self.since) = (program, limit, since)
    }
  }

  private var watch: Watch?
  /// The program for which the host looks at the screen.
  private var looked: ProgramID?

  /// The number of looks within the limit while a visitor touches.
  private static let looksPerLimit = 6.0

  /// Whether touches on the program on the screen matter.
  var needsTouches: Bool { watch != nil }

  /// Follows the owner of the screen.
  mutating func follow(_ program: ProgramID?, _ conduct: ProgramConduct?, at time: Double) {
    guard let program, let conduct, conduct.health == .moves else { return watch = nil }
    guard watch?.program != program else { return }
    watch = Watch(program, limit: conduct.healthAfter, since: time)
  }

  /// When to look at a new program.
  var deadline: Double? {
    guard let watch, watch.isNew, looked == nil else { return nil }
    return watch.since + watch.limit
  }

  /// Returns whether to look at the screen now, because a new program should have drawn something.
  mutating func isDue(at time: Double) -> Bool {
    guard let deadline, deadline <= time else { return false }
    looked = watch?.program
    return true
  }

  /// Notes a touch on the program. Returns whether to look at the screen now.
  mutating func touched(at time: Double) -> Bool {
    guard var watch else { return false }
    // A visitor who has read for a while begins again.
    if time - watch.lastTouch > watch.limit / 2 { watch.look = nil }
    watch.lastTouch = time
    let isDue = looked == nil && time >= watch.nextLook
    if isDue {
      watch.nextLook = time + watch.limit / Self.looksPerLimit
      looked = watch.program
    }
    self.watch = watch
    return isDue
  }

  /// Takes the result of a look, or nil without one. Returns the program if it hangs.
  mutating func see(_ look: ScreenLook?, at time: Double) -> ProgramID? {
    let program = looked
    looked = nil
    guard var watch, watch.program == program else { return nil }
    defer { self.watch = watch }
    guard let look else {
      // The compositor gives no copies.
      watch.isNew = false
      watch.look = nil
      return nil
    }
    if watch.isNew, !look.isPlain { watch.isNew = false }
    if watch.isNew, time >= watch.since + watch.limit { return hangs(&watch) }
    guard let last = watch.look, last.digest == look.digest else {
      watch.look = Watch.Look(digest: look.digest, since: time)
      return nil
    }
    return watch.lastTouch >= last.since + watch.limit ? hangs(&watch) : nil
  }

  private func hangs(_ watch: inout Watch) -> ProgramID {
    (watch.isNew, watch.look) = (false, nil)
    return watch.program
  }
}
