import Configuration
import Languages
import RotundaGeometry
import Scene

/// The common state of everything on the screen: its size, the theme, the language, and the time.
struct Environment {
  /// The latest time. Frames are drawn for a future time, so an event may be older than the last frame.
  var time = 0.0
  /// The texts on the screen, in the visitor's language.
  var words = Localizer.english
  /// The texts of all languages of the tiles, for hints in several languages.
  var readers: [Localizer] = []
  /// The keyboards of these languages, once loaded.
  var keyboards: [KeyboardLayout] = []
  /// The visitor's languages, best first.
  var languages: [String] = []
  /// Colors and fonts: the configuration, with the visitor's adjustments.
  var theme: Theme
  var metrics = Metrics(size: .zero)
  /// Pixels per point.
  var scale = 1.0
  /// Points of the surface per millimeter, if known.
  var pointsPerMillimeter: Double?
  /// Whether the screen reader is on.
  var isSpoken = false
  /// Whether the screen reader names the digits of the PIN pad, because only the visitor hears them.
  var namesDigits = false
  /// The voice and the volume, and the visitors' range of choices.
  var hearing = HearingChoices()
  /// Whether fingers count only once they rest.
  var isTouchSteady = false
  /// The name of the present theme, and whether a visitor chose it.
  var themeName = Theme.Name.dark
  var isThemeChosen = false
  /// The setting for mirroring left and right, if set.
  var wantsMirror: Bool?
  var readsRightToLeft = false

  /// Whether left and right are mirrored.
  var isMirrored: Bool { wantsMirror ?? readsRightToLeft }
  var pageMetrics: PageMetrics { PageMetrics(metrics, pointsPerMillimeter: pointsPerMillimeter) }
  /// The whole surface, from its upper left corner.
  var screen: Rectangle { Rectangle(origin: .zero, size: metrics.size) }

  /// Sets the size and scale of the surface.
  mutating func resize(to size: Size, scale: Double) {
    metrics = Metrics(size: size, pointsPerMillimeter: pointsPerMillimeter)
    metrics.follow(theme)
    theme.letters = metrics.plainFontSize
    self.scale = scale
  }

  /// Sets the physical scale of the screen, or nil. Returns whether it changed.
  mutating func measure(_ pointsPerMillimeter: Double?) -> Bool {
    // Some screens report a wrong size.
    let pointsPerMillimeter = pointsPerMillimeter.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    guard pointsPerMillimeter != self.pointsPerMillimeter else { return false }
    self.pointsPerMillimeter = pointsPerMillimeter
    metrics.pointsPerMillimeter = pointsPerMillimeter
    return true
  }

  /// Changes the language of all texts. Returns whether it is another language.
  mutating func setLanguage(_ languages: [String], _ words: Localizer) -> Bool {
    let tag = languages.first
    self.languages = languages
    readsRightToLeft = Self.isRightToLeft(tag) ?? false
    self.words = words
    defer { theme.language = tag ?? "" }
    return theme.language != tag ?? ""
  }

  /// Reports whether the screen may be mirrored differently for the language with a tag.
  func isTurned(by tag: String?) -> Bool { Self.isRightToLeft(tag) != readsRightToLeft }

  private static func isRightToLeft(_ tag: String?) -> Bool? {
    tag.flatMap(LanguageTag.init).map { WritingDirection.isRightToLeft($0.description) }
  }

  /// Returns a phrase in the visitor's language, and in the other languages of the tiles. A nil language is
  /// the visitor's.
  func invitations(_ phrase: Phrase) -> [(text: String, language: String?)] {
    var invitations: [(text: String, language: String?)] = [(words(phrase), nil)]
    for reader in readers {
      let text = reader(phrase)
      if !invitations.contains(where: { $0.text == text }) { invitations.append((text, reader.language)) }
    }
    return invitations
  }

  /// Returns a text in the theme's font, within a size in points.
  func label(
    _ text: String, size: Double, color: Color, within room: Size, isBold: Bool = false,
    alignment: TextBlock.Alignment = .natural
  ) -> Writing {
    let block = TextBlock(
      text, color: color, fontSize: size, fontFamily: theme.fontFamily, language: theme.language,
      isBold: isBold, alignment: alignment)
    return Writing(block, within: room, scale: scale)
  }
}

extension Environment {
  /// Creates the environment for a configuration, before the screen is known.
  init(_ configuration: KioskConfiguration) {
    self.init(theme: Appearance(configuration).drawn)
    (wantsMirror, isSpoken) = (configuration.access.isMirrored, configuration.access.isSpoken)
    themeName = configuration.theme.name
    metrics.follow(theme)
  }
}

extension SceneFrame {
  /// Appends a rectangle. Places are in points from the upper left corner of the surface.
  mutating func append(_ fill: Sprite.Fill, in area: Rectangle, radius: Double = 0) {
    let center = area.center - Point(size.width / 2, size.height / 2)
    sprites.append(
      Sprite(
        fill, size: area.size, transform: .identity.translated(center.x, center.y, 0), cornerRadius: radius))
  }

  /// Appends text with its upper left corner at `corner`, and returns its lower end. Skips text that has not
  /// been measured.
  @discardableResult
  mutating func append(_ writing: Writing, at corner: Point, scale: Double) -> Double {
    guard let extent = writing.extent(scale: scale) else { return corner.y }
    append(
      .picture(writing.picture, placeholder: .clear), in: Rectangle(origin: corner, size: extent))
    return corner.y + extent.height
  }

  /// Appends text with its middle at `center`, on whole points.
  mutating func append(_ writing: Writing, around center: Point, scale: Double) {
    guard let extent = writing.extent(scale: scale) else { return }
    let corner = center - Point(extent.width / 2, extent.height / 2)
    append(writing, at: Point(corner.x.rounded(), corner.y.rounded()), scale: scale)
  }

  /// Appends a shade across the screen. `upper` and `lower` are the opacities at its edges.
  mutating func appendShade(
    _ color: Color, from top: Double, to bottom: Double, _ upper: Double, _ lower: Double
  ) {
    let (most, least) = (max(upper, lower), min(upper, lower))
    guard most > 0 else { return }
    // Sprites fade at their upper edge. Therefore sprites that fade downward stand upside down.
    let place = Transform.identity.translated(0, (top + bottom - size.height) / 2, 0)
      .scaled(1, upper > lower ? -1 : 1, 1)
    var sprite = Sprite(.color(color), size: Size(size.width, bottom - top), transform: place, opacity: most)
    sprite.upperOpacity = least / most
    sprites.append(sprite)
  }

  /// Multiplies the opacity of all sprites from `first` on.
  mutating func fade(from first: Int, by opacity: Double) {
    for index in first..<sprites.count { sprites[index].opacity *= opacity }
  }
}

extension SceneFrame {
  /// Appends the line around a card, if the theme has one.
  mutating func appendBorder(_ theme: Theme, around area: Rectangle, radius: Double) {
    guard theme.borderWidth > 0 else { return }
    let wider = area.inset(by: -theme.borderWidth)
    append(.color(theme.border), in: wider, radius: radius + theme.borderWidth)
    append(.color(theme.background), in: area, radius: radius)
  }
}

extension Rectangle {
  /// Returns the rectangle scaled around its middle.
  func scaled(by factor: Double) -> Rectangle {
    Rectangle(center: center, size: Size(size.width * factor, size.height * factor))
  }
}

/// A text, or another picture whose measure follows from its content, on the screen.
struct Writing: Hashable {
  /// The picture.
  let picture: Picture
  /// The measured size; nil before the picture is drawn.
  var size: PixelSize?

  /// Creates a text within a size in points.
  init(_ block: TextBlock, within room: Size, scale: Double) {
    self.init(.text(block), within: room, scale: scale)
  }

  /// Creates a picture within a size in points.
  init(_ content: Picture.Content, within room: Size, scale: Double) {
    let pixels = PixelSize(Int((room.width * scale).rounded()), Int((room.height * scale).rounded()))
    picture = Picture(content, size: pixels, scale: scale)
  }

  /// Creates a picture that has not been measured.
  init(_ picture: Picture) { self.picture = picture }

  /// Returns the measured size in points; nil before the picture is drawn.
  func extent(scale: Double) -> Size? {
    size.map { Size(Double($0.width) / scale, Double($0.height) / scale) }
  }

  /// Stores the measured size of a picture. Returns whether the picture is this one.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    guard picture == self.picture else { return false }
    self.size = size
    return true
  }
}

/// The measures that follow from the size of the screen and the needs of its visitors.
struct Metrics: Hashable {
  /// The surface, in points.
  let size: Size
  /// The scale of text; 1 is the usual size.
  var textScale = 1.0
  /// Whether things fade instead of moving.
  var hasReducedMotion = false
  /// The least size of touch areas, in millimeters, if greater than usual.
  var leastTarget = 0.0
  /// Points per millimeter, if known.
  var pointsPerMillimeter: Double?

  mutating func follow(_ theme: Theme) {
    (textScale, hasReducedMotion, leastTarget) = (theme.textScale, theme.hasReducedMotion, theme.leastTarget)
  }

  /// The height in millimeters from which an upright screen is too tall for many visitors: a portrait screen
  /// of 27 inches and more.
  private static let tallHeight = 560.0
  /// The ratio of height to width from which a screen is upright.
  static let uprightShape = ScreenShape.uprightRatio
  /// The room below low tiles, in font sizes, for dots and messages.
  private static let leastFoot = 4.0

  /// Whether seated or small visitors reach only the lower half of the screen.
  var isTall: Bool {
    guard let pointsPerMillimeter else { return false }
    return size.height > size.width * Self.uprightShape
      && size.height / pointsPerMillimeter >= Self.tallHeight
  }

  /// Returns the distance of the tiles below the middle of the screen, in points. On a tall screen, all of
  /// the middle tile lies in the lower half, as far as the room allows.
  ///
  /// - Parameter foot: The height of further content below the middle tile, in points.
  func drop(tile: Size, foot: Double = 0) -> Double {
    guard isTall else { return 0 }
    let room = (size.height - tile.height) / 2 - max(foot, plainFontSize * Self.leastFoot)
    return max(0, min(tile.height / 2, room)).rounded()
  }

  /// Returns the size of a tile when the configuration sets none: a portrait card a little over half as high
  /// as the screen's shorter side. In a vertical carousel, it is low enough to leave room for its neighbors.
  ///
  /// 4:5 leaves a square for the icon and a band for two lines of label.
  ///
  /// - Parameters:
  ///   - aspect: The ratio of width to height; nil for 4:5.
  ///   - share: The height as a share of the room; nil for a height that suits the screen.
  func tileSize(
    isVertical: Bool, within room: Double? = nil, aspect: Double? = nil, share: Double? = nil
  ) -> Size {
    let usual = usualTileSize(isVertical: isVertical, within: room)
    guard aspect != nil || share != nil else { return usual }
    let height = share.map { $0 * (room ?? size.height) } ?? usual.height
    let aspect = aspect ?? 0.8
    let width = min(height * aspect, size.width * Self.widestTile)
    return Size(width.rounded(), (width / aspect).rounded())
  }

  /// The greatest width of a tile with a set height, as a share of the screen's width. It leaves room for the
  /// neighbors.
  private static let widestTile = 0.84

  private func usualTileSize(isVertical: Bool, within room: Double?) -> Size {
    let isUpright = size.height > size.width * Self.uprightShape
    // On an upright screen, neighbors peek in at both sides. Several shelves need their room one above
    // another.
    let wanted =
      isUpright ? size.width * (room == nil ? 0.56 : 0.62 / 0.8) : min(size.width, size.height) * 0.6
    let height = (isVertical ? min(wanted, size.height * 0.42) : min(wanted, room ?? wanted)).rounded()
    return Size((height * 0.8).rounded(), height)
  }

  /// The body size of text: 1/36 of the shorter side, within limits. It is legible at one meter, and not
  /// overly large. 18 points are 5 mm on common panels.
  var fontSize: Double { plainFontSize * textScale }

  /// The least height of a capital letter in the largest print, in millimeters: 0.7° from 60 cm (EN 301 549,
  /// 5.1.4).
  private static let leastCapital = 7.3
  /// The height of a capital letter, in font sizes.
  private static let capital = 0.714

  /// The smallest font size in the largest print, in points. Smaller text is raised to it. On screens that
  /// are too small for it, all small text has one size. 0 in any other print, and if the screen's size is
  /// unknown.
  var leastLetters: Double {
    guard textScale >= AccessibilitySettings.textScales.upperBound, let pointsPerMillimeter else { return 0 }
    return min(fontSize, Self.leastCapital / Self.capital * pointsPerMillimeter)
  }

  /// Returns a text size in heights of letters, raised to the least legible size.
  func legible(_ size: Double) -> Double { max(size, leastLetters / max(1, fontSize)) }

  /// Returns the height of a line of text, in heights of letters. It grows if the text was raised and needs
  /// more.
  func row(_ height: Double, of size: Double) -> Double {
    let legible = legible(size)
    return legible > size ? max(height, legible * Self.line) : height
  }
  /// The height of a line, in font sizes.
  private static let line = 1.42

  /// The body size at the usual text scale.
  var plainFontSize: Double { min(max(min(size.width, size.height) / 36, 18), 60) }

  /// Returns the m34 of a viewer four tiles away.
  ///
  /// A viewer at a fixed distance would distort large tiles on large screens. With iCarousel's two and a half
  /// tiles (500 points for tiles of 200), the tiles beside the middle one lean out of the screen.
  static func perspective(of tile: Size) -> Double { -1 / (4 * max(tile.width, tile.height)) }

  /// Returns the corner radius of a tile. `share` is the share of its shorter side.
  static func cornerRadius(of tile: Size, share: Double) -> Double {
    (min(tile.width, tile.height) * share).rounded()
  }

  /// Returns the size of the label's letters on a tile: about sixteen letters to a line of an upright tile.
  /// On a wide tile they are no larger, because they would cover the picture.
  func labelSize(of tile: Size) -> Double {
    let middle = (tile.width * tile.height).squareRoot()
    return max(9, min((middle * 0.075).rounded(), tile.height * 0.1)) * textScale
  }

  /// Returns the label's size on a tile among others of the size `common`. It is not larger than on those,
  /// because a row has one text size.
  func labelSize(of tile: Size, beside common: Size) -> Double {
    min(labelSize(of: tile), labelSize(of: common))
  }

  /// The size of the name above a shelf. It is larger than the text on the tiles of a small screen, and
  /// leaves room for the tiles.
  var titleSize: Double { min(fontSize * 1.45, min(size.width, size.height) * 0.1).rounded() }

  /// The height of a shelf name's line, with room for accents and descenders.
  var titleHeight: Double { (titleSize * 1.4).rounded() }

  /// The gap between the name of a shelf and its tiles.
  var titleGap: Double { (gapUnit * 0.7).rounded() }

  /// The gap between the tiles of a shelf and the name of the next. It is clearly more than `titleGap`: a
  /// name belongs to the tiles below it.
  var shelfGap: Double { (gapUnit * 1.4).rounded() }

  /// The unit of gaps, which does not grow with the text scale: large text needs the room.
  private var gapUnit: Double { min(plainFontSize, min(size.width, size.height) / 24) }

  /// The least visible height of the next shelf's tiles.
  var leastPeek: Double { (min(size.width, size.height) * 2.5 / 36).rounded(.up) }

  /// The height of the name above a horizontal shelf, with the gap below it.
  var titleBand: Double { titleHeight + titleGap }

  /// Returns the size of tiles, reduced in shape if they are too large among several shelves. Tiles of the
  /// previous and the next shelf peek into the screen, with their name. `foot` is the height of the controls
  /// at the lower edge, and `header` that of the header, below which the name stands.
  func fitted(_ tile: Size, isStackVertical: Bool, foot: Double = 0, header: Double = 0) -> Size {
    let beside = shelfGap + (isStackVertical ? titleBand : 0) + leastPeek
    let (along, screen) = isStackVertical ? (tile.height, size.height - foot) : (tile.width, size.width)
    let above = isStackVertical ? max(beside, header + titleBand) : beside
    let most = max(1, screen - above - beside)
    guard along > most else { return tile }
    return Size((tile.width * most / along).rounded(.down), (tile.height * most / along).rounded(.down))
  }

  /// The greatest width of a message: readers can follow lines of about 75 letters.
  var noticeWidth: Double { min(size.width * 0.9, fontSize * 36) }

  /// The margin between a message's edge and its text.
  var padding: Double { fontSize * 1.1 }
}
