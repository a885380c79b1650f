import CQRencode
import RotundaGeometry
import Scene

/// Draws QR codes: black on white in every theme, because telephones expect that.
struct CodePainter {
  /// The width of the light border around a code, in modules (ISO/IEC 18004).
  static let quietZone = 4

  /// Whether libqrencode is available.
  static var isAvailable: Bool { cqr_is_there() }

  /// Returns a code with a whole number of pixels per module, as large as `size` allows. Returns nil without
  /// the library, if the text is too long, and if `size` has fewer pixels than modules.
  func paint(_ text: String, _ size: RasterSize) -> Bitmap? {
    guard let code = CodeModules(text) else { return nil }
    let across = code.side + 2 * Self.quietZone
    let module = min(size.pixels.width, size.pixels.height) / across
    guard module > 0, let storage = PixelStorage(PixelSize(across * module, across * module)) else {
      return nil
    }
    let width = across * module
    for row in 0..<width {
      for column in 0..<width {
        let isDark = code.isDark(
          row: row / module - Self.quietZone, column: column / module - Self.quietZone)
        let at = (row * width + column) * Bitmap.bytesPerPixel
        for channel in 0..<3 { storage.bytes[at + channel] = isDark ? 0 : 255 }
        storage.bytes[at + 3] = 255
      }
    }
    return Bitmap(storage, isOpaque: true)
  }
}

/// The dark modules of a code.
struct CodeModules {
  let side: Int
  private let modules: [UInt8]

  /// Encodes a text. Returns nil without the library, or if no code can hold the text.
  init?(_ text: String) {
    guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
    let most = Int(CQR_MODULES)
    var side = 0
    modules = [UInt8](unsafeUninitializedCapacity: most * most) { buffer, count in
      buffer.initialize(repeating: 0)
      side = Int(cqr_encode(text, buffer.baseAddress))
      count = side * side
    }
    self.side = side
    guard side > 0 else { return nil }
  }

  /// Reports whether a module is dark. Everything outside of the code is light.
  func isDark(row: Int, column: Int) -> Bool {
    (0..<side).contains(row) && (0..<side).contains(column) && modules[row * side + column] == 1
  }
}
