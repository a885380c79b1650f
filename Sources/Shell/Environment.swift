import Configuration
import Languages
import RotundaGeometry
import Scene

/// What everything on the screen depends on: its size, the theme, the language, and the time.
struct Environment {
  /// The latest time. Frames are drawn for a future time, so an event may be older than the last frame.
  var time = 0.0
  /// What is written on the screen, in the visitor's language.
  var words = Localizer.english
  /// The texts of all languages of the tiles, for hints in several languages.
  var readers: [Localizer] = []
  /// The keyboards of these languages, once they have been read.
  var keyboards: [KeyboardLayout] = []
  /// The languages of its visitor, the best first.
  var languages: [String] = []
  /// Colors and fonts: those of the configuration, with the visitor's adjustments.
  var theme: Theme
  var metrics = Metrics(size: .zero)
  /// Pixels to a point.
  var scale = 1.0
  /// How many points of the surface are a millimeter, where that is known.
  var pointsPerMillimeter: Double?
  /// Whether the screen is read aloud.
  var isSpoken = false
  /// Whether the digits of the PIN pad are named: only the visitor hears them.
  var namesDigits = false
  /// The voice and the loudness, and the limits within which visitors choose.
  var hearing = HearingChoices()
  /// Whether fingers count only once they rest.
  var isTouchSteady = false
  /// The theme that is drawn, and whether a visitor chose it.
  var themeName = Theme.Name.dark
  var isThemeChosen = false
  /// The setting for exchanging left and right, where one was chosen.
  var wantsMirror: Bool?
  var readsRightToLeft = false

  /// Whether left and right are exchanged.
  var isMirrored: Bool { wantsMirror ?? readsRightToLeft }
  var pageMetrics: PageMetrics { PageMetrics(metrics, pointsPerMillimeter: pointsPerMillimeter) }
  /// All of the surface, from its upper left corner.
  var screen: Rectangle { Rectangle(origin: .zero, size: metrics.size) }

  /// The surface has another size or scale.
  mutating func resize(to size: Size, scale: Double) {
    metrics = Metrics(size: size, pointsPerMillimeter: pointsPerMillimeter)
    metrics.follow(theme)
    theme.letters = metrics.plainFontSize
    self.scale = scale
  }

  /// Sets the physical scale of the screen, or nil. Returns whether it changed.
  mutating func measure(_ pointsPerMillimeter: Double?) -> Bool {
    // Screens tell nonsense of their size.
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

  /// Whether the screen is turned round for the language with this tag, or may be.
  func isTurned(by tag: String?) -> Bool { Self.isRightToLeft(tag) != readsRightToLeft }

  private static func isRightToLeft(_ tag: String?) -> Bool? {
    tag.flatMap(LanguageTag.init).map { WritingDirection.isRightToLeft($0.description) }
  }

  /// A phrase in the visitor's language, and in all others of the tiles; nil stands for the visitor's.
  func invitations(_ phrase: Phrase) -> [(text: String, language: String?)] {
    var invitations: [(text: String, language: String?)] = [(words(phrase), nil)]
    for reader in readers {
      let text = reader(phrase)
      if !invitations.contains(where: { $0.text == text }) { invitations.append((text, reader.language)) }
    }
    return invitations
  }

  /// A block of writing in the theme's font, in at most so many points.
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
  /// What a configuration says of the screen, before anything is known of that.
  init(_ configuration: KioskConfiguration) {
    self.init(theme: Appearance(configuration).drawn)
    (wantsMirror, isSpoken) = (configuration.access.isMirrored, configuration.access.isSpoken)
    themeName = configuration.theme.name
    metrics.follow(theme)
  }
}

extension SceneFrame {
  /// Adds a rectangle; places are in points from the upper left corner of the surface.
  mutating func append(_ fill: Sprite.Fill, in area: Rectangle, radius: Double = 0) {
    let center = area.center - Point(size.width / 2, size.height / 2)
    sprites.append(
      Sprite(
        fill, size: area.size, transform: .identity.translated(center.x, center.y, 0), cornerRadius: radius))
  }

  /// Adds text with its upper left corner at `corner`, and returns its lower end. Skips text without a
  /// measure.
  @discardableResult
  mutating func append(_ writing: Writing, at corner: Point, scale: Double) -> Double {
    guard let extent = writing.extent(scale: scale) else { return corner.y }
    append(
      .picture(writing.picture, placeholder: .clear), in: Rectangle(origin: corner, size: extent))
    return corner.y + extent.height
  }

  /// Adds writing with its middle at `center`, on whole points.
  mutating func append(_ writing: Writing, around center: Point, scale: Double) {
    guard let extent = writing.extent(scale: scale) else { return }
    let corner = center - Point(extent.width / 2, extent.height / 2)
    append(writing, at: Point(corner.x.rounded(), corner.y.rounded()), scale: scale)
  }

  /// Adds a shade across the screen: how opaque it is at its upper and at its lower edge.
  mutating func appendShade(
    _ color: Color, from top: Double, to bottom: Double, _ upper: Double, _ lower: Double
  ) {
    let (most, least) = (max(upper, lower), min(upper, lower))
    guard most > 0 else { return }
    // Sprites fade at their upper edge: those that fade downwards stand upside down.
    let place = Transform.identity.translated(0, (top + bottom - size.height) / 2, 0)
      .scaled(1, upper > lower ? -1 : 1, 1)
    var sprite = Sprite(.color(color), size: Size(size.width, bottom - top), transform: place, opacity: most)
    sprite.upperOpacity = least / most
    sprites.append(sprite)
  }

  /// Makes everything from a sprite on less opaque.
  mutating func fade(from first: Int, by opacity: Double) {
    for index in first..<sprites.count { sprites[index].opacity *= opacity }
  }
}

extension SceneFrame {
  /// Adds the line around a card, where the theme has one.
  mutating func appendBorder(_ theme: Theme, around area: Rectangle, radius: Double) {
    guard theme.borderWidth > 0 else { return }
    let wider = area.inset(by: -theme.borderWidth)
    append(.color(theme.border), in: wider, radius: radius + theme.borderWidth)
    append(.color(theme.background), in: area, radius: radius)
  }
}

extension Rectangle {
  /// So many times as large, about its middle.
  func scaled(by factor: Double) -> Rectangle {
    Rectangle(center: center, size: Size(size.width * factor, size.height * factor))
  }
}

/// A block of writing, or another picture whose measure follows from what it shows, on the screen.
struct Writing: Hashable {
  /// What is drawn.
  let picture: Picture
  /// What it measures, once it has been drawn.
  var size: PixelSize?

  /// `block` in at most so many points.
  init(_ block: TextBlock, within room: Size, scale: Double) {
    self.init(.text(block), within: room, scale: scale)
  }

  /// `content` in at most so many points.
  init(_ content: Picture.Content, within room: Size, scale: Double) {
    let pixels = PixelSize(Int((room.width * scale).rounded()), Int((room.height * scale).rounded()))
    picture = Picture(content, size: pixels, scale: scale)
  }

  /// One whose measure is not known yet.
  init(_ picture: Picture) { self.picture = picture }

  /// What it measures in points; nil until that is known.
  func extent(scale: Double) -> Size? {
    size.map { Size(Double($0.width) / scale, Double($0.height) / scale) }
  }

  /// Takes the measure of a picture; whether it is this one's.
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
  /// How much larger than usual writing is.
  var textScale = 1.0
  /// Whether things fade instead of moving.
  var hasReducedMotion = false
  /// The least size of targets for fingers, in millimeters, if it is more than usual.
  var leastTarget = 0.0
  /// How many points are a millimeter, where that is known.
  var pointsPerMillimeter: Double?

  /// Applies the theme's measures for visitors.
  mutating func follow(_ theme: Theme) {
    (textScale, hasReducedMotion, leastTarget) = (theme.textScale, theme.hasReducedMotion, theme.leastTarget)
  }

  /// A screen of these proportions and this height is too tall for many visitors: a portrait screen of 27
  /// inches and more.
  private static let tallHeight = 560.0
  /// So many times higher than wide a screen is upright.
  static let uprightShape = ScreenShape.uprightRatio
  /// The room below low tiles, in font sizes: for dots, and for messages.
  private static let leastFoot = 4.0

  /// Whether visitors who sit or are small reach only its lower half.
  var isTall: Bool {
    guard let pointsPerMillimeter else { return false }
    return size.height > size.width * Self.uprightShape
      && size.height / pointsPerMillimeter >= Self.tallHeight
  }

  /// How far below the middle of the screen the tiles stand, in points: on a tall screen all of the one in
  /// the middle lies in the lower half, as far as there is room.
  ///
  /// - Parameter foot: what has to be seen below the tile in the middle, if it is more than that.
  func drop(tile: Size, foot: Double = 0) -> Double {
    guard isTall else { return 0 }
    let room = (size.height - tile.height) / 2 - max(foot, plainFontSize * Self.leastFoot)
    return max(0, min(tile.height / 2, room)).rounded()
  }

  /// A tile when the configuration names no size: a portrait card rather more than half as high as the
  /// screen's shorter side, and in a carousel from top to bottom low enough to leave room for its neighbors.
  ///
  /// 4:5 leaves a square for the icon and a band for two lines of label.
  ///
  /// - Parameters:
  ///   - aspect: how many times as wide as high it is; nil is 4:5.
  ///   - share: which part of its room it has; nil is as much as suits the screen.
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

  /// The widest that a tile is whose height was asked for, as a part of the screen's width: its neighbors are
  /// seen, too.
  private static let widestTile = 0.84

  private func usualTileSize(isVertical: Bool, within room: Double?) -> Size {
    let isUpright = size.height > size.width * Self.uprightShape
    // On an upright screen neighbors peek in at both sides; several shelves need their room above one
    // another.
    let wanted =
      isUpright ? size.width * (room == nil ? 0.56 : 0.62 / 0.8) : min(size.width, size.height) * 0.6
    let height = (isVertical ? min(wanted, size.height * 0.42) : min(wanted, room ?? wanted)).rounded()
    return Size((height * 0.8).rounded(), height)
  }

  /// The body size of writing: 1/36 of the shorter side, within what is legible from a meter (18 points are 5
  /// mm on common panels) and what is not shouting.
  var fontSize: Double { plainFontSize * textScale }

  /// The least height of a capital letter in the largest print, in millimeters: 0.7° from 60 cm (EN 301 549,
  /// 5.1.4); and how high a capital is, in font sizes.
  private static let (leastCapital, capital) = (7.3, 0.714)

  /// The smallest letters in the largest print, as a font size in points: smaller writing is raised to it.
  /// Screens that are too small for that have one size of all small writing. 0 in any other print, and where
  /// the screen's size is not known.
  var leastLetters: Double {
    guard textScale >= AccessibilitySettings.textScales.upperBound, let pointsPerMillimeter else { return 0 }
    return min(fontSize, Self.leastCapital / Self.capital * pointsPerMillimeter)
  }

  /// A size of writing in heights of letters, or what is the least.
  func legible(_ size: Double) -> Double { max(size, leastLetters / max(1, fontSize)) }

  /// The height of a line of writing, in heights of letters: as it is, or where the writing was raised as
  /// high as that needs.
  func row(_ height: Double, of size: Double) -> Double {
    let legible = legible(size)
    return legible > size ? max(height, legible * Self.line) : height
  }
  /// How high a line is, in font sizes.
  private static let line = 1.42

  /// The same at the usual size of writing.
  var plainFontSize: Double { min(max(min(size.width, size.height) / 36, 18), 60) }

  /// The m34 of a viewer four tiles away.
  ///
  /// Large tiles on large screens would be distorted by a viewer who stays where they are, and iCarousel's
  /// two and a half tiles (500 points for tiles of 200) make the tiles beside the one in the middle lean out
  /// of the screen.
  static func perspective(of tile: Size) -> Double { -1 / (4 * max(tile.width, tile.height)) }

  /// Corner radius of a tile of that extent; `share` is the part of its shorter side.
  static func cornerRadius(of tile: Size, share: Double) -> Double {
    (min(tile.width, tile.height) * share).rounded()
  }

  /// The label's letters on a tile of that extent: about sixteen of them to a line of an upright one, and no
  /// larger than that on a wide one, whose picture they would cover.
  func labelSize(of tile: Size) -> Double {
    let middle = (tile.width * tile.height).squareRoot()
    return max(9, min((middle * 0.075).rounded(), tile.height * 0.1)) * textScale
  }

  /// The same on a tile among others of the size `common`: no larger than on those, because a row has one
  /// size of writing.
  func labelSize(of tile: Size, beside common: Size) -> Double {
    min(labelSize(of: tile), labelSize(of: common))
  }

  /// The letters of the name above a shelf: larger than what is written on the tiles of a small screen, and
  /// on none so large that nothing is left for the tiles.
  var titleSize: Double { min(fontSize * 1.45, min(size.width, size.height) * 0.1).rounded() }

  /// A line of them, with room for accents and descenders.
  var titleHeight: Double { (titleSize * 1.4).rounded() }

  /// Between the name of a shelf and its tiles.
  var titleGap: Double { (gapUnit * 0.7).rounded() }

  /// Between the tiles of a shelf and the name of the next: clearly more than `titleGap`, so that a name
  /// belongs to the tiles below it.
  var shelfGap: Double { (gapUnit * 1.4).rounded() }

  /// What gaps are measured in: writing that is made larger needs the room.
  private var gapUnit: Double { min(plainFontSize, min(size.width, size.height) / 24) }

  /// How much of the next shelf's tiles is seen at least.
  var leastPeek: Double { (min(size.width, size.height) * 2.5 / 36).rounded(.up) }

  /// The name above a shelf whose tiles go from left to right, with what is between it and them.
  var titleBand: Double { titleHeight + titleGap }

  /// Tiles of that extent, or in the same shape as large as they may be among several shelves: so that of the
  /// shelf before and of the one after the tiles peek into the screen, with their name. `foot` is what
  /// controls take of its lower edge, and `header` what the header takes of the upper one: the name stands
  /// below that.
  func fitted(_ tile: Size, isStackVertical: Bool, foot: Double = 0, header: Double = 0) -> Size {
    let beside = shelfGap + (isStackVertical ? titleBand : 0) + leastPeek
    let (along, screen) = isStackVertical ? (tile.height, size.height - foot) : (tile.width, size.width)
    let above = isStackVertical ? max(beside, header + titleBand) : beside
    let most = max(1, screen - above - beside)
    guard along > most else { return tile }
    return Size((tile.width * most / along).rounded(.down), (tile.height * most / along).rounded(.down))
  }

  /// The widest a notice gets: lines of some 75 letters can be followed without losing the next one.
  var noticeWidth: Double { min(size.width * 0.9, fontSize * 36) }

  /// Between a notice's edge and its writing.
  var padding: Double { fontSize * 1.1 }
}
