import CFontconfig
import Glibc

/// A font of a theme, as fontconfig understands it.
enum FontFile {
  /// The families in a file; empty where it is no font that can be read.
  static func families(at path: String) -> [String] {
    guard let set = FcFontSetCreate() else { return [] }
    defer { FcFontSetDestroy(set) }
    // -1 is all faces of a collection, and all of a variable font.
    guard FcFreeTypeQueryAll(path, UInt32.max, nil, nil, set) > 0 else { return [] }
    var names: Set<String> = []
    for index in 0..<Int(set.pointee.nfont) {
      var name: UnsafeMutablePointer<FcChar8>?
      guard FcPatternGetString(set.pointee.fonts[index], FC_FAMILY, 0, &name) == FcResultMatch, let name
      else { continue }
      names.insert(String(cString: name))
    }
    return names.sorted()
  }
}
