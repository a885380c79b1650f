import Configuration
import RotundaGeometry
import Scene

/// The properties of a screen and its theme on which pictures of tiles depend.
struct ScreenMeasure: Hashable {
  let theme: Theme
  let metrics: Metrics
  let scale: Double
  let target: Double
}

/// The environment in which a shelf is drawn.
struct ShelfLook {
  let theme: Theme
  let metrics: Metrics
  /// Pixels per point.
  let scale: Double
  /// The middle of the shelf, in points from the screen's middle.
  var center = Point.zero
  /// The area of a message, in points from the screen's middle. Shelves draw no name there.
  var message: Rectangle?
  /// The distance of the middle shelf from its place, in points.
  var shift = Point.zero
  /// The area to which tiles are clipped, in points from the screen's middle; nil for no clipping.
  var clip: Rectangle?
  /// The place at which the screen's middle appears, in points from the middle.
  var middle = Point.zero
  /// The scale of the shelf around the screen's middle.
  var zoom = 1.0
  /// 0 to 1.
  var opacity = 1.0
  /// Whether the background is bright.
  var isBright = false
  /// The lower limit of reflections, in points from the screen's middle; nil for none.
  var lowestReflection: Double?
  /// The distance of the shelf from the selected position, 0 to 1.
  var distance = 0.0
  /// The least extent of a touch area, in points.
  var target = 0.0
  /// The pressed control of the middle tile, and the one that has the focus.
  var pressedControl: ControlPlace?
  var focusedControl: TileControl?
  /// The identifiers of switched-on toggles.
  var switchedOn: Set<String> = []
  /// Whether the screen is mirrored at the end. Numbers are read from left to right all the same.
  var isMirrored = false
  var values = ControlValues()
  /// The phrases, languages and clock format for pills on unavailable tiles.
  var words = Localizer.english
  var languages: [String] = []
  var clock = HeaderSettings.Clock.auto
  /// The marks for the tiles' programs, by the tiles' identifiers.
  var marks: [String: TileMark] = [:]
  /// The motion of the pressed tile, and the time at which to evaluate it.
  var press: PressMotion?
  var pressTime = 0.0
  /// Whether tiles omit descriptions, because the text below the tiles has the middle tile's.
  var hidesDescriptions = false
  /// Whether the middle tile omits its name, which stands elsewhere.
  var namesMiddleElsewhere = false
  /// The number of lines below the names where these stand below the tiles, and the opacity of these texts.
  /// The lines of a caption; nil if names are on the tiles.
  var captionLines: Int?
  var captionOpacity = 1.0
  /// Whether the shelf shows its name.
  var showsTitle = true
  /// The only bright tile while a program opens.
  var onlyLitTile: Int?
  /// The degree to which the other tiles are darkened, 0 to 1.
  var covering = 1.0
  /// The drawing order of requested pictures; lower ones come first.
  var order = 0

  /// Everything besides a tile's size that determines sizes on the tile.
  var screen: ScreenMeasure { ScreenMeasure(theme: theme, metrics: metrics, scale: scale, target: target) }

  /// Returns a card with a picture; a bare card until the pixels arrive.
  func fill(_ picture: Picture) -> Sprite.Fill { .picture(picture, placeholder: theme.card) }

  /// Returns the look while a folder opens or closes.
  func seen(_ change: LevelChange.Look) -> ShelfLook {
    var look = self
    look.zoom *= change.zoom
    look.opacity *= change.opacity
    look.middle = change.middle
    return look
  }
}

/// The pictures of tiles in a theme.
extension ShelfLook {
  /// Returns the face of a tile.
  ///
  /// - Parameters:
  ///   - common: The size of the neighboring tiles.
  ///   - hue: The tile's step on the wheel of hues; nil for the step that it has alone.
  func face(of tile: LauncherTile, _ size: Size, beside common: Size, hue: UInt8? = nil) -> Picture {
    var face = tileFace(of: tile, size, beside: common, hue: hue)
    face.isBare = hasNameLayer(tile)
    // A photograph does not depend on the badge.
    if face.photograph?.covers == true { face.badge = nil }
    return picture(.face(face), size)
  }

  /// Returns a picture of the text on a tile, with parameters as for `face`.
  func name(of tile: LauncherTile, _ size: Size, beside common: Size, hue: UInt8? = nil) -> Picture {
    var face = tileFace(of: tile, size, beside: common, hue: hue)
    face.state = .ready
    if tile.isLive { (face.label, face.style) = (tile.name, .fullBleed) }
    // The text does not depend on the card's other pictures.
    if face.style == .fullBleed {
      if face.photograph?.covers == true { face.tint = nil }
      (face.icon, face.photograph, face.glyph, face.badge) = (nil, nil, nil, nil)
    }
    return picture(.writing(face), size)
  }

  private func tileFace(
    of tile: LauncherTile, _ size: Size, beside common: Size, hue: UInt8?
  ) -> TileFace {
    var face = face(tile.name, tile.icon, size, beside: common)
    let appearance = tile.appearance
    face.photograph = appearance.photograph
    if !hidesDescriptions { face.detail = appearance.detail }
    color(&face, as: appearance)
    if theme.tileStyle == .card, !namesInteriors, !theme.hasTints || face.photograph?.covers == true {
      // Without the name, its place on the card would be empty. Beside the middle, the name has a band of the
      // card's color.
      face.style = .fullBleed
      (face.scrim, face.scrimText) = ((face.backgroundBelow ?? face.background).opacity(1), face.foreground)
    }
    (face.badge, face.badgeIsLeft) = (badge(of: tile, size, beside: common), badgeIsLeft(on: tile))
    let part = part(for: tile, hue: hue ?? HueWheel.steps(of: [tile.id])[0])
    (face.icon, face.glyph, face.tint) = (part.icon, part.glyph, part.tint)
    if case .folder? = tile.icon { face.icon = .folder(parts(in: tile)) }
    if tile.isLive {
      // A bare card: its moving contents are separate sprites.
      (face.label, face.detail, face.icon, face.photograph, face.style) = ("", "", .nothing, nil, .card)
    }
    if case .unavailable = tile.action {
      face.state = .disabled
    } else if !tile.isEnabled || marks[tile.id] == .outOfOrder {
      face.state = .disabled
    } else if let mark = tile.mark(among: marks), let shape = mark.shape {
      (face.state, face.markColor) = (.marked(shape), mark.color(theme, on: face.background))
    }
    return face
  }

  /// Reports whether a tile has a badge. Every frame calls it.
  func hasBadge(_ tile: LauncherTile) -> Bool {
    if case .unavailable = tile.action { return true }
    return !tile.appearance.badge.isEmpty || !tile.isEnabled || marks[tile.id] == .outOfOrder
  }

  /// Returns a picture of a tile's badge.
  func badgePicture(of tile: LauncherTile, _ size: Size, beside common: Size) -> Picture {
    let badge = badge(of: tile, size, beside: common)
    let nothing = TileBadge("", color: theme.badge, ink: theme.badgeText, fontSize: 1, mostWidth: 1)
    return picture(.badge(badge ?? nothing), size)
  }

  /// Returns the badge in a tile's corner: the reason why it is unavailable, or else the operator's text.
  private func badge(of tile: LauncherTile, _ size: Size, beside common: Size) -> TileBadge? {
    let words = reason(against: tile)
    let text = words ?? String(tile.appearance.badge.prefix(TileBadge.mostLetters))
    guard !text.isEmpty else { return nil }
    let colors = tile.appearance.accent.map { theme.accented($0) }
    let letters = TileBadge.fontSize(on: size, label: metrics.labelSize(of: size, beside: common))
    let radius = Metrics.cornerRadius(
      of: Size(min(size.width, common.width), min(size.height, common.height)), share: theme.cornerRadius)
    return TileBadge(
      text, color: colors?.badge ?? theme.badge, ink: colors?.badgeText ?? theme.badgeText,
      fontSize: letters, fontFamily: theme.fontFamily, language: theme.language, neighbor: tile.name,
      mostWidth: TileBadge.mostWidth(
        on: size, cornerRadius: radius, fontSize: letters, isLong: words != nil))
  }

  /// Returns the reason why a tile is unavailable; nil if it is available or has no reason to show.
  private func reason(against tile: LauncherTile) -> String? {
    var reason = ""
    if case .unavailable = tile.action {
      reason = words(.notAvailableNow)
    } else if !tile.isEnabled {
      reason = absence(of: tile)
    } else if marks[tile.id] == .outOfOrder {
      reason = words(.tileOutOfOrder)
    }
    return reason.isEmpty ? nil : reason
  }

  /// Reports whether a tile's badge is at the left. A badge never covers the subject of a photograph. Without
  /// such a subject, the badge is at the end of the line of writing.
  func badgeIsLeft(on tile: LauncherTile) -> Bool {
    guard let photograph = tile.appearance.photograph, photograph.covers,
      photograph.focus.y < Self.subjectReach
    else { return isMirrored }
    if photograph.focus.x > 1 - Self.subjectSide { return true }
    return photograph.focus.x < Self.subjectSide ? false : isMirrored
  }

  /// The distance from an upper corner within which a badge would cover a photograph's subject, as shares of
  /// its height and width.
  private static let (subjectReach, subjectSide) = (0.42, 0.42)

  /// Returns the text of the pill on an unavailable tile.
  private func absence(of tile: LauncherTile) -> String {
    (tile.absence ?? TileAbsence()).text(in: words, languages, clock)
  }

  /// Returns the color of text on a tile.
  func text(on tile: LauncherTile) -> Color {
    guard let color = tile.appearance.colors.first else { return theme.cardText }
    let ground = tile.appearance.colors.dropFirst().first.map { color.mixed(with: $0, 0.5) } ?? color
    return ground.legible(theme.cardText)
  }

  /// Returns the back of a tile: its own, or the light of its picture. From behind, the face would show
  /// mirrored text.
  func back(of tile: LauncherTile, _ size: Size, beside common: Size, hue: UInt8) -> Picture {
    guard let back = tile.back else { return light(of: tile, size, hue: hue) }
    var face = face(back.text, back.icon, size, beside: common)
    face.style = .card
    return picture(.face(face), size)
  }

  /// Pixels of the longer side of a blurred picture.
  private static let blurredPixels = 48.0

  /// Returns a tile's picture, blurred and subdued, or else the tile's color.
  private func light(of tile: LauncherTile, _ size: Size, hue: UInt8) -> Picture {
    let generated = theme.hasTints ? GeneratedColors(step: Int(hue)).top : theme.card
    let ambient = Ambient(
      picture: tile.appearance.photograph?.source, focus: tile.appearance.focus,
      color: tile.appearance.mainColor ?? generated, isBright: isBright)
    let factor = Self.blurredPixels / max(size.width, size.height, 1)
    let pixels = PixelSize(
      max(1, Int((size.width * factor).rounded())), max(1, Int((size.height * factor).rounded())))
    return Picture(.ambient(ambient), size: pixels, scale: factor)
  }

  /// Returns the parts of a folder's icon.
  private func parts(in folder: LauncherTile) -> [FolderPart] {
    let inside = folder.inside.prefix(IconSource.shownParts)
    let hues = HueWheel.steps(of: inside.map(\.id))
    return zip(inside, hues).map { part(for: $0, hue: $1) }
  }

  /// Returns a small image of a tile: a picture, an icon, or a pictogram on the tile's colors.
  private func part(for tile: LauncherTile, hue: UInt8) -> FolderPart {
    var part = FolderPart(label: tile.name, icon: tile.icon)
    // A placeholder, not a tile.
    if tile.icon == .nothing { return part }
    if let photograph = tile.appearance.photograph, photograph.covers { part.photograph = photograph }
    if tile.iconIsGeneric { part.icon = nil }
    if case .folder? = tile.icon { part.icon = nil }
    part.glyph = glyph(for: tile)?.rawValue
    if theme.hasTints { part.tint = tint(of: tile.appearance.generating, hue: hue) }
    return part
  }

  private func glyph(for tile: LauncherTile) -> Glyph? {
    if let glyph = tile.glyph ?? GlyphWords.glyph(for: tile.name) { return glyph }
    switch tile.action {
    case .folder: return .folder
    case .page: return .document
    default: break
    }
    if case .named(let name)? = tile.icon { return GlyphWords.glyph(icon: name) }
    return nil
  }

  private func tint(of colors: [Color], hue: UInt8) -> SymbolTint {
    var generated = GeneratedColors(step: Int(hue))
    var (top, bottom) = (generated.top, generated.bottom)
    if let color = colors.first {
      generated = GeneratedColors(from: color)
      (top, bottom) = (color, colors.dropFirst().first ?? generated.bottom)
    }
    let ground = top.mixed(with: bottom, 0.5)
    let isDark = ground.contrast(to: .white) >= Self.symbolContrast
    return SymbolTint(top: top, bottom: bottom, symbol: isDark ? .white : Color(hex: 0x1a2030))
  }

  /// The least contrast of graphics (WCAG 2.1, 1.4.11).
  private static let symbolContrast = 3.0

  private func color(_ face: inout TileFace, as appearance: TileAppearance) {
    guard let color = appearance.colors.first else { return }
    face.background = color
    face.backgroundBelow = appearance.colors.dropFirst().first
    let ground = face.backgroundBelow.map { color.mixed(with: $0, 0.5) } ?? color
    face.foreground = ground.legible(theme.cardText)
    face.detailColor = ground.legible(theme.cardDetail)
  }

  private func face(_ label: String, _ icon: IconSource?, _ size: Size, beside common: Size) -> TileFace {
    var face = TileFace(
      label: label, icon: icon, background: theme.card, foreground: theme.cardText,
      fontSize: metrics.labelSize(of: size, beside: common), fontFamily: theme.fontFamily,
      language: theme.language)
    face.style = theme.tileStyle == .card ? .card : .fullBleed
    face.detailColor = theme.cardDetail
    (face.scrim, face.scrimText, face.rim) = (theme.scrim, theme.scrimText, theme.rimLight)
    face.markColor = theme.running
    (face.border, face.borderWidth) = (theme.border, theme.borderWidth)
    (face.margin, face.shading) = (theme.margin, theme.shading)
    face.cornerRadius = Metrics.cornerRadius(
      of: Size(min(size.width, common.width), min(size.height, common.height)), share: theme.cornerRadius)
    return face
  }

  private func picture(_ content: Picture.Content, _ size: Size) -> Picture {
    let pixels = PixelSize(Int((size.width * scale).rounded(.up)), Int((size.height * scale).rounded(.up)))
    return Picture(content, size: pixels, scale: scale)
  }
}

extension Color {
  /// The least contrast of text (WCAG 2.1, 1.4.3).
  private static let leastContrast = 4.5

  /// Returns a text color for this background: the wanted color if legible, or else the more legible of black
  /// and white.
  func legible(_ wanted: Color) -> Color {
    if contrast(to: wanted) >= Self.leastContrast { return wanted }
    return contrast(to: .white) >= contrast(to: .black) ? .white : .black
  }
}
