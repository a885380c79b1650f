/// A kiosk's record of its bundles: which one it shows, which one it tries, and which numbers it takes.
///
/// Each change returns the steps that apply it to the disk, in their order. After a power cut between two
/// steps, or within one, `recover` restores the bundle that worked last.
package struct BundleRecord: Hashable, Sendable {
  /// A bundle that did not pass its trial.
  package struct Failure: Hashable, Sendable {
    package let number: Int
    package let reason: String
  }

  /// A change on the disk that is complete or does not happen.
  package enum Step: Hashable, Sendable {
    case record(BundleRecord)
    /// Makes the link to the current bundle point to one; nil removes it.
    case point(Int?)
    /// Removes all unpacked bundles except one.
    case removeOthers(Int?)
  }

  /// The number of interrupted trials after which a bundle counts as failed.
  private static let mostInterruptions = 2

  /// The bundle in use, unless another one is in its trial.
  package private(set) var kept: Int?
  /// The highest number that was tried.
  package private(set) var highest = 0
  /// The bundle in its trial.
  package private(set) var trial: Int?
  /// The number of interruptions of the trial of the highest number, by power cuts or ends of the launcher.
  package private(set) var interruptions = 0
  /// Whether the trial of the highest number ended before the launcher had applied the bundle.
  package private(set) var isPostponed = false
  /// The last bundle that did not pass.
  package private(set) var failure: Failure?
  /// The reason why the kiosk did not try the bundle that it got last; nil if it tried it.
  package private(set) var refusal: BundleFault.Kind?

  /// Creates the record of a kiosk without bundles.
  package init() {}

  /// Creates a record for a kiosk that lost its own, and shows a bundle.
  package init(lostWith current: Int?) { (kept, highest) = (current, current ?? 0) }

  /// Returns the reason why the kiosk does not try a number.
  package func objection(to number: Int) -> BundleFault? {
    if number == kept { return BundleFault(.installed, "has the number \(number), which is in use already") }
    if let failure, failure.number == number {
      return BundleFault(.failed, "has the number \(number), which did not work here: \(failure.reason)")
    }
    if number == highest, interruptions > 0 || isPostponed { return nil }
    guard number <= highest else { return nil }
    return BundleFault(.old, "has the number \(number), but this kiosk had \(highest) before")
  }

  /// Begins the trial of an unpacked bundle.
  package mutating func begin(_ number: Int) -> [Step] {
    precondition(trial == nil && objection(to: number) == nil, "the number cannot be tried")
    if number != highest { interruptions = 0 }
    (highest, trial, refusal, isPostponed) = (number, number, nil, false)
    return [.record(self), .point(number)]
  }

  /// Notes why a bundle is not tried. The server learns it at the next pull.
  package mutating func refuse(_ kind: BundleFault.Kind) -> [Step] {
    let new = kind == .installed ? nil : kind
    guard new != refusal else { return [] }
    refusal = new
    return [.record(self)]
  }

  /// Ends the trial: the bundle works.
  package mutating func keep() -> [Step] {
    guard let number = trial else { return [] }
    (kept, trial, interruptions, failure) = (number, nil, 0, nil)
    return [.record(self), .removeOthers(number)]
  }

  /// Ends the trial: the bundle does not work.
  package mutating func goBack(_ reason: String) -> [Step] {
    guard let number = trial else { return [] }
    (trial, interruptions, failure) = (nil, 0, Failure(number: number, reason: Self.line(reason)))
    return steps
  }

  /// Ends the trial before it began: the launcher did not apply the bundle. The same number is tried later.
  package mutating func postpone() -> [Step] {
    guard trial != nil else { return [] }
    (trial, isPostponed) = (nil, true)
    return steps
  }

  /// Ends the trial without a result. The same number may be tried once more.
  package mutating func interrupt(_ reason: String) -> [Step] {
    guard trial != nil else { return [] }
    interruptions += 1
    guard interruptions < Self.mostInterruptions else {
      return goBack("\(reason), \(Self.mostInterruptions) times")
    }
    trial = nil
    return steps
  }

  /// Returns to the bundle that worked last, whatever happened before.
  ///
  /// - Parameter current: the bundle that the link points to.
  package mutating func recover(from current: Int?) -> [Step] {
    if trial != nil { return interrupt("the trial was interrupted") }
    return (current == kept ? [] : [.point(kept)]) + [.removeOthers(kept)]
  }

  /// The link comes first: until it is back, the record says that a trial is on.
  private var steps: [Step] { [.point(kept), .record(self), .removeOthers(kept)] }

  // MARK: Text

  private static let title = "rotunda bundles 1"
  /// The longest reason to record, in characters.
  private static let reasonLimit = 300

  /// Returns a text as one line.
  private static func line(_ text: String) -> String {
    let scalars = text.unicodeScalars.prefix(reasonLimit).map { $0.value < 32 || $0.value == 127 ? " " : $0 }
    return String(String.UnicodeScalarView(scalars))
  }

  /// The record as a file stores it: a line for each value.
  package var text: String {
    var lines = [Self.title, "highest \(highest)", "interruptions \(interruptions)"]
    if isPostponed { lines.append("postponed \(highest)") }
    if let kept { lines.append("kept \(kept)") }
    if let trial { lines.append("trial \(trial)") }
    if let refusal { lines.append("refused \(refusal.rawValue)") }
    if let failure { lines.append("failed \(failure.number) \(failure.reason)") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Reads the form of `text`. Returns nil for anything else.
  package init?(text: String) {
    let lines = text.split(separator: "\n")
    guard lines.first == Substring(Self.title), text.hasSuffix("\n") else { return nil }
    for line in lines.dropFirst() {
      let words = line.split(separator: " ", maxSplits: 2)
      if words.count == 2, words[0] == "refused", let kind = BundleFault.Kind(rawValue: String(words[1])) {
        refusal = kind
        continue
      }
      guard words.count > 1, let number = Int(words[1]), number >= 0 else { return nil }
      switch words[0] {
      case "highest": highest = number
      case "interruptions": interruptions = number
      case "postponed": isPostponed = true
      case "kept": kept = number
      case "trial": trial = number
      case "failed": failure = Failure(number: number, reason: words.count > 2 ? String(words[2]) : "")
      default: return nil
      }
    }
    guard highest >= max(kept ?? 0, trial ?? 0), trial == nil || trial != kept else { return nil }
  }
}
