import Configuration
import FileSystem
import Shell

/// Finds errors on a configuration's pages: links to missing tiles, and QR codes that are too long to scan.
///
/// Only `rotunda check` uses this. The running launcher shows such a link as plain text: a bad page must not
/// stop a kiosk.
package nonisolated struct PageCheck {
  private let files: SystemFiles

  package init(files: SystemFiles) { self.files = files }

  package func problems(of configuration: KioskConfiguration) -> [Diagnostic] {
    let tiles = configuration.allTiles.map(\.id)
    let known = Set(tiles)
    var (seen, problems) = (Set<String>(), [Diagnostic]())
    configuration.forEachTile(where: { if case .page = $0.action { true } else { false } }) { tile in
      guard case .page(let page) = tile.action else { return }
      for path in [page.file.text] + page.file.translations.sorted(by: <).map(\.value)
      where seen.insert(path).inserted {
        problems +=
          PageFile.markup(path, files)?.references.compactMap {
            problem($0, in: path, known, tiles)
          } ?? []
      }
    }
    return problems
  }

  private func problem(
    _ reference: (line: Int, kind: PageMarkup.Reference), in path: String, _ known: Set<String>,
    _ tiles: [String]
  ) -> Diagnostic? {
    func say(_ severity: Diagnostic.Severity, _ message: String, _ suggestion: String? = nil) -> Diagnostic {
      Diagnostic(severity, file: path, line: reference.line, message: message, suggestion: suggestion)
    }
    switch reference.kind {
    case .tile(let id) where !known.contains(id):
      return say(.error, "there is no tile '\(excerpt(id))'", Spelling.nearest(to: id, among: tiles))
    case .tile: return nil
    case .code(let text) where text.isEmpty: return say(.error, "a QR code needs a text")
    case .code(let text) where text.utf8.count > PageCode.most:
      return say(.error, "a QR code has at most \(PageCode.most) bytes, not \(text.utf8.count)")
    case .code: return nil
    case .other(let target):
      return say(.warning, "only links to 'tile:' work: '\(excerpt(target))' is shown as plain text")
    }
  }

  private func excerpt(_ text: String) -> String {
    let text = String(text.unicodeScalars.filter { $0.properties.generalCategory != .control })
    return text.count > 60 ? String(text.prefix(60)) + "…" : text
  }
}
