import CFontconfig
import CLinux
import CPixbuf

/// What a decoder has to have loaded before it is confined: afterwards no file can be opened.
struct PicturePreparation: OptionSet, Hashable {
  let rawValue: Int

  static let webp = PicturePreparation(rawValue: 1 << 0)
  static let svg = PicturePreparation(rawValue: 1 << 1)
  /// Drawings with writing on them.
  static let fonts = PicturePreparation(rawValue: 1 << 2)

  /// Loads it. What is not installed is missed when a picture needs it.
  func load() {
    load(.png)
    load(.jpeg)
    if contains(.webp) { load(.webp) }
    if contains(.svg) { load(.svg) }
    if contains(.fonts) { loadFonts() }
  }

  private func load(_ format: PictureFormat) {
    guard let loader = gdk_pixbuf_loader_new_with_type(format.rawValue, nil) else { return }
    gdk_pixbuf_loader_close(loader, nil)
    rotunda_pixbuf_object_unref(loader)
  }

  /// Which fonts there are is read now; which ones a drawing needs is not known before it is drawn.
  private func loadFonts() {
    guard FcInit() != 0 else { return }
    FcConfigSetRescanInterval(nil, 0)
    guard let fonts = FcConfigGetFonts(nil, FcSetSystem) else { return }
    for index in 0..<Int(fonts.pointee.nfont) {
      var path: UnsafeMutablePointer<FcChar8>?
      guard FcPatternGetString(fonts.pointee.fonts[index], FC_FILE, 0, &path) == FcResultMatch, let path
      else {
        continue
      }
      path.withMemoryRebound(to: CChar.self, capacity: 1) { clinux_keep_file($0) }
    }
  }
}
