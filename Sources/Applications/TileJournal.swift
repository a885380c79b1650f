import CSystemd
import Glibc

/// Entries of the journal with a field of their own, which `journalctl ROTUNDA_TILE=plan` finds.
///
/// A user's service manager does not pass fields of its units on, so the launcher writes what happens to programs itself.
enum TileJournal {
  /// LOG_INFO of syslog(3).
  private static let priority = "6"

  /// Writes an entry; whether there is a journal.
  static func write(_ text: String, tile: String) -> Bool {
    // A line feed would be kept, but makes two of what is one.
    let line = String(text.map { $0.isNewline ? " " : $0 })
    let fields = [
      "MESSAGE=programs: \(line)", "PRIORITY=\(priority)", "SYSLOG_IDENTIFIER=rotunda",
      "ROTUNDA_TILE=\(tile)",
    ].map { Array($0.utf8) }
    // One block, so that every field has an address until the call is over.
    var bytes = fields.flatMap { $0 }
    return bytes.withUnsafeMutableBytes { block in
      var start = 0
      let vectors = fields.map { field in
        defer { start += field.count }
        return iovec(iov_base: block.baseAddress.map { $0 + start }, iov_len: field.count)
      }
      return sd_journal_sendv(vectors, Int32(vectors.count)) == 0
    }
  }
}
