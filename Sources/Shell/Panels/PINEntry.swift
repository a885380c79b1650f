import Configuration

/// The entry of a PIN, digit by digit, and the answer to the last one.
///
/// It decides whether a key counts. It does not know places and looks of keys.
struct PINEntry: Hashable {
  /// Whether PINs are taken.
  private(set) var gate: PINPad.Gate
  /// The digits on the keys, from left to right and from above, the last one below the others.
  private(set) var order = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]
  /// What was entered.
  private(set) var digits = ""
  private(set) var answer: PINPad.Answer?

  init(_ gate: PINPad.Gate, at time: Double) {
    self.gate = gate
    let seconds = gate.wait(at: time)
    if seconds > 0 { answer = .wait(seconds: seconds) }
  }

  /// With this many digits entered, for a preview.
  mutating func preview(digits count: Int) { digits = String(repeating: "0", count: count) }

  /// The keys as they stand: four rows of three.
  var keys: [PINPad.PadKey] {
    order.prefix(9).map { .digit($0) } + [.delete, .digit(order[9]), .enter]
  }

  /// How many digits were entered.
  var count: Int { digits.utf8.count }

  mutating func forget() { digits = "" }

  /// PINs may be accepted again, or no longer.
  mutating func update(_ gate: PINPad.Gate) { self.gate = gate }

  /// A PIN was refused, or could not be checked.
  mutating func refuse(_ answer: PINPad.Answer, at time: Double) {
    let seconds = gate.wait(at: time)
    self.answer = seconds > 0 ? .wait(seconds: seconds) : answer
  }

  /// When the seconds of a wait are one less; nil without a wait.
  var nextSecond: Double? {
    guard case .wait(let seconds) = answer else { return nil }
    return gate.waitEnds - Double(seconds - 1)
  }

  /// Counts a wait down; whether there is one.
  mutating func countDown(at time: Double) -> Bool {
    guard case .wait = answer else { return false }
    let seconds = gate.wait(at: time)
    answer = seconds > 0 ? .wait(seconds: seconds) : nil
    return true
  }

  /// Shuffles the digits into one of ten factorial orders, by a number.
  mutating func shuffle(by number: UInt64) {
    var number = number
    // Fisher and Yates: all orders are equally likely, as far as 2^64 divides.
    for last in stride(from: order.count - 1, to: 0, by: -1) {
      let (quotient, rest) = number.quotientAndRemainder(dividingBy: UInt64(last + 1))
      order.swapAt(last, Int(rest))
      number = quotient
    }
  }

  /// What a key did.
  enum Press: Hashable {
    /// It does not count now.
    case nothing
    case changed
    /// The PIN is complete, and is to be checked.
    case entered(PIN)
  }

  mutating func press(_ key: PINPad.PadKey, at time: Double) -> Press {
    guard gate.isOpen(at: time) else { return .nothing }
    answer = nil
    switch key {
    case .digit(let digit): if count < PIN.longest { digits += "\(digit)" }
    case .delete: _ = digits.popLast()
    case .enter:
      guard let pin = PIN(digits) else { return .changed }
      digits = ""
      gate.isChecking = true
      return .entered(pin)
    }
    return .changed
  }
}

extension PINEntry: CustomStringConvertible, CustomDebugStringConvertible {
  /// Nothing of what was entered.
  var description: String { "PIN entry" }
  var debugDescription: String { description }
}
