import Configuration
import RotundaGeometry
import Scene

/// A screen and its theme, as far as what is drawn on tiles depends on them.
struct ScreenMeasure: Hashable {
  let theme: Theme
  let metrics: Metrics
  let scale: Double
  let target: Double
}

/// With what, where and in which light a shelf is drawn.
struct ShelfLook {
  /// Colors and fonts.
  let theme: Theme
  /// The measures of the screen.
  let metrics: Metrics
  /// Pixels to a point.
  let scale: Double
  /// Where its middle is, in points from the screen's.
  var center = Point.zero
  /// Where a message stands, in points from the middle of the screen: no name of a shelf is written there.
  var message: Rectangle?
  /// How far the shelf in the middle is from its place, in points.
  var shift = Point.zero
  /// What is seen of its tiles at most, in points from the screen's middle; nil is all.
  var clip: Rectangle?
  /// Where what is in the middle of the screen is seen, in points from that.
  var middle = Point.zero
  /// How much larger it is seen, about the screen's middle.
  var zoom = 1.0
  /// 0 to 1.
  var opacity = 1.0
  /// Whether what is behind it is bright.
  var isBright = false
  /// Down to where its tiles may be mirrored, in points from the screen's middle; nil is as far as they would
  /// be.
  var lowestReflection: Double?
  /// How far it is from being the shelf in the middle, 0 to 1.
  var distance = 0.0
  /// The least extent of what a finger has to hit, in points.
  var target = 0.0
  /// The controls of the tile in the middle that a finger presses and that keys have chosen.
  var pressedControl: ControlPlace?
  var focusedControl: TileControl?
  /// The toggles that are on.
  var switchedOn: Set<String> = []
  /// Whether the whole screen will be mirrored: numbers are read from left to right all the same.
  var isMirrored = false
  /// The values of controls.
  var values = ControlValues()
  /// In which words and languages, and with which clock, a pill says that a tile cannot be opened.
  var words = Localizer.english
  var languages: [String] = []
  var clock = HeaderSettings.Clock.auto
  /// What tiles show of their programs, by their identifiers.
  var marks: [String: TileMark] = [:]
  /// The tile that gives way below a finger, and the time for which that is asked.
  var press: PressMotion?
  var pressTime = 0.0
  /// Whether descriptions are left off the tiles, because that of the tile in the middle stands below them.
  var hidesDescriptions = false
  /// Whether the name of the tile in the middle is written elsewhere, and so not on it.
  var namesMiddleElsewhere = false
  /// How many lines stand below the names where these are written below the tiles; nil where they are not.
  /// How much of that is seen.
  var captionLines: Int?
  var captionOpacity = 1.0
  /// Whether its name is written above it.
  var showsTitle = true
  /// The only tile in the light, while a program is being opened.
  var onlyLitTile: Int?
  /// How far the others are from the light then, 0 to 1.
  var covering = 1.0
  /// What is asked for comes after all that has a lower order.
  var order = 0

  /// All that sizes on a tile follow from beside the tile's own.
  var screen: ScreenMeasure { ScreenMeasure(theme: theme, metrics: metrics, scale: scale, target: target) }

  /// A card with that picture; the bare card while its pixels are not there.
  func fill(_ picture: Picture) -> Sprite.Fill { .picture(picture, placeholder: theme.card) }

  /// The same while a folder opens or closes.
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
  /// The face of a tile.
  ///
  /// - Parameters:
  ///   - common: The size of the tiles beside it.
  ///   - hue: Its step on the wheel of hues; nil is the one that it has alone.
  func face(of tile: LauncherTile, _ size: Size, beside common: Size, hue: UInt8? = nil) -> Picture {
    var face = tileFace(of: tile, size, beside: common, hue: hue)
    face.isBare = hasNameLayer(tile)
    // A photograph is the same below any badge.
    if face.photograph?.covers == true { face.badge = nil }
    return picture(.face(face), size)
  }

  /// What is written on a tile, with parameters as for `face`.
  func name(of tile: LauncherTile, _ size: Size, beside common: Size, hue: UInt8? = nil) -> Picture {
    var face = tileFace(of: tile, size, beside: common, hue: hue)
    face.state = .ready
    if tile.isLive { (face.label, face.style) = (tile.name, .fullBleed) }
    // Nothing else of the card is seen: other pictures on it leave its writing as it is.
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
      // A place for a name that stands elsewhere would be an empty one. Beside the middle the name has a band
      // of the card's color.
      face.style = .fullBleed
      (face.scrim, face.scrimText) = ((face.backgroundBelow ?? face.background).opacity(1), face.foreground)
    }
    (face.badge, face.badgeIsLeft) = (badge(of: tile, size, beside: common), badgeIsLeft(on: tile))
    let part = part(for: tile, hue: hue ?? HueWheel.steps(of: [tile.id])[0])
    (face.icon, face.glyph, face.tint) = (part.icon, part.glyph, part.tint)
    if case .folder? = tile.icon { face.icon = .folder(parts(in: tile)) }
    if tile.isLive {
      // A bare card: what is on it is drawn by itself, because it moves.
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

  /// Whether a tile has a badge. Every frame asks.
  func hasBadge(_ tile: LauncherTile) -> Bool {
    if case .unavailable = tile.action { return true }
    return !tile.appearance.badge.isEmpty || !tile.isEnabled || marks[tile.id] == .outOfOrder
  }

  /// A tile's badge as a picture.
  func badgePicture(of tile: LauncherTile, _ size: Size, beside common: Size) -> Picture {
    let badge = badge(of: tile, size, beside: common)
    let nothing = TileBadge("", color: theme.badge, ink: theme.badgeText, fontSize: 1, mostWidth: 1)
    return picture(.badge(badge ?? nothing), size)
  }

  /// What stands in a tile's corner: why it cannot be opened, or else what the operator wrote.
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

  /// Why a tile cannot be opened; nil where it can, and where nothing is to be said about that.
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

  /// What a photograph is about is never below a badge: where that is in the upper right part, the badge
  /// stands at the left. Lines of writing that start at the right end there, too.
  func badgeIsLeft(on tile: LauncherTile) -> Bool {
    guard let photograph = tile.appearance.photograph, photograph.covers,
      photograph.focus.y < Self.subjectReach
    else { return isMirrored }
    if photograph.focus.x > 1 - Self.subjectSide { return true }
    return photograph.focus.x < Self.subjectSide ? false : isMirrored
  }

  /// How near to an upper corner a photograph's subject is that a badge would cover, as parts of its height
  /// and width.
  private static let (subjectReach, subjectSide) = (0.42, 0.42)

  /// What a pill says on a tile that cannot be opened.
  private func absence(of tile: LauncherTile) -> String {
    (tile.absence ?? TileAbsence()).text(in: words, languages, clock)
  }

  /// The color of writing on a tile.
  func text(on tile: LauncherTile) -> Color {
    guard let color = tile.appearance.colors.first else { return theme.cardText }
    let ground = tile.appearance.colors.dropFirst().first.map { color.mixed(with: $0, 0.5) } ?? color
    return ground.legible(theme.cardText)
  }

  /// The back of a tile: its own, or the light of its picture. Its face seen from behind would be writing in
  /// a mirror.
  func back(of tile: LauncherTile, _ size: Size, beside common: Size, hue: UInt8) -> Picture {
    guard let back = tile.back else { return light(of: tile, size, hue: hue) }
    var face = face(back.text, back.icon, size, beside: common)
    face.style = .card
    return picture(.face(face), size)
  }

  /// Pixels of the longer side of a picture in which nothing is sharp.
  private static let blurredPixels = 48.0

  /// A tile's picture, blurred and subdued; its color, where it has none.
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

  /// What a folder shows of what is in it.
  private func parts(in folder: LauncherTile) -> [FolderPart] {
    let inside = folder.inside.prefix(IconSource.shownParts)
    let hues = HueWheel.steps(of: inside.map(\.id))
    return zip(inside, hues).map { part(for: $0, hue: $1) }
  }

  /// What stands for a tile: a picture, an icon, or a pictogram on its colors.
  private func part(for tile: LauncherTile, hue: UInt8) -> FolderPart {
    var part = FolderPart(label: tile.name, icon: tile.icon)
    // A place and not a tile.
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

  /// WCAG 2.1, 1.4.11: what signs need that are not writing.
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
  /// WCAG 2.1, 1.4.3: what writing needs.
  private static let leastContrast = 4.5

  /// A color for writing on this one: the wanted one if it can be read, else black or white, whichever can be
  /// read better.
  func legible(_ wanted: Color) -> Color {
    if contrast(to: wanted) >= Self.leastContrast { return wanted }
    return contrast(to: .white) >= contrast(to: .black) ? .white : .black
  }
}
