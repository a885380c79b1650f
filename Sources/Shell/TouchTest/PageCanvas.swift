import RotundaGeometry
import Scene

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Draws rectangles, circles, lines and text of a page, in points from the surface's upper left corner.
struct PageCanvas {
  /// The style of a text.
  struct Style {
    var size: Double
    var color: Color
    var isBold = false
    /// The font; nil for the page's.
    var fontFamily: String?
  }

  var frame: SceneFrame
  var labels: LabelStore
  let scale: Double
  let fontFamily: String
  /// The language of the texts, as a tag.
  var language = ""

  /// The greatest widths of a word, and of a line that is drawn as a whole, in font sizes.
  private static let (longestPiece, longestLine) = (12.0, 60.0)
  /// The width of a space, in font sizes.
  private static let blank = 0.28

  mutating func rectangle(_ area: Rectangle, _ color: Color, radius: Double = 0) {
    let center = area.center - middle
    frame.sprites.append(
      Sprite(
        .color(color), size: area.size, transform: .identity.translated(center.x, center.y, 0),
        cornerRadius: radius))
  }

  mutating func circle(_ center: Point, radius: Double, _ color: Color) {
    ellipse(center, Size(2 * radius, 2 * radius), angle: 0, color)
  }

  /// Draws an ellipse whose height points `angle` radians clockwise from upward.
  mutating func ellipse(_ center: Point, _ size: Size, angle: Double, _ color: Color) {
    let place = center - middle
    let shorter = min(size.width, size.height)
    guard shorter > 0 else { return }
    // A stretched circle: corners are round in the plane of the sprite.
    let transform = Transform.identity.translated(place.x, place.y, 0).rotatedAboutZ(angle)
      .scaled(size.width / shorter, size.height / shorter, 1)
    frame.sprites.append(
      Sprite(
        .color(color), size: Size(shorter, shorter), transform: transform, cornerRadius: shorter / 2))
  }

  mutating func line(from start: Point, to end: Point, width: Double, _ color: Color) {
    let way = end - start
    guard way.length > 0 else { return }
    let place = (start + end) * 0.5 - middle
    let transform = Transform.identity.translated(place.x, place.y, 0)
      .rotatedAboutZ(atan2(way.y, way.x))
    frame.sprites.append(
      Sprite(
        .color(color), size: Size(way.length + width, width), transform: transform, cornerRadius: width / 2))
  }

  /// Writes a line around `anchor`. `alignment` is the share of the line to the left of the anchor. Skips
  /// text that has not been drawn. Shrinks text that is wider than `room`.
  mutating func write(
    _ text: String, _ style: Style, at anchor: Point, alignment: Double = 0.5, opacity: Double = 1,
    within room: Double = .infinity
  ) {
    var (style, width) = (style, width(of: text, style))
    if width > room, room > 0 {
      style.size *= room / width
      width = self.width(of: text, style)
    }
    var left = anchor.x - width * alignment
    for piece in LabelStore.pieces(of: text) {
      let picture = picture(piece, style)
      guard piece != " ", let size = size(of: picture) else {
        left += style.size * Self.blank
        continue
      }
      put(picture, in: Rectangle(origin: Point(left, anchor.y - size.height / 2), size: size), opacity)
      left += size.width
    }
  }

  /// Returns the width of a line.
  mutating func width(of text: String, _ style: Style) -> Double {
    var width = 0.0
    for piece in LabelStore.pieces(of: text) {
      let size = piece == " " ? nil : size(of: picture(piece, style))
      width += size?.width ?? style.size * Self.blank
    }
    return width
  }

  private mutating func size(of picture: Picture) -> Size? {
    labels.size(of: picture).map { Size(Double($0.width) / scale, Double($0.height) / scale) }
  }

  /// Appends a picture at whole pixels.
  mutating func put(_ picture: Picture, in area: Rectangle, _ opacity: Double = 1) {
    // Between pixels, letters would be blurred.
    func whole(_ value: Double) -> Double { (value * scale).rounded() / scale }
    let origin = Point(whole(area.origin.x), whole(area.origin.y))
    let center = Rectangle(origin: origin, size: area.size).center - middle
    frame.sprites.append(
      Sprite(
        .picture(picture, placeholder: .clear), size: area.size,
        transform: .identity.translated(center.x, center.y, 0), opacity: opacity))
  }

  private func picture(_ text: String, _ style: Style) -> Picture {
    let block = TextBlock(
      text, color: style.color, fontSize: style.size, fontFamily: style.fontFamily ?? fontFamily,
      language: language, isBold: style.isBold)
    let longest = text.contains(" ") ? Self.longestLine : Self.longestPiece
    let width = Int((style.size * longest * scale).rounded(.up))
    return Picture(
      .text(block), size: PixelSize(width, Int((style.size * 2 * scale).rounded(.up))), scale: scale)
  }

  private var middle: Point { Point(frame.size.width / 2, frame.size.height / 2) }
}

/// The pictures that form texts.
///
/// Digits are separate pictures. Therefore figures can change in every frame without new drawing.
struct LabelStore: Hashable {
  private var sizes: [Picture: PixelSize] = [:]
  private var requested: Set<Picture> = []
  private var wanted: [Picture] = []

  /// The most pictures in the store. Beyond that, the store starts over. Names of gestures contain numbers,
  /// but these are digits here.
  private static let most = 1000
  /// Drawn before everything else.
  private static let order = -1

  mutating func removeAll() {
    sizes.removeAll()
    requested.removeAll()
  }

  /// Returns the measured size of a picture. Returns nil, and requests the picture, if it has not been drawn.
  mutating func size(of picture: Picture) -> PixelSize? {
    if let size = sizes[picture] { return size }
    if !requested.contains(picture) { wanted.append(picture) }
    return nil
  }

  /// Stores the measured size of a picture. Returns whether the picture was requested and the measure is new.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    guard requested.contains(picture), sizes[picture] != size else { return false }
    sizes[picture] = size
    return true
  }

  /// Requests the pictures that the frame lacked.
  mutating func request(into effects: inout [ShellEffect]) {
    if requested.count > Self.most { removeAll() }
    for picture in wanted where requested.insert(picture).inserted {
      effects.append(.draw(picture, order: Self.order))
    }
    wanted.removeAll(keepingCapacity: true)
  }

  /// Returns the pieces of a text: digits, signs and spaces one by one, and the words between them whole. A
  /// text with right-to-left words is one piece, because only the text layout can order its parts.
  static func pieces(of text: String) -> [String] {
    guard !text.unicodeScalars.contains(where: isRightToLeft) else { return [text] }
    var pieces: [String] = []
    var word = ""
    for character in text {
      guard character.isNumber || " −+".contains(character) else {
        word.append(character)
        continue
      }
      if !word.isEmpty { pieces.append(word) }
      word = ""
      pieces.append(String(character))
    }
    return word.isEmpty ? pieces : pieces + [word]
  }

  /// Reports whether a character belongs to Hebrew, Arabic, or another right-to-left script.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
