import RotundaGeometry
import Scene

/// Faces whose picture goes from edge to edge.
extension FacePainter {
  /// Free space above and below the writing on the band, as a part of a line.
  private static let bandPadding = 0.45
  /// How opaque the band is over the card, where nothing need be hidden by it, as a part of what it is over a picture.
  private static let plainBand = 0.4
  /// Most of the face's height that the band takes.
  static let highestBand = 0.5

  func paintFullBleed(
    _ face: TileFace, _ writing: FaceWriting, on canvas: borrowing Canvas, load: PictureLoader
  ) {
    let bounds = canvas.bounds
    let band = bandArea(writing, bounds.size)
    var bandColor = face.band
    if let photograph = face.photograph, photograph.covers,
      let bitmap = load(photograph.source, canvas.size, true)
    {
      canvas.draw(bitmap, covering: bounds)
    } else {
      bandColor.alpha *= Self.plainBand
      // The symbol has all of what is above the band.
      let above = PixelSize(canvas.size.width, max(1, canvas.size.height - Int(band.size.height)))
      let layout = FaceLayout(above, lineHeight: 0, marginShare: writing.margin)
      paintSymbol(face, writing, layout, on: canvas, load: load)
    }
    guard !writing.isEmpty else { return }
    canvas.fill(band, top: bandColor, bottom: bandColor)
    let margin = writing.margin * min(bounds.size.width, bounds.size.height)
    let room = Rectangle(
      origin: Point(margin, band.origin.y), size: Size(max(1, band.size.width - 2 * margin), band.size.height)
    )
    writing.draw(in: room, isBelowIcon: false, on: canvas)
  }

  /// How high a band is with a line of a label, and the second line, or only one of them.
  static func bandHeight(line: Double, detail: Double) -> Double {
    line + detail + 2 * max(line, detail) * bandPadding
  }

  /// At the lower edge, as high as its writing.
  private func bandArea(_ writing: FaceWriting, _ face: Size) -> Rectangle {
    guard !writing.isEmpty else { return Rectangle(origin: Point(0, face.height), size: Size(face.width, 0)) }
    let most = face.height * Self.highestBand
    let padding =
      Self.bandHeight(line: writing.lineHeight, detail: writing.detailHeight) - writing.lineHeight
      - writing.detailHeight
    let height = min(writing.height(within: Size(face.width, most)) + padding, most).rounded()
    return Rectangle(origin: Point(0, face.height - height), size: Size(face.width, height))
  }
}
