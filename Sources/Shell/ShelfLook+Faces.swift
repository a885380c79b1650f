import Configuration
import RotundaGeometry
import Scene

/// The pictures of tiles in a theme.
extension ShelfLook {
  /// The face of a tile.
  ///
  /// - Parameter common: The size of the tiles beside it.
  func face(of tile: LauncherTile, _ size: Size, beside common: Size) -> Picture {
    var face = face(tile.name, tile.icon, size, beside: common)
    let appearance = tile.appearance
    (face.detail, face.badge, face.photograph) = (appearance.detail, appearance.badge, appearance.photograph)
    color(&face, as: appearance)
    if tile.isLive {
      // A bare card: what is on it is drawn by itself, because it moves.
      (face.label, face.detail, face.icon, face.photograph, face.style) = ("", "", .nothing, nil, .card)
    }
    if case .unavailable = tile.action {
      face.state = .disabled
    } else if !tile.isEnabled {
      face.state = .disabled
    } else if let mark = tile.mark(among: marks) {
      (face.state, face.markColor) = (.marked(mark.shape), mark.color(theme, on: face.background))
    }
    return picture(of: face, size)
  }

  /// The colour of writing on a tile.
  func text(on tile: LauncherTile) -> Color {
    guard let color = tile.appearance.colors.first else { return theme.cardText }
    let ground = tile.appearance.colors.dropFirst().first.map { color.mixed(with: $0, 0.5) } ?? color
    return ground.legible(theme.cardText)
  }

  /// The back of a tile: its own, or the bare card. Its face seen from behind would be writing in a mirror.
  func back(of tile: LauncherTile, _ size: Size, beside common: Size) -> Picture {
    var face = face(tile.back?.text ?? "", tile.back.map(\.icon) ?? .nothing, size, beside: common)
    face.style = .card
    if tile.back == nil { color(&face, as: tile.appearance) }
    return picture(of: face, size)
  }

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
    face.style = theme.face == .card ? .card : .fullBleed
    face.detailColor = theme.cardDetail
    (face.band, face.bandText) = (theme.band, theme.bandText)
    (face.badgeColor, face.badgeText, face.markColor) = (theme.badge, theme.badgeText, theme.running)
    (face.border, face.borderWidth) = (theme.border, theme.borderWidth)
    (face.margin, face.shading) = (theme.margin, theme.shading)
    face.cornerRadius = Metrics.cornerRadius(
      of: Size(min(size.width, common.width), min(size.height, common.height)), share: theme.cornerRadius)
    return face
  }

  private func picture(of face: TileFace, _ size: Size) -> Picture {
    let pixels = PixelSize(Int((size.width * scale).rounded(.up)), Int((size.height * scale).rounded(.up)))
    return Picture(.face(face), size: pixels, scale: scale)
  }
}

extension Color {
  /// WCAG 2.1, 1.4.3: what writing needs.
  private static let leastContrast = 4.5

  /// A colour for writing on this one: the wanted one if it can be read, else black or white, whichever can be read better.
  func legible(_ wanted: Color) -> Color {
    if contrast(to: wanted) >= Self.leastContrast { return wanted }
    return contrast(to: .white) >= contrast(to: .black) ? .white : .black
  }
}
