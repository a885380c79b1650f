import RotundaGeometry
import Scene

/// The positions on a card. Lengths are in pixels.
///
/// The icon has the same place for labels of one and two lines. Therefore neighboring tiles line up.
struct FaceLayout: Hashable {
  /// Gap between icon and label, as a share of the face's shorter side.
  private static let gapShare = 0.07
  static let labelLines = 2
  /// The number of label lines for centering icon and label together. A value between one and two balances
  /// both.
  private static let weighedLines = 1.5
  /// The largest share of the face's width that a square icon takes. On a 4:5 card it then has equal margins
  /// beside and above it.
  private static let iconShare = 0.7
  /// The share of a badge's height that may cover the icon, whose corners are mostly empty. If more would be
  /// covered, the icon gets smaller and leaves a gap.
  static let badgeOverlap = 0.2
  private static let badgeGap = 0.1
  /// The size below which an icon is left out, in pixels and as a share of the face's shorter side.
  static let smallestIcon = (side: 8.0, share: 0.12)

  /// The label's lines and the detail; empty for a face without text.
  let label: Rectangle
  /// A square in the upper part; empty if it has no room.
  let icon: Rectangle
  /// The area for a wide picture. It has the same height as `icon`.
  private let wideIcon: Rectangle
  /// The area for a picture that covers its place: everything above the text.
  let cover: Rectangle

  /// Creates the layout of a face of `size`, whose label has lines of `lineHeight`; 0 for a face without
  /// label.
  ///
  /// - Parameters:
  ///   - detailHeight: the height below the label.
  ///   - marginShare: margin, as a share of the face's shorter side.
  ///   - badge: the area of a badge in an upper corner.
  ///   - hasPicture: whether the face has an icon or a picture. If not, the text is centered.
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

  /// Returns the part of a square above the label that a badge leaves free: a smaller square with the same
  /// lower edge and horizontal center.
  static func free(_ square: Rectangle, _ badge: Rectangle?) -> Rectangle {
    guard let badge else { return square }
    let allowed = badge.size.height * badgeOverlap
    // A badge in the left corner has the same distance from the center as one in the right corner.
    let isLeft = badge.center.x < square.center.x
    let across = isLeft ? badge.maxX - square.origin.x : square.maxX - badge.origin.x
    let down = badge.maxY - square.origin.y
    guard across > allowed, down > allowed else { return square }
    let gap = badge.size.height * badgeGap
    let side = max(0, square.size.width - min(2 * (across + gap), down + gap)).rounded(.down)
    return Rectangle(
      origin: Point(square.center.x - side / 2, square.maxY - side), size: Size(side, side))
  }

  /// Returns the width at which the label of a face of `size` is wrapped.
  static func labelWidth(_ size: PixelSize, marginShare: Double) -> Int {
    max(1, Int(Double(size.width) - 2 * marginShare * Double(min(size.width, size.height))))
  }

  /// The largest pixel size of a picture on the face.
  var iconRoom: PixelSize { wideIcon.pixels }

  /// Returns the largest area with the proportions of `picture` that fits, at most `enlarged` times its size.
  func place(_ picture: PixelSize, enlarged: Double) -> Rectangle {
    let (width, height) = (Double(picture.width), Double(picture.height))
    let scale = min(wideIcon.size.width / width, wideIcon.size.height / height, enlarged)
    let size = Size(max(1, (width * scale).rounded()), max(1, (height * scale).rounded()))
    let center = icon.center
    return Rectangle(
      origin: Point((center.x - size.width / 2).rounded(), (center.y - size.height / 2).rounded()), size: size
    )
  }

  /// Returns the largest area with the proportions of `picture`, centered in `room`.
  static func place(_ picture: PixelSize, within room: PixelSize) -> Rectangle {
    let scale = min(
      Double(room.width) / Double(picture.width), Double(room.height) / Double(picture.height))
    let size = Size(Double(picture.width) * scale, Double(picture.height) * scale)
    return onPixels(
      Rectangle(center: Point(Double(room.width) / 2, Double(room.height) / 2), size: size))
  }

  /// Returns the smallest area with the proportions of `picture` that covers `area`. The point `focus`, as
  /// shares of the picture's width and height, gets the same relative position in the area. Therefore it
  /// stays visible with all proportions.
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
  /// The size in whole pixels, at least one in each direction.
  var pixels: PixelSize { PixelSize(max(1, Int(size.width)), max(1, Int(size.height))) }
}
