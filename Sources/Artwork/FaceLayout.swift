import RotundaGeometry
import Scene

/// Where things are on a card. Lengths in pixels.
///
/// The icon keeps its place whether the label takes one line or two, so that neighboring tiles line up.
struct FaceLayout: Hashable {
  /// Free space between icon and label, as a part of the face's shorter side.
  private static let gapShare = 0.07
  static let labelLines = 2
  /// Lines of a label that count when icon and label are centered together: between one and two, so that
  /// either looks balanced.
  private static let weighedLines = 1.5
  /// Most of the face's width that a square icon takes: on a card of 4:5 it then has as much room beside it
  /// as above.
  private static let iconShare = 0.7
  /// How much of a badge's height may lie over the icon, whose corners are mostly empty; and the gap to one
  /// that would hide more, for which the icon is made smaller.
  static let badgeOverlap = 0.2
  private static let badgeGap = 0.1
  /// An icon smaller than this, in pixels or as a part of the face's shorter side, is left out.
  static let smallestIcon = (side: 8.0, share: 0.12)

  /// The label's lines and what follows them; empty for a face without writing.
  let label: Rectangle
  /// A square in the upper part; empty where there is no room.
  let icon: Rectangle
  /// Where a picture that is wider than high may stretch to, as high as `icon`.
  private let wideIcon: Rectangle
  /// Where a picture that covers its place goes: all above the writing.
  let cover: Rectangle

  /// The layout of a face of `size`, whose label has lines of `lineHeight`; 0 for a face without label.
  ///
  /// - Parameters:
  ///   - detailHeight: what follows the label.
  ///   - marginShare: free edge, as a part of the face's shorter side.
  ///   - badge: what lies over the face in an upper corner.
  ///   - hasPicture: whether there is an icon or a picture; without, the writing is in the middle.
  init(
    _ size: PixelSize, lineHeight: Double, detailHeight: Double = 0, marginShare: Double = 0.08,
    badge: Rectangle? = nil, hasPicture: Bool = true
  ) {
    let face = Size(Double(size.width), Double(size.height))
    let shorter = min(face.width, face.height)
    let margin = shorter * marginShare
    let width = max(1, face.width - 2 * margin)
    let room = max(0, face.height - 2 * margin)
    let labelHeight = min(lineHeight * Double(FaceLayout.labelLines) + detailHeight, room)
    let gap = labelHeight > 0 ? shorter * FaceLayout.gapShare : 0
    let lowestLabel = face.height - margin - labelHeight
    let side = max(0, min(face.width * FaceLayout.iconShare, width, lowestLabel - gap - margin)).rounded(
      .down)
    let weighed = min(labelHeight, lineHeight * FaceLayout.weighedLines + detailHeight)
    let top = max(margin, (face.height - side - gap - weighed) / 2)
    let labelTop = min(top + side + gap, lowestLabel)
    let place = FaceLayout.free(
      Rectangle(origin: Point((face.width - side) / 2, labelTop - gap - side), size: Size(side, side)), badge)
    let hasIcon =
      hasPicture
      && place.size.width >= max(FaceLayout.smallestIcon.side, shorter * FaceLayout.smallestIcon.share)
    label = Rectangle(
      origin: Point(margin, hasIcon ? labelTop : (face.height - labelHeight) / 2),
      size: Size(width, labelHeight))
    icon = hasIcon ? FaceLayout.onPixels(place) : .zero
    wideIcon =
      hasIcon
      ? FaceLayout.onPixels(Rectangle(center: icon.center, size: Size(width, icon.size.height))) : .zero
    let below = labelHeight > 0 ? face.height - labelHeight - margin - gap * 0.8 : face.height
    cover = FaceLayout.onPixels(
      Rectangle(origin: .zero, size: Size(face.width, hasIcon ? max(1, below) : 0)))
  }

  /// What of a square above the label is left by a badge: a smaller one with the same lower edge and the same
  /// middle.
  static func free(_ square: Rectangle, _ badge: Rectangle?) -> Rectangle {
    guard let badge else { return square }
    let allowed = badge.size.height * badgeOverlap
    // In the left corner it is as far from the middle as in the right one.
    let isLeft = badge.center.x < square.center.x
    let across = isLeft ? badge.maxX - square.origin.x : square.maxX - badge.origin.x
    let down = badge.maxY - square.origin.y
    guard across > allowed, down > allowed else { return square }
    let gap = badge.size.height * badgeGap
    let side = max(0, square.size.width - min(2 * (across + gap), down + gap)).rounded(.down)
    return Rectangle(
      origin: Point(square.center.x - side / 2, square.maxY - side), size: Size(side, side))
  }

  /// The width at which the label of a face of `size` is wrapped.
  static func labelWidth(_ size: PixelSize, marginShare: Double) -> Int {
    max(1, Int(Double(size.width) - 2 * marginShare * Double(min(size.width, size.height))))
  }

  /// Pixels that a picture on the face can have at most.
  var iconRoom: PixelSize { wideIcon.pixels }

  /// The largest area of the proportions of `picture` that fits, at most `enlarged` times as large as it is.
  func place(_ picture: PixelSize, enlarged: Double) -> Rectangle {
    let (width, height) = (Double(picture.width), Double(picture.height))
    let scale = min(wideIcon.size.width / width, wideIcon.size.height / height, enlarged)
    let size = Size(max(1, (width * scale).rounded()), max(1, (height * scale).rounded()))
    let center = icon.center
    return Rectangle(
      origin: Point((center.x - size.width / 2).rounded(), (center.y - size.height / 2).rounded()), size: size
    )
  }

  /// The largest area of the proportions of `picture` in the middle of `room`.
  static func place(_ picture: PixelSize, within room: PixelSize) -> Rectangle {
    let scale = min(
      Double(room.width) / Double(picture.width), Double(room.height) / Double(picture.height))
    let size = Size(Double(picture.width) * scale, Double(picture.height) * scale)
    return onPixels(
      Rectangle(center: Point(Double(room.width) / 2, Double(room.height) / 2), size: size))
  }

  /// The smallest area of the proportions of `picture` that covers `area`. The point `focus` of the picture,
  /// as parts of its width and height, comes to the same parts of the area: so it stays in sight, whatever
  /// the proportions are.
  static func place(
    _ picture: PixelSize, covering area: Rectangle, focus: Point = Point(0.5, 0.5)
  ) -> Rectangle {
    let (width, height) = (Double(picture.width), Double(picture.height))
    let scale = max(area.size.width / width, area.size.height / height)
    let size = Size(width * scale, height * scale)
    let free = Point(area.size.width - size.width, area.size.height - size.height)
    return Rectangle(origin: area.origin + Point(free.x * focus.x, free.y * focus.y), size: size)
  }

  private static func onPixels(_ area: Rectangle) -> Rectangle {
    Rectangle(
      origin: Point(area.origin.x.rounded(), area.origin.y.rounded()),
      size: Size(area.size.width.rounded(), area.size.height.rounded()))
  }
}

extension Rectangle {
  /// Its extent in whole pixels, at least one each way.
  var pixels: PixelSize { PixelSize(max(1, Int(size.width)), max(1, Int(size.height))) }
}
