import Configuration

/// The entry of a PIN, digit by digit, and the answer to the last one.
///
/// It decides whether a key counts. It does not know the places and looks of keys.
struct PINEntry: Hashable {
  /// Whether PINs are accepted.
  private(set) var gate: PINPad.Gate
  /// The digits on the keys, from left to right and from top to bottom. The last one is below the others.
  private(set) var order = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]
  /// The entered digits.
  private(set) var digits = ""
  private(set) var answer: PINPad.Answer?

  init(_ gate: PINPad.Gate, at time: Double) {
    self.gate = gate
    let seconds = gate.wait(at: time)
    if seconds > 0 { answer = .wait(seconds: seconds) }
  }

  /// Enters a number of digits, for a preview.
  mutating func preview(digits count: Int) { digits = String(repeating: "0", count: count) }

  /// The keys by place: four rows of three.
  var keys: [PINPad.PadKey] {
    order.prefix(9).map { .digit($0) } + [.delete, .digit(order[9]), .enter]
  }

  /// The number of entered digits.
  var count: Int { digits.utf8.count }

  mutating func forget() { digits = "" }

  /// Sets whether PINs are accepted.
  mutating func update(_ gate: PINPad.Gate) { self.gate = gate }

  /// Shows that a PIN was refused, or could not be checked.
  mutating func refuse(_ answer: PINPad.Answer, at time: Double) {
    let seconds = gate.wait(at: time)
    self.answer = seconds > 0 ? .wait(seconds: seconds) : answer
  }

  /// When the remaining seconds of a wait decrease; nil without a wait.
  var nextSecond: Double? {
    guard case .wait(let seconds) = answer else { return nil }
    return gate.waitEnds - Double(seconds - 1)
  }

  /// Counts a wait down. Returns whether a wait was active.
  mutating func countDown(at time: Double) -> Bool {
    guard case .wait = answer else { return false }
    let seconds = gate.wait(at: time)
    answer = seconds > 0 ? .wait(seconds: seconds) : nil
    return true
  }

  /// Shuffles the digits. `number` selects one of the ten factorial orders.
  mutating func shuffle(by number: UInt64) {
    var number = number
    // Fisher–Yates shuffle: all orders are equally likely, up to the rounding of 2^64.
    for last in stride(from: order.count - 1, to: 0, by: -1) {
      let (quotient, rest) = number.quotientAndRemainder(dividingBy: UInt64(last + 1))
      order.swapAt(last, Int(rest))
      number = quotient
    }
  }

  /// The effect of a key.
  enum Press: Hashable {
    /// The key does not count now.
    case nothing
    case changed
    /// The PIN is complete, and the caller must check it.
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
  /// A description without the entered digits.
  var description: String { "PIN entry" }
  var debugDescription: String { description }
}
