import Glibc
import RotundaGeometry
import Scene

/// The symbol of a tile without a picture.
struct Symbol {
  /// The source of the initial.
  var label: String
  /// The name of a pictogram.
  var glyph: String?
  /// The background; nil keeps the existing one.
  var tint: SymbolTint?
}

/// The areas for symbols on a face with text in its lower part.
struct SymbolPlaces {
  /// The widths of a pictogram and of an icon's plate, as shares of the face's width.
  private static let (symbolShare, plateShare) = (0.52, 0.64)
  /// The largest shares of the height above the text that they take.
  private static let (symbolRoom, plateRoom) = (0.62, 0.74)

  let symbol: Rectangle
  let plate: Rectangle
  /// The whole area above the text, minus a margin.
  let free: Rectangle

  /// The vertical center on a face without text, as a share of the height. It is slightly above the middle,
  /// which looks centered.
  private static let opticalMiddle = 0.47
  /// The gap between the symbol and possible text, as a share of the height.
  private static let gap = 0.06

  /// - Parameters:
  ///   - height: the free height above the text.
  ///   - isBare: whether the text is not always visible.
  ///   - badge: the area of a badge in a corner.
  init(_ face: Rectangle, free height: Double, isBare: Bool = false, badge: Rectangle? = nil) {
    let room = Rectangle(origin: face.origin, size: Size(face.size.width, max(1, height - face.origin.y)))
    // Slightly below the center of the free area, because the scrim seems to be a part of it.
    let usual = room.center.y + room.size.height * 0.02
    func square(_ share: Double, _ most: Double) -> Rectangle {
      let side = min(face.size.width * share, room.size.height * most).rounded()
      let lowest = height - face.size.height * Self.gap - side / 2
      let middle = face.origin.y + face.size.height * Self.opticalMiddle
      let center = Point(room.center.x, isBare ? max(usual, min(middle, lowest)) : usual)
      return FaceLayout.free(Rectangle(center: center, size: Size(side, side)), badge)
    }
    symbol = square(Self.symbolShare, Self.symbolRoom)
    plate = square(Self.plateShare, Self.plateRoom)
    let margin = min(room.size.width, room.size.height) * 0.08
    free = Rectangle(
      origin: room.origin + Point(margin, margin),
      size: Size(max(1, room.size.width - 2 * margin), max(1, room.size.height - 2 * margin)))
  }
}

/// Pictograms, initials, and icons on plates.
extension FacePainter {
  /// The direction of a tint's gradient, in degrees below the horizontal.
  private static let slope = 65.0
  /// The discs on a tint: their centers as shares of width and height, their radii as shares of the width,
  /// and their opacity.
  private static let discs = [
    (x: 0.86, y: 0.22, radius: 0.47, opacity: 0.10), (x: 0.0, y: 0.8, radius: 0.46, opacity: 0.06),
  ]
  /// Corner radius of a plate, as a share of its side, and the share of the plate that an icon takes.
  private static let (plateRadius, plateFill) = (0.22, 0.72)
  /// The size of a pictogram on a badge, as a share of the badge.
  private static let badgeSymbol = 0.62
  /// Font size of an initial, as a share of the symbol's side.
  private static let initialShare = 0.86
  /// The largest share of the symbol's side that an initial takes.
  private static let widestInitial = 0.94
  /// The opacity of a symbol's background, in the color of the text.
  static let groundOpacity = 0.12

  /// Draws a diagonal gradient with two translucent discs.
  func paint(_ tint: SymbolTint, in area: Rectangle, cornerRadius: Double, on canvas: borrowing Canvas) {
    let angle = Self.slope * .pi / 180
    let direction = Point(cos(angle), sin(angle))
    let reach = (area.size.width * direction.x + area.size.height * direction.y) / 2
    canvas.fill(
      area, from: area.center - direction * reach, to: area.center + direction * reach,
      [(0, tint.top), (1, tint.bottom)], cornerRadius: cornerRadius)
    canvas.clipped(to: area, cornerRadius: cornerRadius) { canvas in
      for disc in Self.discs {
        let center = area.origin + Point(disc.x * area.size.width, disc.y * area.size.height)
        let radius = disc.radius * area.size.width
        let white = Color.white.opacity(disc.opacity)
        canvas.fill(
          Rectangle(center: center, size: Size(2 * radius, 2 * radius)), top: white, bottom: white,
          cornerRadius: radius)
      }
    }
  }

  /// Draws a symbol on its tint in the place of an icon.
  func paint(_ symbol: Symbol, onBadge area: Rectangle, _ face: TileFace, on canvas: borrowing Canvas) {
    let radius = min(area.size.width, area.size.height) * Self.cornerShare
    if let tint = symbol.tint {
      paint(tint, in: area, cornerRadius: radius, on: canvas)
    } else {
      let ground = face.foreground.opacity(face.foreground.alpha * Self.groundOpacity)
      canvas.fill(area, top: ground, bottom: ground, cornerRadius: radius)
    }
    let side = min(area.size.width, area.size.height) * Self.badgeSymbol
    paint(symbol, in: Rectangle(center: area.center, size: Size(side, side)), face, on: canvas)
  }

  /// Draws an icon on its plate; without an icon, the pictogram or the initial.
  func paint(
    _ symbol: Symbol, _ icon: Bitmap?, in places: SymbolPlaces, _ face: TileFace, on canvas: borrowing Canvas
  ) {
    guard let icon else { return paint(symbol, in: places.symbol, face, on: canvas) }
    let kind = IconKind(icon)
    switch kind {
    case .silhouette:
      let color = symbol.tint?.symbol ?? face.foreground
      canvas.draw(icon, in: Self.fit(icon.size, into: places.symbol), as: color)
    case .plate:
      let area = Self.fit(icon.size, into: places.plate)
      canvas.draw(icon, in: area, cornerRadius: min(area.size.width, area.size.height) * Self.plateRadius)
    case .colored(let isLight):
      let plate = places.plate
      let hue = symbol.tint.map { OKLab($0.bottom).hue } ?? 0
      let color = OKLab(
        lightness: isLight ? 0.27 : 0.97, chroma: symbol.tint == nil ? 0 : isLight ? 0.05 : 0.012, hue: hue
      ).color
      canvas.fill(plate, top: color, bottom: color, cornerRadius: plate.size.width * Self.plateRadius)
      let side = plate.size.width * Self.plateFill
      let room = Rectangle(center: plate.center, size: Size(side, side))
      canvas.draw(icon, in: Self.fit(icon.size, into: room))
    }
  }

  /// Draws the pictogram or the initial.
  private func paint(_ symbol: Symbol, in area: Rectangle, _ face: TileFace, on canvas: borrowing Canvas) {
    let color = symbol.tint?.symbol ?? face.foreground
    if let glyph = symbol.glyph, let drawing = GlyphShapes.drawings[glyph] {
      return drawing.draw(in: area, color, on: canvas)
    }
    guard let initial = Initials(symbol.label.displayableLabel).letters.first else { return }
    var style = TextStyle(
      family: face.fontFamily, language: face.language, fontSize: area.size.width * Self.initialShare,
      weight: .bold, width: RasterSize.longestSide, limit: .lines(1))
    var layout = typesetter.set(String(initial), style)
    let room = area.size.width * Self.widestInitial
    let widest = max(layout.ink.size.width, layout.ink.size.height)
    if widest > room {
      style.fontSize *= room / widest
      layout = typesetter.set(String(initial), style)
    }
    // The box of a capital letter includes room for descenders. Centering the ink ignores that.
    layout.draw(on: canvas, at: area.center - layout.ink.center, color)
  }

  /// Returns the largest area with a picture's proportions, centered in another area.
  static func fit(_ picture: PixelSize, into area: Rectangle) -> Rectangle {
    let (width, height) = (Double(picture.width), Double(picture.height))
    let scale = min(area.size.width / width, area.size.height / height, mostEnlarged)
    return Rectangle(center: area.center, size: Size(width * scale, height * scale))
  }
}

/// The tiles in a folder.
extension FacePainter {
  /// Gap between the tiles, as a share of the shorter side. `folderMargin` and `folderGap` apply in the place
  /// of an icon.
  private static let mosaicGap = 0.014
  private static let (folderMargin, folderGap) = (0.12, 0.08)

  /// Draws the first tiles of a folder over the full area. Their symbols stay above the text, which begins at
  /// `free`.
  func paintMosaic(
    _ parts: [FolderPart], in area: Rectangle, free: Double, _ face: TileFace, on canvas: borrowing Canvas,
    load: PictureLoader
  ) {
    let gap = max(1, (min(area.size.width, area.size.height) * Self.mosaicGap).rounded())
    for (part, cell) in zip(parts, Self.cells(parts.count, in: area, gap: gap)) {
      paint(
        part, in: cell, free: min(cell.maxY, free), cornerRadius: 0, face, on: canvas, load: load)
    }
  }

  /// Returns the areas of the tiles: the whole area, halves, or quarters. With three tiles, one takes two
  /// quarters.
  static func cells(_ count: Int, in area: Rectangle, gap: Double) -> [Rectangle] {
    let half = Size(
      ((area.size.width - gap) / 2).rounded(.down), ((area.size.height - gap) / 2).rounded(.down))
    let (right, lower) = (area.origin.x + area.size.width - half.width, area.maxY - half.height)
    let (left, upper) = (area.origin.x, area.origin.y)
    let wide = Size(area.size.width, half.height)
    func cell(_ x: Double, _ y: Double, _ size: Size) -> Rectangle {
      Rectangle(origin: Point(x, y), size: size)
    }
    switch count {
    case ...1: return [area]
    case 2: return [cell(left, upper, wide), cell(left, lower, wide)]
    case 3: return [cell(left, upper, half), cell(right, upper, half), cell(left, lower, wide)]
    default:
      return [
        cell(left, upper, half), cell(right, upper, half), cell(left, lower, half), cell(right, lower, half),
      ]
    }
  }

  /// Draws the first tiles of a folder in the place of an icon, two by two.
  func paintFolder(
    _ parts: [FolderPart], in area: Rectangle, _ face: TileFace, on canvas: borrowing Canvas,
    load: PictureLoader
  ) {
    let side = area.size.width
    let ground = face.foreground.opacity(face.foreground.alpha * Self.groundOpacity)
    canvas.fill(area, top: ground, bottom: ground, cornerRadius: side * Self.cornerShare)
    let cell = (side * (1 - 2 * Self.folderMargin - Self.folderGap) / 2).rounded(.down)
    guard cell >= FaceLayout.smallestIcon.side else { return }
    for (index, part) in parts.prefix(IconSource.shownParts).enumerated() {
      let step = cell + side * Self.folderGap
      let corner =
        Point(Double(index % 2) * step, Double(index / 2) * step) + Point(1, 1) * (side * Self.folderMargin)
      let place = Rectangle(
        origin: Point((area.origin.x + corner.x).rounded(), (area.origin.y + corner.y).rounded()),
        size: Size(cell, cell))
      paint(
        part, in: place, free: place.maxY, cornerRadius: cell * Self.cornerShare, face, on: canvas,
        load: load)
    }
  }

  private func paint(
    _ part: FolderPart, in cell: Rectangle, free: Double, cornerRadius: Double, _ face: TileFace,
    on canvas: borrowing Canvas, load: PictureLoader
  ) {
    if let photograph = part.photograph, let bitmap = load(photograph.source, cell.pixels, true) {
      return canvas.clipped(to: cell, cornerRadius: cornerRadius) {
        $0.draw(bitmap, covering: cell, focus: photograph.focus)
      }
    }
    if let tint = part.tint {
      paint(tint, in: cell, cornerRadius: cornerRadius, on: canvas)
    } else {
      let ground = face.foreground.opacity(face.foreground.alpha * Self.groundOpacity)
      canvas.fill(cell, top: ground, bottom: ground, cornerRadius: cornerRadius)
    }
    let places = SymbolPlaces(cell, free: free)
    switch part.icon {
    case .back?: paintBack(in: places.symbol, part.tint?.symbol ?? face.foreground, on: canvas)
    case .nothing?: break
    case .path?, .file?, .named?, .folder?, nil:
      let bitmap = part.icon.flatMap { $0.isLoaded ? load($0, places.plate.pixels, false) : nil }
      let symbol = Symbol(label: part.label, glyph: part.glyph, tint: part.tint)
      paint(symbol, bitmap, in: places, face, on: canvas)
    }
  }
}

extension IconSource {
  /// Whether the icon comes from a file. Other icons are drawn.
  var isLoaded: Bool {
    switch self {
    case .path, .file, .named: true
    case .back, .nothing, .folder: false
    }
  }
}

/// The way to draw an icon among pictograms.
enum IconKind: Hashable {
  /// The icon has a single color, so its shape is enough.
  case silhouette
  /// The icon fills a square.
  case plate
  /// The icon has several colors, which need a plain background.
  case colored(isLight: Bool)

  /// The number of samples in each direction.
  private static let samples = 40
  /// The smallest coverage of a filled square, with round corners. A disc covers 0.79.
  private static let filled = 0.84
  /// The largest distance between the colors of a silhouette, in OKLab.
  private static let alike = 0.08
  /// The mean lightness above which an icon would hardly be visible on white.
  private static let light = 0.86

  init(_ bitmap: Bitmap) {
    var colors: [OKLab] = []
    var count = 0
    bitmap.sample(Self.samples) { color, alpha in
      count += 1
      if alpha > 0.5 { colors.append(OKLab(color)) }
    }
    let covered = Double(colors.count) / Double(max(1, count))
    let isSquare = abs(bitmap.size.width - bitmap.size.height) * 8 <= bitmap.size.width
    if covered >= Self.filled, isSquare {
      self = .plate
      return
    }
    let sum = colors.reduce(into: SIMD3<Double>.zero) { $0 += SIMD3($1.lightness, $1.a, $1.b) }
    let mean = sum / Double(max(1, colors.count))
    let middle = OKLab(lightness: mean.x, a: mean.y, b: mean.z)
    if !colors.isEmpty, colors.allSatisfy({ $0.distance(to: middle) < Self.alike }) {
      self = .silhouette
    } else {
      self = .colored(isLight: mean.x > Self.light)
    }
  }
}

extension Bitmap {
  /// Calls `body` with the color and opacity of evenly spaced samples, `count` in each direction.
  func sample(_ count: Int, _ body: (Color, Double) -> Void) {
    for row in 0..<count {
      for column in 0..<count {
        let (x, y) = ((2 * column + 1) * size.width / (2 * count), (2 * row + 1) * size.height / (2 * count))
        guard let pixel = pixel(x, y) else { continue }
        guard pixel.alpha > 0 else {
          body(.clear, 0)
          continue
        }
        let alpha = Double(pixel.alpha)
        body(
          Color(Double(pixel.red) / alpha, Double(pixel.green) / alpha, Double(pixel.blue) / alpha),
          alpha / 255)
      }
    }
  }

  /// The average color.
  var tone: Color {
    var sum = SIMD3<Double>.zero
    var count = 0.0
    sample(12) { color, alpha in
      sum += SIMD3(color.red, color.green, color.blue) * alpha
      count += alpha
    }
    return count > 0 ? Color(sum.x / count, sum.y / count, sum.z / count) : .black
  }
}
