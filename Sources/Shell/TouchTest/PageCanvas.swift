import RotundaGeometry
import Scene

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Rectangles, circles, lines and writing of a page, in points of the surface from its upper left corner.
struct PageCanvas {
  /// How writing looks.
  struct Style {
    var size: Double
    var color: Color
    var isBold = false
    /// Another font than the page's.
    var fontFamily: String?
  }

  var frame: SceneFrame
  var labels: LabelStore
  let scale: Double
  let fontFamily: String
  /// The language of what is written, as a tag.
  var language = ""

  /// The longest word, and the longest line that is drawn as a whole, in letters' sizes.
  private static let (longestPiece, longestLine) = (12.0, 60.0)
  /// A blank, in letters' sizes.
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

  /// An ellipse whose height points `angle` radians clockwise from upwards.
  mutating func ellipse(_ center: Point, _ size: Size, angle: Double, _ color: Color) {
    let place = center - middle
    let shorter = min(size.width, size.height)
    guard shorter > 0 else { return }
    // A circle, stretched: corners are round in the plane of the sprite.
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

  /// Writes a line around `anchor`: `alignment` is the part of it that stands to the left of there. What has
  /// not been drawn yet is left out. With a `room`, what would be wider is written smaller.
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

  /// How wide a line is.
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

  /// Adds a picture, moved to whole pixels.
  mutating func put(_ picture: Picture, in area: Rectangle, _ opacity: Double = 1) {
    // On whole pixels, or letters are blurred.
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

/// The pictures that writing is put together from.
///
/// Digits are pictures of their own, so that figures may change in every frame while nothing new has to be
/// drawn.
struct LabelStore: Hashable {
  private var sizes: [Picture: PixelSize] = [:]
  private var requested: Set<Picture> = []
  private var wanted: [Picture] = []

  /// Pictures that are kept; beyond, all are made anew. Names of gestures hold numbers, but those are digits
  /// here.
  private static let most = 1000
  /// They are drawn before anything else.
  private static let order = -1

  mutating func removeAll() {
    sizes.removeAll()
    requested.removeAll()
  }

  /// What a picture measures; nil until it has been drawn, which is asked for.
  mutating func size(of picture: Picture) -> PixelSize? {
    if let size = sizes[picture] { return size }
    if !requested.contains(picture) { wanted.append(picture) }
    return nil
  }

  /// Takes a measure; whether it was asked for.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    guard requested.contains(picture), sizes[picture] != size else { return false }
    sizes[picture] = size
    return true
  }

  /// Asks for what the frame lacked.
  mutating func request(into effects: inout [ShellEffect]) {
    if requested.count > Self.most { removeAll() }
    for picture in wanted where requested.insert(picture).inserted {
      effects.append(.draw(picture, order: Self.order))
    }
    wanted.removeAll(keepingCapacity: true)
  }

  /// A text in the pieces that are drawn: digits and signs by themselves, the words between them whole, and
  /// blanks. A text whose words run from right to left is one piece: how its parts follow each other is not
  /// for us to say.
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

  /// Whether it is a letter of Hebrew, Arabic, or another script that runs that way.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
