import CLinux
import Glibc
import Logging

/// Entries of the journal with a field of their own, which `journalctl ROTUNDA_TILE=plan` finds.
///
/// A user's service manager does not pass fields of its units on, so the launcher writes what happens to programs itself. It
/// speaks the journal's native protocol, because sd_journal_sendv(3) waits for a journal that does not read.
enum TileJournal {
  /// LOG_INFO of syslog(3).
  private static let priority = "6"
  /// Where the journal listens: "Native Journal Protocol" of systemd's documentation.
  private static let socket = "/run/systemd/journal/socket"
  /// Most bytes of a message or a tile's identifier: a datagram has room for both.
  private static let mostBytes = 8 << 10

  /// Writes an entry; whether there is a journal. One that is too busy to take it does not get it.
  static func write(_ text: String, tile: String) -> Bool {
    let fields = [
      ("MESSAGE", "programs: \(text)"), ("PRIORITY", priority), ("SYSLOG_IDENTIFIER", "rotunda"),
      ("ROTUNDA_TILE", tile),
    ]
    let entry = Array(fields.map { "\($0.0)=\(line($0.1))\n" }.joined().utf8)
    guard clinux_datagram(socket, entry, entry.count) < 0 else { return true }
    guard errno == EAGAIN || errno == ENOBUFS else { return false }
    Log.countDropped()
    return true
  }

  /// A line feed would end the field.
  private static func line(_ text: String) -> String {
    let bytes = text.utf8.prefix(mostBytes).map { $0 < 0x20 ? 0x20 : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
