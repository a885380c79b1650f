import Configuration
import Scene

/// What asks for the PIN: digits on the screen.
struct PINPad: Hashable {
  /// What the PIN is asked for.
  enum Purpose: Hashable {
    /// The system's page.
    case admin
    /// A tile, wherever it is.
    case open(tile: String)
    /// A control on a tile.
    case control(TileControl, tile: String)
    /// The launcher was closed.
    case unlock
  }

  /// One of its keys.
  enum PadKey: Hashable {
    case digit(Int)
    /// Takes the last digit back.
    case delete
    /// The PIN is complete.
    case enter
  }

  /// What it says below the digits.
  enum Answer: Hashable {
    case wrong
    /// No PIN is taken for so many seconds.
    case wait(seconds: Int)
    /// PINs cannot be checked.
    case broken
  }

  let purpose: Purpose
  /// When it goes by itself, or forgets what was entered when it can not go.
  var expires: Double
  /// The digits on its keys, from left to right and from above, the last one below the others.
  var order = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]
  /// What was entered.
  private(set) var digits = ""
  var answer: Answer?
  /// The key below a finger.
  var pressed: PadKey?
  /// The key that arrow keys have chosen; nil as long as there were none.
  var focus: PadKey?
  /// Whether the control that closes it is below a finger.
  var isClosePressed = false
  /// The program that had the screen, and has it again when nothing comes of this.
  var program: ProgramID?
  var writing = PINPadWriting()

  /// Seconds without a touch after which it goes: time to think, and gone before the next visitor.
  static let lifetime = 30.0

  init(_ purpose: Purpose, at time: Double) {
    self.purpose = purpose
    expires = time + Self.lifetime
  }

  /// Whether it can be left without a PIN.
  var canBeClosed: Bool { purpose != .unlock }

  /// The keys as they stand: four rows of three.
  var keys: [PadKey] {
    order.prefix(9).map { .digit($0) } + [.delete, .digit(order[9]), .enter]
  }

  /// How many keys a row has.
  static let columns = 3
  static let rows = 4

  mutating func forget() { digits = "" }

  /// A digit more, up to as many as a PIN has.
  mutating func add(_ digit: Int) {
    guard digits.utf8.count < PIN.longest else { return }
    digits += "\(digit)"
  }

  mutating func delete() { _ = digits.popLast() }

  /// Chooses the key beside the one that is chosen; without one, the first.
  mutating func moveFocus(x: Int, y: Int) {
    guard let focus, let index = keys.firstIndex(of: focus) else { return self.focus = keys[0] }
    let column = min(max(index % Self.columns + x, 0), Self.columns - 1)
    let row = min(max(index / Self.columns + y, 0), Self.rows - 1)
    self.focus = keys[row * Self.columns + column]
  }

  /// Puts the digits in another order, one of ten factorial that a number chooses.
  mutating func shuffle(by number: UInt64) {
    var number = number
    // Fisher and Yates: every order is as likely as any other, as far as 2^64 can be shared out.
    for last in stride(from: order.count - 1, to: 0, by: -1) {
      let (quotient, rest) = number.quotientAndRemainder(dividingBy: UInt64(last + 1))
      order.swapAt(last, Int(rest))
      number = quotient
    }
  }
}

extension PINPad: CustomStringConvertible, CustomDebugStringConvertible {
  /// Nothing of what was entered.
  var description: String { "PIN pad" }
  var debugDescription: String { description }
}
