import CPango
import RotundaGeometry
import Scene
import Threads

/// Pango's fonts, for the one thread that made them.
///
/// Making one is cheap; the first text it sets reads the system's font configuration, which takes from
/// milliseconds to most of a second.
final class Typesetter {
  /// Most height of a line, as a multiple of the font's size. Fonts for reading stay well below it.
  private static let tallestLine = 2.0

  /// Held while fonts are used. Font maps of different threads still share Cairo's and FreeType's fonts
  /// underneath, and drawing with two at once has crashed in FreeType's hinter.
  static let oneAtATime = Monitor(())

  /// Sizes of letters after which the fonts begin anew.
  ///
  /// Pango keeps the fonts of its last 256 sizes, each with the glyphs that it drew, about 30 KiB. A screen
  /// has a dozen sizes, and another dozen when its extent changes.
  private static let mostSizes = 32

  private var fontMap: UnsafeMutablePointer<PangoFontMap>
  private var context: OpaquePointer
  /// The sizes of letters that the fonts have been used in.
  private var sizes: Set<Double> = []
  /// The fonts of the theme that they have.
  private var themeFonts = 0
  /// The language of texts that name none; empty for the system's.
  private let language: String
  /// The language that the context has now.
  private var spoken: String
  private let hyphenation: Hyphenation

  /// Fonts that prefer the first of `languages` (`de`, `zh_TW`, `pt_BR.UTF-8`) where one character has
  /// several shapes.
  init(languages: [String], hyphenation: Hyphenation = Hyphenation()) {
    self.hyphenation = hyphenation
    language = languages.first.map(Typesetter.languageTag) ?? ""
    spoken = language
    (fontMap, context) = Typesetter.makeFonts()
    if !language.isEmpty { pango_context_set_language(context, pango_language_from_string(language)) }
  }

  deinit { Typesetter.oneAtATime.withLock { _ in freeFonts() } }

  private static func makeFonts() -> (UnsafeMutablePointer<PangoFontMap>, OpaquePointer) {
    let fontMap = rotunda_font_map_new()
    let context: OpaquePointer = pango_font_map_create_context(fontMap)
    // Tiles are scaled and turned in space, so glyphs keep their true positions instead of whole pixels.
    pango_context_set_round_glyph_positions(context, 0)
    setFontOptions(of: context)
    return (fontMap, context)
  }

  private func freeFonts() {
    rotunda_object_unref(UnsafeMutableRawPointer(context))
    rotunda_object_unref(fontMap)
  }

  /// Layouts that are in use keep the fonts that they have.
  private func forgetFonts() {
    freeFonts()
    (fontMap, context) = Typesetter.makeFonts()
    sizes = []
    speak(spoken, anew: true)
  }

  func set(_ text: String, _ style: TextStyle) -> TextLayout {
    let themeFonts = ThemeFonts.load()
    let isFull = sizes.count >= Typesetter.mostSizes && !sizes.contains(style.fontSize)
    if isFull || themeFonts != self.themeFonts { forgetFonts() }
    self.themeFonts = themeFonts
    sizes.insert(style.fontSize)
    speak(style.language.isEmpty ? language : Typesetter.languageTag(style.language))
    return TextLayout(text, style, context)
  }

  /// Letters from this one on belong to scripts whose fonts differ from Latin ones so much that digits of
  /// either stand out in the other: Armenian and all that come after it.
  private static let firstForeign: UInt32 = 0x530

  /// The family of the font that has the first letter of a text; nil where that is Latin, Greek or Cyrillic,
  /// or no font has it.
  func family(writing text: String, _ style: TextStyle) -> String? {
    let first = text.unicodeScalars.first { $0.properties.isAlphabetic }
    guard let letter = first, letter.value >= Self.firstForeign else { return nil }
    speak(style.language.isEmpty ? language : Typesetter.languageTag(style.language))
    let wanted = style.fontDescription
    defer { pango_font_description_free(wanted) }
    guard let fonts = pango_context_load_fontset(context, wanted, pango_context_get_language(context)) else {
      return nil
    }
    defer { rotunda_object_unref(fonts) }
    guard let font = pango_fontset_get_font(fonts, letter.value) else { return nil }
    defer { rotunda_object_unref(font) }
    guard let found = pango_font_describe(font) else { return nil }
    defer { pango_font_description_free(found) }
    return pango_font_description_get_family(found).map { String(cString: $0) }
  }

  /// `text` with soft hyphens in its words of at least so many letters, where its language has a dictionary.
  func hyphenated(_ text: String, _ style: TextStyle, from letters: Int) -> String {
    hyphenation.hyphenated(
      text, language: style.language.isEmpty ? language : Typesetter.languageTag(style.language),
      from: letters)
  }

  /// Pango takes the shapes of characters that languages share from the context's language.
  private func speak(_ language: String, anew: Bool = false) {
    guard anew || language != spoken else { return }
    spoken = language
    let tag = language.isEmpty ? pango_language_get_default() : pango_language_from_string(language)
    pango_context_set_language(context, tag)
  }

  /// The language of what is set next, as Pango has it.
  var contextLanguage: String {
    pango_context_get_language(context).map { String(cString: pango_language_to_string($0)) } ?? ""
  }

  var familyCount: Int {
    var families: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
    var count: Int32 = 0
    pango_font_map_list_families(fontMap, &families, &count)
    g_free(families)
    return Int(count)
  }

  /// Height of a line of `style`'s first font, in pixels; where there are no fonts at all, something
  /// sensible.
  func lineHeight(_ style: TextStyle) -> Double {
    min(set("Ág", style).logical.size.height, style.fontSize * Typesetter.tallestLine)
  }

  /// Gray smoothing, since the color fringes of subpixels would turn with the tile, and shapes that are only
  /// straightened upright, so that letters keep their widths at every scale.
  private static func setFontOptions(of context: OpaquePointer) {
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(context, options)
  }

  private static func languageTag(_ locale: String) -> String {
    String(locale.prefix { $0 != "." && $0 != "@" && $0 != "\0" })
  }
}

/// How a text is set. Lengths in pixels.
struct TextStyle {
  /// How thick the letters are, in CSS's hundreds.
  enum Weight: UInt32 {
    case regular = 400
    case medium = 500
    case bold = 700
  }

  /// Where the text ends and its ellipsis stands.
  enum Limit {
    case lines(Int)
    case height(Int)
    /// Nowhere.
    case none
  }

  /// Smallest and largest size of letters that is drawn.
  private static let fontSizes = 1.0...1024.0

  /// A Pango family list.
  var family: String
  /// As a tag; empty for the typesetter's own.
  var language: String
  /// Size of the font, within `fontSizes`.
  var fontSize: Double {
    didSet { fontSize = TextStyle.bounded(fontSize) }
  }
  var weight: Weight
  var isCentered: Bool
  /// Lines are wrapped here.
  var width: Int
  var limit: Limit
  /// Whether a word that is wider than a line is broken; else it reaches beyond the line.
  var breaksWords = true
  /// How far lines are apart at least, in font sizes; nil is what the font itself has.
  var lineHeight: Double? {
    didSet { lineHeight = lineHeight.map { $0 > 0 ? min($0, 4) : 0 } }
  }

  init(
    family: String, language: String = "", fontSize: Double, weight: Weight = .regular,
    isCentered: Bool = false, width: Int,
    limit: Limit
  ) {
    self.family = family
    self.language = language
    self.fontSize = TextStyle.bounded(fontSize)
    self.weight = weight
    self.isCentered = isCentered
    self.width = width
    self.limit = limit
  }

  /// `size` within `fontSizes`; what is no number is the smallest.
  private static func bounded(_ size: Double) -> Double {
    size >= fontSizes.lowerBound ? min(size, fontSizes.upperBound) : fontSizes.lowerBound
  }
}

/// A text broken into lines. Lengths in pixels.
struct TextLayout: ~Copyable {
  private let layout: OpaquePointer

  init(_ text: String, _ style: TextStyle, _ context: OpaquePointer) {
    layout = pango_layout_new(context)
    setFont(style)
    pango_layout_set_width(layout, TextLayout.units(style.width))
    switch style.limit {
    case .lines(let count): pango_layout_set_height(layout, -Int32(clamping: count))
    case .height(let pixels): pango_layout_set_height(layout, TextLayout.units(pixels))
    case .none: break
    }
    pango_layout_set_wrap(layout, style.breaksWords ? PANGO_WRAP_WORD_CHAR : PANGO_WRAP_WORD)
    if case .none = style.limit {} else { pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END) }
    let attributes = pango_attr_list_new()
    defer { pango_attr_list_unref(attributes) }
    forbidHyphens(of: text, attributes)
    pango_layout_set_alignment(layout, style.isCentered ? PANGO_ALIGN_CENTER : PANGO_ALIGN_LEFT)
    pango_layout_set_text(layout, text, -1)
    if let height = style.lineHeight { spread(to: height * style.fontSize, attributes) }
  }

  /// A hyphen where a word was broken in need would stand at a wrong place. Soft hyphens are at the right
  /// ones.
  private func forbidHyphens(of text: String, _ attributes: OpaquePointer?) {
    guard text.unicodeScalars.contains(.softHyphen) else {
      pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
      pango_layout_set_attributes(layout, attributes)
      return
    }
    let words = text.unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
    for word in words where !word.contains(.softHyphen) {
      guard let attribute = pango_attr_insert_hyphens_new(0) else { continue }
      let start = text.utf8.distance(from: text.startIndex, to: word.startIndex)
      let length = text.utf8.distance(from: word.startIndex, to: word.endIndex)
      attribute.pointee.start_index = UInt32(clamping: start)
      attribute.pointee.end_index = UInt32(clamping: start + length)
      pango_attr_list_insert(attributes, attribute)
    }
    pango_layout_set_attributes(layout, attributes)
  }

  /// Sets lines so many pixels apart. Scripts whose lines are higher keep their own.
  private func spread(to height: Double, _ attributes: OpaquePointer?) {
    guard logical.size.height / Double(max(1, lineCount)) < height else { return }
    let units = Int32(clamping: Int((height * unitsPerPixel).rounded()))
    // The list that it has already would be no change to it.
    pango_layout_set_attributes(layout, nil)
    pango_attr_list_insert(attributes, pango_attr_line_height_new_absolute(units))
    pango_layout_set_attributes(layout, attributes)
  }

  deinit { rotunda_object_unref(UnsafeMutableRawPointer(layout)) }

  var isEllipsized: Bool { pango_layout_is_ellipsized(layout) != 0 }
  /// Whether the fonts have all of its characters.
  var isComplete: Bool { pango_layout_get_unknown_glyphs_count(layout) == 0 }
  var lineCount: Int { Int(pango_layout_get_line_count(layout)) }
  /// Where its lines begin, in bytes of the text.
  var lineStarts: [Int] {
    (0..<Int32(lineCount)).compactMap {
      pango_layout_get_line_readonly(layout, $0).map { Int($0.pointee.start_index) }
    }
  }
  /// The lines' boxes.
  var logical: Rectangle { extents.logical }
  /// What is really black.
  var ink: Rectangle { extents.ink }

  /// Where a caret stands that is before this byte of the text, in pixels from the origin of its boxes. Among
  /// words that run the other way that is where the next letter will stand.
  func caret(at byte: Int) -> Double {
    var strong = PangoRectangle()
    pango_layout_get_cursor_pos(layout, Int32(clamping: byte), &strong, nil)
    return Double(strong.x) / unitsPerPixel
  }

  /// Draws it in `color`, the origin of its boxes at `origin`.
  func draw(on canvas: borrowing Canvas, at origin: Point, _ color: Color) {
    canvas.setPaint(color)
    cairo_move_to(canvas.context, origin.x, origin.y)
    pango_cairo_show_layout(canvas.context, layout)
  }

  private var extents: (ink: Rectangle, logical: Rectangle) {
    var ink = PangoRectangle()
    var logical = PangoRectangle()
    pango_layout_get_extents(layout, &ink, &logical)
    return (TextLayout.pixels(ink), TextLayout.pixels(logical))
  }

  private borrowing func setFont(_ style: TextStyle) {
    let font = style.fontDescription
    defer { pango_font_description_free(font) }
    pango_layout_set_font_description(layout, font)
  }

  private static func units(_ pixels: Int) -> Int32 {
    Int32(clamping: max(1, min(pixels, RasterSize.longestSide)) * Int(PANGO_SCALE))
  }

  private static func pixels(_ area: PangoRectangle) -> Rectangle {
    Rectangle(
      origin: Point(Double(area.x) / unitsPerPixel, Double(area.y) / unitsPerPixel),
      size: Size(Double(area.width) / unitsPerPixel, Double(area.height) / unitsPerPixel))
  }
}

extension TextStyle {
  /// As Pango has it; the caller frees it.
  fileprivate var fontDescription: OpaquePointer? {
    let font = pango_font_description_new()
    pango_font_description_set_family(font, family)
    pango_font_description_set_absolute_size(font, fontSize * unitsPerPixel)
    pango_font_description_set_weight(font, PangoWeight(rawValue: weight.rawValue))
    return font
  }
}

private let unitsPerPixel = Double(PANGO_SCALE)

/// Draws a text block, no larger than its writing.
struct TextPainter {
  let typesetter: Typesetter

  /// The pixels of `block`, wrapped at the width of `size` and ellipsized at its height; nil without memory.
  ///
  /// Nothing of a letter is cut off: where a script's lines are too high for `size`, its letters are smaller.
  func paint(_ block: TextBlock, _ size: RasterSize) -> Bitmap? {
    let text = fit(block, size)
    guard let canvas = Canvas(text.pixels(within: size.pixels)) else { return nil }
    text.layout.draw(on: canvas, at: -text.area.origin, block.color)
    return canvas.finish(isOpaque: false)
  }

  /// The pixels of a line that is typed, and where a caret can stand in it: nil without memory. What does not
  /// fit into `size` is cut off.
  func paintLine(_ block: TextBlock, _ size: RasterSize, _ carets: inout [Int]) -> Bitmap? {
    var style = style(of: block, size)
    style.limit = .none
    style.breaksWords = false
    style.width = RasterSize.longestSide
    let layout = typesetter.set(block.text, style)
    let area = layout.logical
    var byte = 0
    carets = block.text.map { character in
      defer { byte += String(character).utf8.count }
      return Int((layout.caret(at: byte) - area.origin.x).rounded())
    }
    carets.append(Int((layout.caret(at: byte) - area.origin.x).rounded()))
    // A caret at the end needs a pixel, and so does a line without letters.
    let pixels = PixelSize(
      min(Int(area.size.width.rounded(.up)) + 1, size.pixels.width),
      min(max(1, Int(area.size.height.rounded(.up))), size.pixels.height))
    guard let canvas = Canvas(pixels) else { return nil }
    layout.draw(on: canvas, at: -area.origin, block.color)
    return canvas.finish(isOpaque: false)
  }

  /// How often letters are made smaller, or lines shorter, before what is too large after all is cut off.
  private static let mostTries = 8

  /// So many letters a word has that is broken where the dictionary has a place for it.
  private static let shortestBroken = 8
  /// How much smaller a text is set before a word of it is broken where its language has no place for that.
  private static let shrinks = [1, 0.93, 0.86, 0.8]
  /// How much smaller a title of one line is set before it is cut short.
  private static let titleShrinks = [1, 0.93, 0.86, 0.8, 0.75]

  /// `block` in letters with which all of it lies in `size`.
  func fit(_ block: TextBlock, _ size: RasterSize) -> FittedText {
    var style = style(of: block, size)
    let plain = block.mostLines == 1 ? block.text.displayableLabel : block.text.displayableText
    let text = block.mostLines == 1 ? complete(plain, &style) : unbroken(plain, &style)
    for _ in 0..<Self.mostTries {
      let fitted = FittedText(typesetter.set(text, style))
      let (across, down) = (
        fitted.area.size.width - Double(size.pixels.width),
        fitted.area.size.height - Double(size.pixels.height)
      )
      guard across > 0 || down > 0 else { return fitted }
      // Whole pixels and slight hinting make extents no exact multiples of the font's size.
      if down > 0 { style.fontSize *= min(0.98, Double(size.pixels.height) / fitted.area.size.height) }
      if across > 0 {
        // What hangs over the ends of lines, unless a single letter is wider than they are.
        let width = style.width - Int(across)
        if width >= Int(style.fontSize) { style.width = width } else { style.fontSize *= 0.8 }
      }
    }
    return FittedText(typesetter.set(text, style))
  }

  /// A line; in smaller letters where it is a title that has room in these.
  private func complete(_ text: String, _ style: inout TextStyle) -> String {
    guard style.weight == .bold else { return text }
    for shrink in Self.titleShrinks {
      var smaller = style
      smaller.fontSize *= shrink
      if !typesetter.set(text, smaller).isEllipsized {
        style = smaller
        break
      }
    }
    return text
  }

  /// A text in whose words a line may end, where one of them is longer than its line; in smaller letters
  /// where these keep words whole. What is in bold is a title: it gets smaller first. Other text keeps the
  /// size of the text around it if it can.
  private func unbroken(_ text: String, _ style: inout TextStyle) -> String {
    guard breaksWords(text, style) else { return text }
    let hyphenated = typesetter.hyphenated(text, style, from: Self.shortestBroken)
    for candidate in style.weight == .bold ? [text, hyphenated] : [hyphenated] {
      for shrink in Self.shrinks {
        var smaller = style
        smaller.fontSize *= shrink
        if !breaksWords(candidate, smaller) {
          style = smaller
          return candidate
        }
      }
    }
    return hyphenated.withoutShortRests(typesetter.set(hyphenated, style).lineStarts)
  }

  private func breaksWords(_ text: String, _ style: TextStyle) -> Bool {
    text.breaksWords(at: typesetter.set(text, style).lineStarts)
  }

  private func style(of block: TextBlock, _ size: RasterSize) -> TextStyle {
    var style = TextStyle(
      family: block.fontFamily, language: block.language, fontSize: block.fontSize * size.scale,
      weight: block.isBold ? .bold : .regular,
      isCentered: block.alignment == .center, width: size.pixels.width,
      limit: block.mostLines.map { .lines(max(1, $0)) } ?? .height(size.pixels.height))
    style.lineHeight = block.lineHeight
    return style
  }
}

/// A text that was set, and the pixels that it takes.
struct FittedText: ~Copyable {
  let layout: TextLayout
  /// The boxes of the lines, widened on whole pixels where a letter hangs over: italics do sideways, marks
  /// above and below letters upwards and downwards. Piles of marks end after half a line.
  let area: Rectangle

  init(_ layout: consuming TextLayout) {
    let lines = layout.logical
    let ink = layout.ink.size.isEmpty ? lines : layout.ink
    let overhang = lines.size.height / Double(max(1, layout.lineCount)) / 2
    let left = min(lines.origin.x, ink.origin.x).rounded(.down)
    let right = max(lines.maxX, ink.maxX).rounded(.up)
    let top = min(lines.origin.y, max(ink.origin.y, lines.origin.y - overhang)).rounded(.down)
    let bottom = max(lines.maxY, min(ink.maxY, lines.maxY + overhang)).rounded(.up)
    area = Rectangle(origin: Point(left, top), size: Size(right - left, bottom - top))
    self.layout = layout
  }

  /// What is drawn of it where there are so many pixels.
  func pixels(within limit: PixelSize) -> PixelSize {
    PixelSize(
      min(max(1, Int(area.size.width)), limit.width), min(max(1, Int(area.size.height)), limit.height))
  }
}

/// Which fonts there are, and whether they have letters.
package struct FontSurvey {
  private let typesetter = Typesetter(languages: [])

  package init() {}

  package var familyCount: Int { Typesetter.oneAtATime.withLock { _ in typesetter.familyCount } }

  /// Whether the fonts have every character of `text`.
  package func canWrite(_ text: String) -> Bool {
    Typesetter.oneAtATime.withLock { _ in
      typesetter.set(text, TextStyle(family: "sans", fontSize: 20, width: 1000, limit: .lines(1))).isComplete
    }
  }
}
