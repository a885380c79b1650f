import RotundaGeometry
import Scene

/// The name on a face and the line below it, set for the face's size. Lengths in pixels.
struct FaceWriting {
  /// Height of the second line's letters, as a part of the label's.
  private static let detailShare = 0.78
  /// Room between the label and the second line, as a part of the label's line.
  private static let detailGap = 0.12

  /// The largest letters of a badge, as a part of the face's shorter side: it marks the face and does not cover it.
  private static let largestBadgeShare = 0.09

  /// The name as it can be drawn.
  let label: String
  /// The second line as it can be drawn.
  let detail: String
  /// Free edge, as a part of the face's shorter side.
  let margin: Double
  /// Pixels to a point.
  let scale: Double
  /// Height of the letters on a badge.
  let badgeFontSize: Double
  /// Height of a line of the label; 0 without label.
  let lineHeight: Double
  /// Height of what follows the label; 0 for nothing.
  let detailHeight: Double

  private let face: TileFace
  private let typesetter: Typesetter
  private let style: TextStyle
  private let detailStyle: TextStyle

  init(_ face: TileFace, _ size: RasterSize, _ typesetter: Typesetter) {
    self.face = face
    self.typesetter = typesetter
    scale = size.scale
    label = face.label.displayableLabel
    detail = face.detail.displayableLabel
    margin = face.margin >= 0 ? min(face.margin, 0.3) : 0
    let largest = Double(size.pixels.height) * FacePainter.largestFontShare
    let isCentered = face.style == .card
    var style = TextStyle(
      family: face.fontFamily, language: face.language, fontSize: min(face.fontSize * size.scale, largest),
      weight: .medium,
      isCentered: isCentered, width: FaceLayout.labelWidth(size.pixels, marginShare: margin),
      limit: .lines(FaceLayout.labelLines))
    var detailStyle = style
    (detailStyle.weight, detailStyle.limit) = (.regular, .lines(1))
    func measure() -> (line: Double, detail: Double) {
      detailStyle.fontSize = style.fontSize * Self.detailShare
      let line = face.label.displayableLabel.isEmpty ? 0 : typesetter.lineHeight(style)
      guard !face.detail.displayableLabel.isEmpty else { return (line, 0) }
      return (line, typesetter.lineHeight(detailStyle) + line * Self.detailGap)
    }
    var height = measure()
    if face.style == .fullBleed {
      // One line of each has to find room on the band.
      let needed = FacePainter.bandHeight(line: height.line, detail: height.detail)
      let most = Double(size.pixels.height) * FacePainter.highestBand
      if needed > most {
        style.fontSize *= most / needed
        height = measure()
      }
    }
    (lineHeight, detailHeight) = height
    (self.style, self.detailStyle) = (style, detailStyle)
    badgeFontSize = min(
      detailStyle.fontSize,
      Double(min(size.pixels.width, size.pixels.height)) * Self.largestBadgeShare)
  }

  var isEmpty: Bool { label.isEmpty && detail.isEmpty }

  /// Height of the letters of the label.
  var fontSize: Double { style.fontSize }

  /// How high the label's lines are, as they are drawn.
  func height(within area: Size) -> Double {
    (label.isEmpty ? 0 : fitted(area).logical.size.height) + detailHeight
  }

  /// Draws label and detail. Below an icon the first line keeps its place, however many follow; else they are centred.
  func draw(in area: Rectangle, isBelowIcon: Bool, on canvas: borrowing Canvas) {
    guard !isEmpty else { return }
    let free = area.size.height - height(within: area.size)
    var top = area.origin.y + (isBelowIcon ? min(0, free) : free) / 2
    let isOnBand = face.style == .fullBleed
    if !label.isEmpty {
      let layout = fitted(area.size)
      let logical = layout.logical
      layout.draw(
        on: canvas, at: Point(area.origin.x.rounded(), (top - logical.origin.y).rounded()),
        isOnBand ? face.bandText : face.foreground)
      top += logical.size.height
    }
    guard !detail.isEmpty else { return }
    let layout = typesetter.set(detail, detailStyle)
    let color = isOnBand ? face.bandText : face.detailColor ?? face.foreground
    layout.draw(
      on: canvas,
      at: Point(
        area.origin.x.rounded(), (top + lineHeight * Self.detailGap - layout.logical.origin.y).rounded()),
      color)
  }

  /// A few letters in bold, for a badge.
  func badge(_ text: String) -> TextLayout {
    var style = detailStyle
    (style.weight, style.isCentered, style.width) = (.bold, false, detailStyle.width / 2)
    style.fontSize = badgeFontSize
    return typesetter.set(text, style)
  }

  /// Two lines as they are; else a little smaller; else cut short. One line where two of a script with tall
  /// lines would not fit, in smaller letters where not even one does.
  private func fitted(_ area: Size) -> TextLayout {
    let layout = typesetter.set(label, style)
    let room = max(1, area.height - detailHeight)
    // A band ends at the edge of the face.
    let most = room * (face.style == .fullBleed ? 1 : FacePainter.tallestLines)
    if layout.logical.size.height > most {
      var single = style
      single.limit = .lines(1)
      let height = typesetter.set(label, single).logical.size.height
      if height > most { single.fontSize *= room / height }
      return typesetter.set(label, single)
    }
    guard layout.isEllipsized else { return layout }
    var smaller = style
    smaller.fontSize *= FacePainter.condensed
    let condensed = typesetter.set(label, smaller)
    return condensed.isEllipsized ? layout : condensed
  }
}
