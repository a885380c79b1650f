import Foundation

/// A virtual keyboard with 105 keys: the X server receives its input as if from hardware.
public final class TypingKeyboard {
  /// The codes of linux/input-event-codes.h for all keys of a 105-key keyboard, except the eight modifiers.
  public static let keys: [UInt32] =
    [1] + Array(2...14) + Array(15...28) + Array(30...41) + Array(43...53) + [55, 57, 58] + Array(59...70)
    + Array(71...83) + [86, 87, 88, 96, 98, 99] + Array(102...111) + [119, 127]
  /// Shift, Control, Alt and the logo key, first left, then right.
  public static let modifiers: [UInt32] = [42, 29, 56, 125, 54, 97, 100, 126]

  /// Returns the key codes for lowercase letters on a US keyboard.
  public static func codes(_ letters: String) -> [UInt32] {
    let rows: [(first: UInt32, letters: String)] = [(16, "qwertyuiop"), (30, "asdfghjkl"), (44, "zxcvbnm")]
    return letters.compactMap { letter in
      rows.lazy.compactMap { row in
        row.letters.firstIndex(of: letter).map {
          row.first + UInt32(row.letters.distance(from: row.letters.startIndex, to: $0))
        }
      }.first
    }
  }

  private static let keyMessage: UInt32 = 5
  private static let keySize = 16
  /// X11 key codes start at 8.
  private static let offset: UInt32 = 8

  private let socket: InputTestSocket

  init(socketPath: String) throws {
    socket = try InputTestSocket(socketPath)
  }

  /// Microseconds between two reports: computers poll keyboards at most a thousand times per second (USB 2.0,
  /// 5.7.4). Every compositor disconnects a client that leaves too many events unread.
  private static let interval: UInt32 = 1000

  /// Presses or releases a key, by its code in linux/input-event-codes.h.
  ///
  /// - Throws: `CompositorFailure` if the X server ended.
  public func set(_ key: UInt32, isPressed: Bool) throws {
    usleep(Self.interval)
    var message = InputTestSocket.message(Self.keyMessage, size: Self.keySize)
    // The server never processes an invalid code, and the reply would never arrive.
    message.append(littleEndian: key + Self.offset)
    message.append(littleEndian: UInt32(isPressed ? 1 : 0))
    try socket.send(message)
  }

  /// Presses keys in order, and releases them in reverse order.
  ///
  /// - Throws: `CompositorFailure` if the X server ended.
  public func chord(_ keys: [UInt32]) throws {
    for key in keys { try set(key, isPressed: true) }
    for key in keys.reversed() { try set(key, isPressed: false) }
  }
}
