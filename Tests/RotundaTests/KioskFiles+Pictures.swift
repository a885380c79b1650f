import TestCompositor

extension KioskFiles {
  /// Writes a picture that is longer than a page: red, and blue at its end.
  func writeTallPicture(to name: String) throws {
    let (red, blue) = (Paint.red.color, Paint.blue.color)
    var bytes: [UInt8] = []
    for row in 0..<320 {
      let color = row < 300 ? red : blue
      for _ in 0..<64 { bytes += [color.blue, color.green, color.red, 255] }
    }
    try PixelSnapshot(width: 64, height: 320, bytes: bytes).writePNG(to: path(name))
  }
}
